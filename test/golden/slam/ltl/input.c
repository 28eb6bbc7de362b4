extern int __VERIFIER_nondet_int(void);

int locked, served;

void serve(int client) {
  served++;
  if (client == 7) locked = 2;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    locked = 1;
    for (int client = 0; client < 4; client++) serve(client);
    locked = 0;
  }
  return 0;
}
