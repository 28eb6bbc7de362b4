# SPDX-License-Identifier: MIT
"""Prints where the trace of a JSON answer ends."""
import json
import sys

(result,) = json.load(open(sys.argv[1]))["results"]
end = result["trace"]["end"]
print(f'{end["file"]}:{end["line"]}:{end["column"]} in {end["procedure"]}: {end["statement"]}')
print(result["trace"]["loop"]["kind"])
