# Sets and shows the permissions of the files.
import os
import sys

if sys.argv[1] == "prepare":
    with open("input.bp", "w") as file:
        file.write("void main() { skip }\n")
    os.chmod("input.bp", 0o640)
    os.chmod("broken.bp", 0o600)
    if not os.path.lexists("link.bp"):
        os.symlink("input.bp", "link.bp")
elif sys.argv[1] == "list":
    print("\n".join(sorted(os.listdir("."))))
else:
    print(f"{os.stat(sys.argv[2]).st_mode & 0o7777:o}")
    print(open(sys.argv[2]).read(), end="")
