# SPDX-License-Identifier: MIT
"""Prints the warnings of a JSON answer."""
import json
import sys

for warning in json.load(open(sys.argv[1]))["warnings"]:
    print(json.dumps(warning))
