/* an access outside of every known object */
void reach_error(void) {}
int a = 1;
int main(void) {
  if (*(int *)16 == 1) reach_error();
  return 0;
}
