/* holds */
void reach_error(void) {}
struct node {
  unsigned data;
  struct node *next;
} list;
void fill(struct node *to, struct node *next, unsigned data) {
  to->data = data;
  to->next = next;
}
void f(unsigned n) {
  struct node own;
  fill(&list, &own, n);
}
int main(void) {
  unsigned i;
  for (i = 0; i < 256; i++) {
    f(i);
    f(i);
    if (list.data != i) reach_error();
  }
  for (i = 0; i < 256; i++) {
    list.data = i;
    f(list.data);
    if (list.data != i) reach_error();
  }
  return 0;
}
