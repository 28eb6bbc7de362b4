import json
import sys

run = json.load(open(sys.argv[1]))["runs"][0]
for result in run["results"]:
    print(result["ruleId"], result.get("kind", "fail"), result["level"], result["message"]["text"])
for call in run.get("invocations", []):
    for said in call["toolExecutionNotifications"]:
        print(said["level"], said["message"]["text"])
