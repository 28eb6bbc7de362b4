// SPDX-License-Identifier: MIT
// What other files share that read numbers, formats and strings, or make strings.
typedef __SIZE_TYPE__ size_t;

void __assume(int condition);
char __choose_char(void);

_Bool __is_space(char letter) {
  return letter == ' ' || (letter >= 9 && letter <= 13);
}

// 99 where it is none of any base.
unsigned __digit_of(char letter) {
  if (letter >= '0' && letter <= '9') return (unsigned)(letter - '0');
  if (letter >= 'a' && letter <= 'z') return (unsigned)(letter - 'a') + 10;
  if (letter >= 'A' && letter <= 'Z') return (unsigned)(letter - 'A') + 10;
  return 99;
}

// Of a conversion of printf or scanf whose length would start with these letters: 32, or what
// another length than that of int means. Numbers of 8 and 16 bits are passed as int.
int __bits_of_length(char letter, char next) {
  if (letter == 'h') return next == 'h' ? 8 : 16;
  if (letter == 'l') return next == 'l' ? 64 : 8 * (int)sizeof(long);
  if (letter == 'z' || letter == 't') return 8 * (int)sizeof(size_t);
  return letter == 'j' || letter == 'q' ? 64 : 32;
}

// How many of the letters are its length.
size_t __letters_of_length(char letter, char next) {
  if (letter == 'h' || letter == 'l') return next == letter ? 2 : 1;
  return letter == 'z' || letter == 't' || letter == 'j' || letter == 'q' ? 1 : 0;
}

void __any_string(char *to, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char letter = __choose_char();
    __assume(letter != 0);
    to[i] = letter;
  }
  to[length] = 0;
}
