// Machines pass an int and a float in different registers.
void reach_error(void);
int pick(void);
float number(float x) { return x; }
int integer(int x) { return x; }

int main(void) {
  int (*f)(int) = pick() ? integer : (int (*)(int))number;
  if (f(3) == 4) reach_error();
  return 0;
}
