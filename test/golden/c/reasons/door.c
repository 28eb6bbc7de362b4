extern void reach_error(void);
int door;
int main(void) {
  door = 1;
  if (door == 2) reach_error();
}
