#ifndef MOST
#define MOST 2
#endif
int held;
static int count;
int take(void) {
  if (count >= MOST || held) return 0;
  count++;
  held = 1;
  return held;
}
void give(void) { held = 0; }
