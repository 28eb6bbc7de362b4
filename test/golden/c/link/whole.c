int part(void);
void reach_error(void) {}
int main(void) {
  if (part() != WANTED) reach_error();
  return 0;
}
