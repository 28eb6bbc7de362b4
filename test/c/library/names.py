#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No function of the C library is guessed: hardbop knows every name that the headers declare.

names.py HARDBOP CLANG: takes the address of each function that Clang sees declared in the headers of
the C standard and POSIX. None may be an undefined function, for a call of it would be arbitrary then. Exit status 77: no Clang, or no headers.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = """
assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool
stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm net/if netdb
netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings stropts sys/ipc sys/mman sys/msg
sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un
sys/utsname sys/wait syslog tar termios trace ulimit unistd utime utmpx wordexp
alloca argp argz crypt endian envz err error execinfo fts getopt ifaddrs malloc mcheck mntent obstack printf pty
sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl sys/prctl sys/random sys/sendfile sys/signalfd sys/statfs sys/syscall
sys/sysinfo sys/timerfd sys/xattr
""".split()
ENOUGH = 1500  # fewer declarations than that are not those of a C library


def text_of(headers: list[str]) -> str:
    lines = [f"#if __has_include(<{name}.h>)\n#include <{name}.h>\n#endif" for name in headers]
    return "#define _GNU_SOURCE\n" + "\n".join(lines) + "\n#undef basename\n"


def declared(clang: str, folder: Path) -> list[str]:
    """Names of functions that the headers declare and do not define."""
    file = folder / "headers.c"
    file.write_text(text_of(HEADERS))
    command = [clang, "-std=gnu11", "-w", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", str(file)]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found, own = set(), set()
    name = ""
    for line in dump.splitlines():
        match = re.match(r"[|`]-FunctionDecl .*? (?:used |referenced |implicit |invalid )*(\w+) '", line)
        if line[:2] in ("|-", "`-"):
            name = match[1] if match else ""
            found |= {name}
        if name and re.match(r"[| ] [|`]-CompoundStmt|[| ] [|`]-OverloadableAttr", line):
            own.add(name)
    return sorted(one for one in found - own if one and not one.startswith("__builtin_"))


def guessed(hardbop: str, names: list[str], folder: Path) -> list[str]:
    """Those of the functions that hardbop takes for the program's environment."""
    file = folder / "calls.c"
    addresses = ",\n".join(f"(void *){name}" for name in names)
    file.write_text(text_of(HEADERS) + f"void *all[] = {{{addresses}}};\nint main(void) {{ return all[0] == 0; }}\n")
    command = [hardbop, "fmt", "--il", "--data-model", "LP64", "--undefined", "refuse", str(file)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    referred = re.findall(r"ptr = &(\w+);", out)  # by their symbols, which headers may change
    assert len(referred) >= ENOUGH, "all of them should be in the table"
    unknown = set(re.findall(r'unsupported "call of undefined function (\w+)"', out))
    return [name for name in referred if name in unknown]


def main() -> int:
    hardbop, clang = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            names = declared(clang, folder)
        except (OSError, subprocess.CalledProcessError):
            return 77
        if len(names) < ENOUGH:
            return 77
        wrong = guessed(hardbop, names, folder)
    for name in wrong:
        print(f"{name} is the C library's, but hardbop would guess what it does")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
