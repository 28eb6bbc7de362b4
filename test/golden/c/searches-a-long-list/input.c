#include <stdlib.h>
int nondet(void);

struct node {
  char data;
  struct node *next;
};

/* Nobody looks for the end of the list: whatever is in it, the search runs off. */
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 20 || nondet(); i++) {
    struct node *first = malloc(sizeof *first);
    if (!first) abort();
    do first->data = nondet();
    while (first->data == 7);
    first->next = list;
    list = first;
  }
  while (list->data != 7) list = list->next;
  return 0;
}
