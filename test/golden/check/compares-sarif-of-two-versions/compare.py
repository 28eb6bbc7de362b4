# SPDX-License-Identifier: MIT
"""Prints what two SARIF logs have in common: each result's rule, lines and whether it is known again."""
import json
import sys

one, two = (json.load(open(path))["runs"][0]["results"] for path in sys.argv[1:3])


def line(result):
    return result["locations"][0]["physicalLocation"]["region"]["startLine"]


for result in one:
    (again,) = [other for other in two if other["partialFingerprints"] == result["partialFingerprints"]]
    print(result["ruleId"], line(result), "->", line(again), result["level"])
assert len({json.dumps(result["partialFingerprints"]) for result in one}) == len(one)
