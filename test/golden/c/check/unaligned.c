void reach_error(void) {}
struct fields { _Bool flag; unsigned number : 11; };
struct __attribute__((packed)) packed { char tag; short number; };
int main(void) {
  struct fields s = {1, 3}, *p = &s;
  struct packed t = {1, 4}, *q = &t;
  if (p->number != 3 || q->number != 4) reach_error();
  p->number = 5;
  q->number = -2;
  if (s.number != 5 || !s.flag || t.number != -2) reach_error();
  if (s.number > 9)
    ;
  return 0;
}
