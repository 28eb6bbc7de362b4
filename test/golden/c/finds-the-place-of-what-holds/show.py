# SPDX-License-Identifier: MIT
"""Prints the place of each result of a JSON answer."""
import json
import sys

for result in json.load(open(sys.argv[1]))["results"]:
    at = result["location"]
    place = f'{at["file"]}:{at["line"]}:{at["column"]} in {result["procedure"]}'
    print(f'{result["property"]} ({result["kind"]}): {result["verdict"]} at {place}')
