int state;
int main(void) {
  state = 1;
  state = 2;
  state = 3;
  while (1) {
    state = 4;
    state = 5;
    state = 6;
  }
}
