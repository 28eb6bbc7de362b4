// Who uses a name without saying that it is weak needs it: then it is defined somewhere.
void hook(void);
void use(void) { hook(); }
