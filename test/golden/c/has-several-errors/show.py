# SPDX-License-Identifier: MIT
import json
import sys

for result in json.load(open(sys.argv[1]))["results"]:
    at = result["location"]
    print(result["property"], result["verdict"], f"{at['line']}:{at['column']}", result["procedure"], result["reason"])
