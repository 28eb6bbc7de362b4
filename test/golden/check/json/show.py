# Prints a JSON answer, its statistics as names only, without what differs from run to run.
import json
import sys

with open(sys.argv[1]) as file:
    answer = json.load(file)
answer["statistics"] = sorted(answer["statistics"])
answer["version"] = "..."
for result in answer["results"]:
    assert result["seconds"] >= 0
    result["seconds"] = "..."
print(json.dumps(answer, indent=1))
