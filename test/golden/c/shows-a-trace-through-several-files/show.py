# SPDX-License-Identifier: MIT
"""Prints the inputs of a JSON answer, and the places of its steps."""
import hashlib
import json
import sys

answer = json.load(open(sys.argv[1]))
for file in answer["inputs"]:
    assert file["sha256"] == hashlib.sha256(open(file["path"], "rb").read()).hexdigest()
    print("input", file["path"])
(result,) = answer["results"]
for step in result["trace"]["steps"] + [result["trace"]["end"]]:
    print(f'{step["file"]}:{step["line"]}:{step["column"]} in {step["procedure"]}: {step["statement"]}')
