/* strlcpy moves a string within its own buffer. */
#include <stddef.h>
size_t strlcpy(char *to, const char *from, size_t size);

int main(void) {
  char name[16] = "hello", copy[4];
  size_t length = strlcpy(copy, name, sizeof copy);
#ifdef OVERLAP
  strlcpy(name + 1, name, 8);
#endif
  return length != 5 || copy[3] != 0;
}
