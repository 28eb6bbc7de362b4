extern int __VERIFIER_nondet_int(void);

static int ports[100];

int main(void) {
  while (1) {
    int k = __VERIFIER_nondet_int();
#ifdef ALL
    if (k >= 0 && k < 100) ports[k] = __VERIFIER_nondet_int();
#else
    if (k > 3 && k < 100) ports[k] = __VERIFIER_nondet_int();
#endif
  }
}
