void reach_error(void) {}
static void fail(void) { reach_error(); }
