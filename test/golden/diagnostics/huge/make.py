# Prints a large program of the kind that is asked for.
import sys

N = 200_000


def program(statements: str) -> str:
    return f"decl a; void main() begin\n{statements}\nend\n"


def nested(opening: str, closing: str, depth: int = 50_000) -> str:
    return program(f"{opening}\n" * depth + "skip;\n" + f"{closing}\n" * depth)


KINDS = {
    "parentheses": lambda: program("  assert(" + "(" * N + "a" + ")" * N + ");"),
    "open-parentheses": lambda: program("  assert(" + "(" * N + "a;"),
    "negations": lambda: program("  assert(" + "!" * N + "a);"),
    "conditionals": lambda: program("  assert(" + "a ? a : " * N + "a);"),
    "implications": lambda: program("  assert(" + "!a => " * N + "a);"),
    "choices": lambda: program("  assert(" + "schoose[" * N + "a" + ", a]" * N + ");"),
    "ifs": lambda: nested("if (a) then", "fi"),
    "whiles": lambda: nested("while (a) do", "od"),
    "braces": lambda: nested("if (a) {", "}"),
    "elsifs": lambda: program(
        "  if (a) then skip;\n" + "  elsif (a) then skip;\n" * 50_000 + "  fi\n  assert(a);"
    ),
    "labels": lambda: program("\n".join(f"  L{i}: skip;" for i in range(N))),
    "labels-on-one": lambda: program("  " + " ".join(f"L{i}:" for i in range(N)) + " skip;"),
    "identifier": lambda: program("  " + "a" * 3_000_000 + " := T;"),
    "line": lambda: program(" a := a;" * N + " y := a;" + " a := a;" * N).replace("\n", " "),
    "nul": lambda: "\0" * 3_000_000,
    "comment": lambda: "decl a;\n/*" + " text" * N,
    "name": lambda: "decl a;\n  decl {" + " text" * N,
    "names": lambda: "decl {\n" * N,
    "comments": lambda: program("  skip; // behind\n  // before" * N + "\n  skip;").replace(
        "decl a; ", "decl a;\n\n", 1
    ).replace("  // before  skip;", "  // before\n  skip;"),
    "errors": lambda: program("  a := ;\n" * N),
    "targets": lambda: program(
        "  goto " + ", ".join(f"L{i}" for i in range(N)) + ";\n"
        + "\n".join(f"  L{i}: skip;" for i in range(N)) + "\n  assert(a);"
    ),
    "calls": lambda: "".join(f"void p{i}() begin\n  p{i + 1}();\nend\n" for i in range(50_000))
    + "void p50000() begin\n  assert(F);\nend\nvoid main() begin\n  p0();\nend\n",
}
sys.stdout.write(KINDS[sys.argv[1]]())
