void run(void (*call)(void));
int shared;

void called_back(void) { shared = 1; }

int main(void) {
  run(called_back);
  return 0;
}
