// SPDX-License-Identifier: MIT
// Functions with variable arguments that pass them on, as a list, to print_list.c and scan_list.c.
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __print_unseen(const char *format, va_list list);
int vsprintf(char *to, const char *format, va_list list);
int vsnprintf(char *to, size_t size, const char *format, va_list list);
int vasprintf(char **to, const char *format, va_list list);
int vsscanf(const char *s, const char *format, va_list list);

#define RETURN_WITH_LIST(call)      \
  va_list list;                     \
  int result;                       \
  __builtin_va_start(list, format); \
  result = call;                    \
  __builtin_va_end(list);           \
  return result

int asprintf(char **to, const char *format, ...) {
  RETURN_WITH_LIST(vasprintf(to, format, list));
}

int sscanf(const char *s, const char *format, ...) {
  RETURN_WITH_LIST(vsscanf(s, format, list));
}

// What printf and others are where their format is not in the text, and through pointers.
int __pointer_printf(const char *format, ...) {
  RETURN_WITH_LIST(__print_unseen(format, list));
}

int __pointer_fprintf(void *file, const char *format, ...) {
  RETURN_WITH_LIST(__print_unseen(format, list));
}

int __pointer_dprintf(int file, const char *format, ...) {
  RETURN_WITH_LIST(__print_unseen(format, list));
}

void __pointer_syslog(int priority, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  __print_unseen(format, list);
  __builtin_va_end(list);
}

int __pointer_sprintf(char *to, const char *format, ...) {
  RETURN_WITH_LIST(vsprintf(to, format, list));
}

int __pointer_snprintf(char *to, size_t size, const char *format, ...) {
  RETURN_WITH_LIST(vsnprintf(to, size, format, list));
}

// As _FORTIFY_SOURCE has them.
int __pointer___printf_chk(int flag, const char *format, ...) {
  RETURN_WITH_LIST(__print_unseen(format, list));
}

int __pointer___fprintf_chk(void *file, int flag, const char *format, ...) {
  RETURN_WITH_LIST(__print_unseen(format, list));
}

int __pointer___sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  RETURN_WITH_LIST(vsprintf(to, format, list));
}

int __pointer___snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                             ...) {
  RETURN_WITH_LIST(vsnprintf(to, size, format, list));
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
  RETURN_WITH_LIST(vasprintf(to, format, list));
}

// The names that GNU's headers give sscanf.
int __isoc99_sscanf(const char *s, const char *format, ...) {
  RETURN_WITH_LIST(vsscanf(s, format, list));
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
  RETURN_WITH_LIST(vsscanf(s, format, list));
}
