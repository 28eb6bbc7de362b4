// Old headers have names of their own for what is behind their macros.
void reach_error(void);
extern int __isnan(double value);
extern int __fpclassifyf(float value);
extern int __signbit(double value);
extern int __finite(double value);
extern double __exp10(double value);
extern int __isoc99_sscanf(const char *from, const char *format, ...);
extern int *__errno_location(void);
int main(void) {
  double one = 1.0;
  const char *seven = "7";
#ifdef CALL
  if (CALL) reach_error();
#endif
  *__errno_location() = 3;
  if (*__errno_location() != 3) reach_error();
  return 0;
}
