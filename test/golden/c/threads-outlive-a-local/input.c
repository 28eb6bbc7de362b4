#include <pthread.h>
#include <assert.h>
int *p;
void f(void){ int x = 3; p = &x; }
void *w(void*a){ return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,w,0); f(); int y = *p; pthread_join(t,0); return y; }
