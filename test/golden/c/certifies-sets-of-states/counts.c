extern int input(void);
int done;
int main(void) {
  unsigned char i = 0, limit = (unsigned char)input();
  while (i < limit) i++;
  done = 1;
  return 0;
}
