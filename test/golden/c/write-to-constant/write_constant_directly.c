/* write to 'limit', which is constant */
void reach_error(void) {}
static const int limit = 3;
int main(void) {
  *(int *)&limit = 4;
  reach_error();
  return 0;
}
