/* A tokenizer of JSON on a fixed text: there are no inputs, so the program has one run. */
#include <assert.h>

enum kind { OBJECT = 1, ARRAY, STRING, PRIMITIVE };
struct token {
  enum kind kind;
  int start, end, size, parent;
};

static const char text[] =
    "{\"name\": \"lamp\", \"on\": true, \"levels\": [10, 20, 30, {\"max\": 255}], "
    "\"tags\": [\"a\", \"b\", \"c\"], \"note\": \"a \\\"quoted\\\" word\"}";
static struct token tokens[64];
static int count, position;

static int add(enum kind kind, int start, int end, int parent) {
  if (count >= 64) return -1;
  tokens[count].kind = kind;
  tokens[count].start = start;
  tokens[count].end = end;
  tokens[count].size = 0;
  tokens[count].parent = parent;
  if (parent >= 0) tokens[parent].size++;
  return count++;
}

static int string(int parent) {
  int start = ++position;
  while (text[position] != 0) {
    if (text[position] == '"') return add(STRING, start, position, parent);
    if (text[position] == '\\') position++;
    position++;
  }
  return -1;
}

static int is_delimiter(char c) { return c == 0 || c == ',' || c == ']' || c == '}' || c == ' '; }

static int primitive(int parent) {
  int start = position;
  while (!is_delimiter(text[position])) position++;
  int token = add(PRIMITIVE, start, position, parent);
  position--;
  return token;
}

/* The parent of what comes after the bracket; below -1 if nothing was open, or something else. */
static int close(enum kind kind) {
  int token = count - 1;
  while (token >= 0 && tokens[token].end >= 0) token--;
  if (token < 0 || tokens[token].kind != kind) return -2;
  tokens[token].end = position + 1;
  return tokens[token].parent;
}

static int parse(void) {
  int parent = -1;
  for (; text[position] != 0; position++) {
    switch (text[position]) {
      case '{': parent = add(OBJECT, position, -1, parent); break;
      case '[': parent = add(ARRAY, position, -1, parent); break;
      case '}':
      case ']':
        while (parent >= 0 && tokens[parent].kind == STRING) parent = tokens[parent].parent;
        parent = close(text[position] == '}' ? OBJECT : ARRAY);
        if (parent < -1) return -1;
        break;
      case '"':
        if (string(parent) < 0) return -1;
        break;
      case ':': parent = count - 1; break;
      case ',':
        while (parent >= 0 && tokens[parent].kind == STRING) parent = tokens[parent].parent;
        break;
      case ' ': break;
      default:
        if (primitive(parent) < 0) return -1;
    }
  }
  return count;
}

int main(void) {
  int found = parse();
  assert(found == 20);
  assert(tokens[0].kind == OBJECT && tokens[0].size == 5);
  for (int i = 0; i < found; i++) assert(tokens[i].end >= tokens[i].start);
  return 0;
}
