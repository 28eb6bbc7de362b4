// Code that nobody knows may pass any numbers.
void reach_error(void);
void register_cb(float (*f)(float, double *));
static float cb(float x, double *d) { if (x == 1.5f && *d == 2.0) reach_error(); return x; }
double g;
int main(void) { register_cb(cb); return 0; }
