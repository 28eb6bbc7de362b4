#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the packages of `make deb` and the wheel of `make python`.

    run.py DEBS WHEELS

lintian must find no error. The packages are installed in a Debian system of their own, which has
nothing but what they depend on and a C compiler, and are used there: the program on a Boolean and
on a C program, the library from C and from Python. Then they are removed, and must leave nothing
behind. The wheel is installed in a virtual environment. Exits with 77 if a tool is missing.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

TOOLS = ["lintian", "mmdebstrap", "dpkg-deb", "chroot"]
BOOLEAN = "void main() begin\n  decl x;\n  if (x) then\n    ERROR: skip;\n  fi\nend\n"
C = "extern void reach_error(void);\nint main(void) { int x = 3; if (x * 2 != 6) reach_error(); return 0; }\n"
CONSUMER = r"""
#include <hardbop/hardbop.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char* answer = hardbop_call("check", "{\"text\": \"void main() begin assert(*); end\"}", 0);
  const int is_right = answer != NULL && strstr(answer, "\"violated\"") != NULL;
  puts(hardbop_version());
  hardbop_free(answer);
  return is_right ? 0 : 1;
}
"""
PYTHON = """
import hardbop
answer = hardbop.parse("void main() begin assert(*); end").check()
assert str(answer.verdict).endswith("violated"), answer.verdict
"""


def run(*command: object, status: int = 0, **options) -> str:
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))} exits with {done.returncode}:\n{done.stdout}")
    return done.stdout


def needed(debs: list[Path]) -> list[str]:
    """What the packages depend on, apart from each other."""
    own = {deb.name.split("_")[0] for deb in debs}
    names = set()
    for deb in debs:
        for one in run("dpkg-deb", "--field", deb, "Depends").strip().split(", "):
            name = re.match(r"[a-z0-9.+-]+", one)
            if name and name[0] not in own:
                names.add(name[0])
    return sorted(names)


def installed_files(root: Path) -> set[str]:
    return {path for path in run("find", root / "usr", "-name", "*hardbop*").split()}


def test_debs(debs: list[Path], folder: Path) -> None:
    print(run("lintian", "--fail-on", "error", *debs))
    root = folder / "root"
    include = ",".join([*needed(debs), "gcc", "libc6-dev"])
    run("mmdebstrap", "--variant=minbase", f"--include={include}", "bookworm", root)
    before = installed_files(root)
    place = root / "tmp/packages"
    place.mkdir()
    for deb in debs:
        shutil.copy(deb, place)
    (place / "small.bp").write_text(BOOLEAN)
    (place / "small.c").write_text(C)
    (place / "consumer.c").write_text(CONSUMER)
    (place / "use.py").write_text(PYTHON)

    def inside(*command: str, status: int = 0) -> str:
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        space = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={root}/proc"]
        return run(*space, "chroot", root, *command, status=status, env=clean)

    inside("sh", "-c", "dpkg --install /tmp/packages/*.deb")
    print(inside("hardbop", "--version"), end="")
    print(inside("hardbop", "check", "/tmp/packages/small.bp", status=10), end="")
    print(inside("hardbop", "check", "--property", "unreach-call", "/tmp/packages/small.c"), end="")
    inside("hardbop-validate", "--help")
    inside("gcc", "-o", "/tmp/packages/consumer", "/tmp/packages/consumer.c", "-lhardbop-c")
    print(inside("/tmp/packages/consumer"), end="")
    inside("python3", "/tmp/packages/use.py")
    names = [deb.name.split("_")[0] for deb in debs]
    inside("dpkg", "--purge", *names)
    left = installed_files(root) - before
    if left:
        sys.exit("left behind: " + " ".join(sorted(left)))


def test_wheel(wheels: list[Path], folder: Path) -> None:
    home = folder / "venv"
    run(sys.executable, "-m", "venv", "--system-site-packages", home)
    run(home / "bin/pip", "install", "--no-index", "--no-deps", wheels[-1])
    clean = {name: value for name, value in os.environ.items()
             if name not in ("PYTHONPATH", "HARDBOP_LIBRARY")}
    run(home / "bin/python3", "-c", textwrap.dedent(PYTHON), cwd=folder, env=clean)
    print(f"{wheels[-1].name} works")


def main() -> int:
    debs = sorted(Path(sys.argv[1]).glob("*.deb"))
    wheels = sorted(Path(sys.argv[2]).glob("*.whl"))
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print("skipped, for want of", *missing)
        return 77
    if not debs or not wheels:
        sys.exit("there are no packages; make deb and make python build them")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        test_wheel(wheels, folder)
        test_debs(debs, folder)
    print("all packages work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
