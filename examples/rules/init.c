// A device is used where it could be initialised.
extern int nondet(void);
int device_init(void);
int device_read(void);
void device_exit(void);

int main(void) {
  int error = device_init();
  if (error) return error;
  int sum = 0;
  while (nondet()) sum += device_read();
  device_exit();
  return sum;
}
