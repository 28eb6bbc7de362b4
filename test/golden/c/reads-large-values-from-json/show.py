# SPDX-License-Identifier: MIT
"""Prints the state at the end of a trace."""
import json
import sys

(result,) = json.load(open(sys.argv[1]))["results"]
print(json.dumps(result["trace"]["end"]["state"], indent=1))
