/* violated */
void reach_error(void) {}
extern const int limit;
int main(void) {
  if (limit == 4) reach_error();
  return 0;
}
