# Each of a hundred procedures calls the next one twice.
print("void main() begin\n  f0();\n  R: skip;\nend")
for i in range(99):
    print(f"void f{i}() begin\n  f{i + 1}();\n  f{i + 1}();\nend")
print("void f99() begin\n  skip;\nend")
