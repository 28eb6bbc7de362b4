#define BASE 0
