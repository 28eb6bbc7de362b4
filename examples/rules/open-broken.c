// Reads a byte where the file can be opened: a descriptor that is zero is not what that means.
extern int nondet(void);
int open(const char *path, int flags);
int close(int descriptor);
int read(int descriptor, char *to, unsigned count) {
  if (count == 0 || nondet()) return 0;
  *to = nondet();
  return 1;
}

int first_byte(const char *path) {
  char byte = 0;
  int descriptor = open(path, 0);
  if (descriptor == 0) return -1;
  int count = read(descriptor, &byte, 1);
  close(descriptor);
  return count == 1 ? byte : -1;
}

int main(void) { return first_byte("one") + first_byte("two"); }
