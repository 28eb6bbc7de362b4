/* use of 'x' after its scope ended */
int main(void) {
  return *({
    int x = 1;
    &x;
  });
}
