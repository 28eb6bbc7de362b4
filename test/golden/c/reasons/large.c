extern void reach_error(void);
int table[70000];
int main(void) {
  table[3] = 1;
  if (table[3] != 1) reach_error();
}
