/* holds */
void reach_error(void) {}
struct n {
  struct n *next;
  int v;
} * head;
void push(struct n *e) {
  e->next = head;
  head = e;
}
void pop(void) {
  head = head->next;
}
int f(int v) {
  struct n e = {0, v};
  push(&e);
  int r = head->v;
  pop();
  return r;
}
int main(void) {
  int i;
  for (i = 0; i < 3; i++)
    if (f(i) != i) reach_error();
  if (head) reach_error();
  return 0;
}
