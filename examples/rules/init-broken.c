// A device is used where initialising it failed: errors are not negative only.
extern int nondet(void);
int device_init(void);
int device_read(void);
void device_exit(void);

int main(void) {
  int error = device_init();
  if (error < 0) return error;
  int sum = 0;
  while (nondet()) sum += device_read();
  device_exit();
  return sum;
}
