// Dispatch routines complete what they cannot leave to others.
#define STATUS_PENDING 0x103
extern int nondet(void);
typedef struct { int size; } IRP;
void IoCompleteRequest(IRP *irp, int boost);
void enqueue(IRP *irp);

int DispatchRead(IRP *irp) {
  if (irp->size == 0) {
    IoCompleteRequest(irp, 0);
    return 0;
  }
  enqueue(irp);
  return STATUS_PENDING;
}

int main(void) {
  IRP irp;
  irp.size = nondet();
  int (*dispatch)(IRP *) = DispatchRead;
  return dispatch(&irp);
}
