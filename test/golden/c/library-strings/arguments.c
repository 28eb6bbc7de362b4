#include <string.h>
int main(void) { return strlen("a", 1); }
