int g;
int main(void) {
  g = 0;
  return 0;
}
