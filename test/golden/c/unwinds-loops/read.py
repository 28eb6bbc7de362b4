# SPDX-License-Identifier: MIT
"""Prints a SARIF log without the version, which differs from build to build."""
import json
import sys

log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
(run,) = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "hardbop" and driver["version"]
ids = [rule["id"] for rule in driver["rules"]]
assert len(ids) == len(set(ids))
assert {result["ruleId"] for result in run["results"]} == set(ids)
print(json.dumps(run["results"], indent=1))
