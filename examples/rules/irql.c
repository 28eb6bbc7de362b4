// A driver raises the level for a short time only. KeRaiseIrql has a body here, that stands for
// what Windows does.
extern int nondet(void);
typedef unsigned char KIRQL;
#define DISPATCH_LEVEL 2
static KIRQL current;
void KeRaiseIrql(KIRQL level, KIRQL *old) {
  *old = current;
  current = level;
}
void KeLowerIrql(KIRQL level) { current = level; }
int ZwReadFile(void);

int queue;
int next_request(void) {
  KIRQL old;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  if (queue == 0) {
    KeLowerIrql(old);
    return ZwReadFile();
  }
  int request = queue--;
  KeLowerIrql(old);
  return request;
}

int main(void) {
  queue = nondet() & 3;
  while (nondet()) next_request();
  return 0;
}
