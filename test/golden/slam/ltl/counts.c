extern unsigned nondet(void);
unsigned a;
int main(void) {
  for (a = nondet(); a != 0;) a = a / 2 + a / 4;
}
