#define VALUE 40
