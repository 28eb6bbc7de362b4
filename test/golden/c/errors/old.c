int main() { int x = get(); return x; }
