extern int input(void);
void reach_error(void) {}
int half(int x);

int main(void) {
  int x = input();
  if (half(x) == 4 && x != 8 && x != 9) reach_error();
  return 0;
}
