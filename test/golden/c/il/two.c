int shared = 5; int f(int x) { return x; }
