# The predicates of every round in a folder.
import pathlib
import sys

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.predicates")):
    print(f"{path.stem}:\n{path.read_text()}", end="")
