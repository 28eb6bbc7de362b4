/* violated */
void reach_error(void) {}
int main(void) {
  char *s = "abc";
  if (s[0] == 'a') reach_error();
  return 0;
}
