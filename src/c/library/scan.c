// SPDX-License-Identifier: MIT
// Of scanf and fscanf, whose format the translator reads: how many values were read, and each of
// them.
typedef __SIZE_TYPE__ size_t;

void __assume(int condition);
char __choose_char(void);
int __choose_int(void);
long long __choose_long_long(void);
float __choose_float(void);
double __choose_double(void);
size_t __choose_size(void);

int __scan_count(int most) {
  int count = __choose_int();
  __assume(count >= -1 && count <= most);
  return count;
}

// Integers, as signed numbers: the width of a conversion limits them.
void __scan_8(signed char *to, long long least, long long most) {
  int chosen = __choose_int();
  __assume(chosen >= least && chosen <= most);
  *to = (signed char)chosen;
}

void __scan_16(short *to, long long least, long long most) {
  int chosen = __choose_int();
  __assume(chosen >= least && chosen <= most);
  *to = (short)chosen;
}

void __scan_32(int *to, long long least, long long most) {
  int chosen = __choose_int();
  __assume(chosen >= least && chosen <= most);
  *to = chosen;
}

void __scan_64(long long *to, long long least, long long most) {
  long long chosen = __choose_long_long();
  __assume(chosen >= least && chosen <= most);
  *to = chosen;
}

void __scan_float(float *to) {
  *to = __choose_float();
}

void __scan_double(double *to) {
  *to = __choose_double();
}

void __scan_string(char *to, size_t most) {
  size_t length = __choose_size();
  __assume(length >= 1 && length <= most);
  for (size_t i = 0; i < length; i++) {
    char letter = __choose_char();
    __assume(letter != ' ' && !(letter >= 9 && letter <= 13));
    to[i] = letter;
  }
  to[length] = 0;
}

static _Bool is_one_of(char letter, const char *set, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (set[i] == letter) return 1;
  return 0;
}

void __scan_set(char *to, size_t most, const char *set, size_t count, int excludes) {
  size_t length = __choose_size();
  __assume(length >= 1 && length <= most);
  for (size_t i = 0; i < length; i++) {
    char letter = __choose_char();
    __assume(is_one_of(letter, set, count) != excludes);
    to[i] = letter;
  }
  to[length] = 0;
}

void __scan_chars(char *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = __choose_char();
}
