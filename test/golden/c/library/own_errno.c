// A program without GNU's headers may have an errno of its own, which the library does not know.
int puts(const char *text);
void reach_error(void);
int errno = 5;
int main(void) {
  puts("text");
  if (errno != 5) reach_error();
  return 0;
}
