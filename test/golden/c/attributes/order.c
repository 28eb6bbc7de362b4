// GCC swaps the bytes; Clang reads over the attribute.
#include <assert.h>
#ifdef PRAGMA
#pragma scalar_storage_order big-endian
#define BIG
#else
#define BIG __attribute__((scalar_storage_order("big-endian")))
#endif
union word {
  struct BIG { int value; } number;
  unsigned char bytes[4];
};
int main(void) {
  union word w = {{1}};
  assert(w.bytes[0] == 1);
  return 0;
}
