int main(void) {
  goto ERROR;
ERROR:
  while (1)
    ;
}
