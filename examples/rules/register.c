// A module registers itself when it is loaded, and undoes that when it goes or cannot start.
struct pci_driver { int id; } driver;
int pci_register_driver(struct pci_driver *driver);
void pci_unregister_driver(struct pci_driver *driver);
int start(void);

int load(void) {
  int error = pci_register_driver(&driver);
  if (error) return error;
  error = start();
  if (error) pci_unregister_driver(&driver);
  return error;
}

void unload(void) { pci_unregister_driver(&driver); }

int main(void) {
  if (load() == 0) unload();
  return 0;
}
