# A program with five thousand errors.
print("void main() begin")
for i in range(5000):
    print(f"  x{i} := T;")
print("end")
