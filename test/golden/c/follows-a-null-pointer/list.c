extern int __VERIFIER_nondet_int(void);

struct node {
  int key, value;
  struct node *next;
};

static struct node second = {2, 20, 0}, first = {1, 10, &second};

static struct node *find(struct node *at, int key) {
  while (at && at->key != key) at = at->next;
  return at;
}

#ifndef LOOKS
int main(void) {
  return find(&first, __VERIFIER_nondet_int())->key;
}
#else
int main(void) {
  struct node *found = find(&first, __VERIFIER_nondet_int());
  return found ? found->value : -1;
}
#endif
