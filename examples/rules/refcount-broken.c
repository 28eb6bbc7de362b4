// Users of an object each have a reference. One of them forgets to give it back.
extern int nondet(void);
struct kref { int count; };
void kref_init(struct kref *ref);
void kref_get(struct kref *ref);
void kref_put(struct kref *ref);

struct session {
  struct kref ref;
  int data;
} session;

int use(struct session *s) {
  kref_get(&s->ref);
  if (nondet()) return -1;
  s->data++;
  kref_put(&s->ref);
  return 0;
}

int main(void) {
  kref_init(&session.ref);
  while (nondet())
    if (use(&session)) break;
  kref_put(&session.ref);
  return 0;
}
