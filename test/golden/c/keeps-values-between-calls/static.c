// A loop that changes nothing but what a function keeps for itself.
void reach_error(void);

static void tick(void) {
  static int n;
  n++;
  if (n == 10) reach_error();
}

int main(void) {
  while (1) tick();
}
