"""Compiles a harness as its first lines say, and says whether a sanitizer shows the error."""
import os
import re
import shutil
import subprocess
import sys

text = open(sys.argv[1]).read()
command = re.search(r"^ \*   (cc .*)$", text, re.M)[1].replace("THIS-FILE", sys.argv[1])
if not shutil.which("cc") or not shutil.which("bash"):
    print("no compiler: nothing is tried")
    sys.exit()
environment = {name: value for name, value in os.environ.items() if name != "ASAN_OPTIONS"}
run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
shown = re.search(r"(ERROR: \w+Sanitizer|runtime error): [^\n]*", run.stderr)
print("shown:", shown[0] if shown and run.returncode != 0 else run.stderr)
