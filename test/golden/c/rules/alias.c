static void real(void) {}
void lock(void) __attribute__((alias("real")));
int main(void) {
  lock();
  lock();
}
