extern int input(void);
void reach_error(void) {}

int main(void) {
  long double d = input();
  if (d * d > 2.0) reach_error();
  return 0;
}
