extern void reach_error(void);
void nobody_calls(void) { reach_error(); }
int main(void) { return 0; }
