# SPDX-License-Identifier: MIT
"""Prints what a site for code review reads of a SARIF log: status, files, notifications, rules, results."""
import json
import sys

(run,) = json.load(open(sys.argv[1]))["runs"]
(call,) = run["invocations"]


def place(location):
    physical = location["physicalLocation"]
    file, region = physical["artifactLocation"], physical.get("region", {})
    base = file.get("uriBaseId", "no base")
    uri = file["uri"] if "uriBaseId" in file else file["uri"][: len("file:///")] + "..."
    return f"[{base}] {uri}:{region.get('startLine', '-')}"


print("status", call["exitCode"], "successful" if call["executionSuccessful"] else "failed")
for file in run["artifacts"]:
    print("file", place({"physicalLocation": {"artifactLocation": file["location"]}}), len(file["hashes"]["sha-256"]))
for said in call["toolExecutionNotifications"]:
    places = " ".join(map(place, said.get("locations", [])))
    print(said["descriptor"]["id"], said["level"], places, said["message"]["text"][:60])
for rule in run["tool"]["driver"]["rules"]:
    print("rule", rule["id"], "|", rule["shortDescription"]["text"], "|", rule["fullDescription"]["text"])
for result in run["results"]:
    print(result["ruleId"], result["level"], place(result["locations"][0]))
