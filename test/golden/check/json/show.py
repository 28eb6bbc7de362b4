# Prints a JSON answer, its statistics as names only.
import json
import sys

with open(sys.argv[1]) as file:
    answer = json.load(file)
answer["statistics"] = sorted(answer["statistics"])
answer["version"] = "..."
print(json.dumps(answer, indent=1))
