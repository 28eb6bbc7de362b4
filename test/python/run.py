#!/usr/bin/env python3
"""Runs the tests of the Python package with an interpreter that has cffi and pytest.

    run.py LIBRARY PROJECT
"""
import os
import subprocess
import sys

library, project = sys.argv[1:]
for interpreter in (sys.executable, "/usr/bin/python3"):
    found = subprocess.run([interpreter, "-c", "import cffi, pytest"], capture_output=True, check=False)
    if found.returncode == 0:
        break
else:
    print("skipped: no Python has cffi and pytest (Debian: python3-cffi, python3-pytest)")
    sys.exit(77)
environment = dict(os.environ, HARDBOP_LIBRARY=library, PYTHONPATH=f"{project}/python", PYTHONDONTWRITEBYTECODE="1")
words = [interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{project}/test/python"]
sys.exit(subprocess.run(words, env=environment, check=False).returncode)
