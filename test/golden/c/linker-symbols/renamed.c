int renamed(void) { return 6; }
