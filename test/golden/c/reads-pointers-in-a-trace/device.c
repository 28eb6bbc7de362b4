#include <assert.h>
#include <stdlib.h>

enum mode { OFF, IDLE = 4, BUSY };
struct device {
  char name[4];
  enum mode mode;
  struct device *next;
  void (*handler)(int);
};

static struct device first, second;
static int slots[4];
static int seen;

static void count(int by) { seen += by; }

int main(void) {
  first.next = &second;
  first.mode = BUSY;
  second.handler = count;
  first.name[1] = 'x';
  first.name[2] = '\n';
  int *slot = &slots[3];
  enum mode *mode = &second.mode;
  struct device *last = NULL;
  char *text = malloc(8);
  char *part = malloc(8);
  const char *word = "word";
  part += 2;
  last = first.next;
  word++;
  slot++;
  last->handler(1);
  free(text);
  *mode = 7;
  assert(seen == 0);
  return *slot + *part;
}
