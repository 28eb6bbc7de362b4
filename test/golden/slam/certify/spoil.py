"""Writes certificates with something changed."""
import re
import sys

text = open("calls.smt2").read()
lines = text.split("\n")
invariants = [i for i, line in enumerate(lines) if line.startswith("(define-fun at")]


def write(name: str, changed: list[str]) -> None:
    with open(name, "w") as file:
        file.write("\n".join(changed))


# An invariant that is never true, where the program does arrive.
first = invariants[0]
never = re.sub(r"\) Bool .*", ") Bool false)", lines[first])
write("never.smt2", lines[:first] + [never] + lines[first + 1 :])
# Invariants that are always true, where they are not never true.
weak = [
    line if "Bool false)" in line or i not in invariants else re.sub(r"\) Bool .*", ") Bool true)", line)
    for i, line in enumerate(lines)
]
write("weak.smt2", weak)
# An obligation less.
last = max(i for i, line in enumerate(lines) if line.startswith("(push"))
count = next(line for line in reversed(lines) if line.startswith("; obligations: "))
write("less.smt2", lines[:last] + [count, ""])
write("recounted.smt2", lines[:last] + [f"; obligations: {int(count.split()[-1]) - 1}", ""])
write("uncounted.smt2", lines[: lines.index(count)] + [""])
# A definition with a command in it.
write("more.smt2", lines[:first] + [lines[first] + " (reset)"] + lines[first + 1 :])
# As earlier versions wrote it.
head = [line for line in lines if line.startswith("(set-info")]
write("old.smt2", ["; hardbop certificate of a C program", "; heap: 4"] + lines[lines.index(head[-1]) + 1 :])
sys.exit(0 if invariants else 1)
