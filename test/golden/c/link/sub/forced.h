#define LOCAL 2
