// A module registers itself when it is loaded, and forgets it where it cannot start.
struct pci_driver { int id; } driver;
int pci_register_driver(struct pci_driver *driver);
void pci_unregister_driver(struct pci_driver *driver);
int start(void);

int load(void) {
  int error = pci_register_driver(&driver);
  if (error) return error;
  return start();
}

void unload(void) { pci_unregister_driver(&driver); }

int main(void) {
  if (load() == 0) unload();
  return 0;
}
