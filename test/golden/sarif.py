# SPDX-License-Identifier: MIT
"""What a SARIF log must be: the parts of SARIF 2.1.0 that Hardbop uses, and what code hosting sites ask for.

problems(log) yields a sentence for each requirement that the log does not meet. run.py asks it of
every log that a golden test makes.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

# For each object, its properties and what they must be: a type, a list [of what], a name of another
# object, a regular expression; with ! where the property is required.
SHAPES = {
    "log": {"$schema!": r"https://.*/sarif-2\.1\.0\.json", "version!": r"2\.1\.0", "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations!": ["invocation"], "originalUriBaseIds!": dict, "artifacts": ["artifact"],
            "results!": ["result"]},
    "tool": {"driver!": "driver"},
    "driver": {"name!": "hardbop", "version!": r"\d+\.\d+\.\d+", "semanticVersion": r"\d+\.\d+\.\d+",
               "rules!": ["rule"], "notifications!": ["notice"]},
    "rule": {"id!": r"(hardbop|rule)/[\w.~%-]+", "shortDescription!": "text", "fullDescription!": "text", "help!": "text",
             "defaultConfiguration!": "configuration", "properties": dict},
    "configuration": {"level!": r"none|note|warning|error"},
    "notice": {"id!": r"hardbop/[\w-]+", "shortDescription!": "text"},
    "text": {"text!": r"(?s).*\S.*"},
    "invocation": {"executionSuccessful!": bool, "exitCode!": int, "workingDirectory": "file",
                   "toolExecutionNotifications!": ["notification"]},
    "notification": {"level!": r"none|note|warning|error", "message!": "text", "descriptor!": "reference",
                     "locations": ["location"], "associatedRule": "reference"},
    "reference": {"id!": r"\S+", "index!": int},
    "artifact": {"location!": "file", "roles": [r"analysisTarget"], "hashes": dict},
    "file": {"uri!": r"\S*", "uriBaseId": r"SRCROOT"},
    "result": {"ruleId!": r"\S+", "ruleIndex!": int, "kind": r"pass|notApplicable", "level!": r"none|note|error",
               "message!": "text", "locations!": ["location"], "codeFlows": ["flow"], "relatedLocations": ["location"], "partialFingerprints!": dict},
    "location": {"physicalLocation!": "physical", "logicalLocations": ["logical"], "message": "text"},
    "physical": {"artifactLocation!": "file", "region": "region"},
    "region": {"startLine!": int, "startColumn": int},
    "logical": {"name!": r"(?s).+", "kind!": r"function"},
    "flow": {"message!": "text", "threadFlows!": ["thread"]},
    "thread": {"id": r"(?s).+", "locations!": ["step"]},
    "step": {"location!": "location", "kinds": [r"call|return"], "state": dict, "nestingLevel!": int,
             "executionOrder!": int, "importance": r"essential"},
}  # fmt: skip


def shape_problems(value: object, shape: object, where: str) -> Iterator[str]:
    if isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where} is no array"
            return
        for index, one in enumerate(value):
            yield from shape_problems(one, shape[0], f"{where}[{index}]")
    elif isinstance(shape, type):
        if type(value) is not shape:
            yield f"{where} is no {shape.__name__}"
        elif shape is int and value < 0:
            yield f"{where} is negative"
    elif shape in SHAPES:
        yield from object_problems(value, SHAPES[shape], where)
    elif not isinstance(value, str) or not re.fullmatch(shape, value):
        yield f"{where} is {value!r}"


def object_problems(value: object, shape: dict, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    shapes = {name.rstrip("!"): one for name, one in shape.items()}
    for name in shape:
        if name.endswith("!") and name[:-1] not in value:
            yield f"{where} has no {name[:-1]}"
    for name, one in value.items():
        if name in shapes:
            yield from shape_problems(one, shapes[name], f"{where}.{name}")
        else:
            yield f"{where} has an unexpected {name}"


def braces_problems(value: object, where: str) -> Iterator[str]:
    """Braces are doubled, as otherwise they are placeholders."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name == "text" and re.search(r"[{}]", one.replace("{{", "").replace("}}", "")):
                yield f"{where} has a placeholder in {one!r}"
            yield from braces_problems(one, f"{where}.{name}")
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from braces_problems(one, f"{where}[{index}]")


def files(value: object) -> Iterator[dict]:
    if isinstance(value, dict):
        if "uri" in value and "description" not in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from files(one)


def uri_problems(run: dict) -> Iterator[str]:
    """A relative reference has a base and stays in it; any other is a file's."""
    for file in files(run):
        parts = urlsplit(file["uri"])
        if "uriBaseId" in file:
            if file["uriBaseId"] not in run["originalUriBaseIds"]:
                yield f"{file} has an unknown base"
            if parts.scheme or file["uri"].startswith("/") or ".." in parts.path.split("/"):
                yield f"{file} is not inside its base"
        elif parts.scheme != "file" or parts.netloc or not parts.path.startswith("/"):
            yield f"{file} is no file and has no base"
    for name, base in run["originalUriBaseIds"].items():
        if "uri" in base and not (base["uri"].startswith("file:///") and base["uri"].endswith("/")):
            yield f"{name} is {base['uri']}, which is no folder"


def reference_problems(run: dict) -> Iterator[str]:
    driver = run["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    notices = [notice["id"] for notice in driver["notifications"]]
    if len(set(rules)) != len(rules):
        yield f"rules are not distinct: {rules}"
    used = set()
    for result in run["results"]:
        used.add(result["ruleId"])
        if rules[result["ruleIndex"] : result["ruleIndex"] + 1] != [result["ruleId"]]:
            yield f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}"
    if used != set(rules):
        yield f"rules without results: {set(rules) - used}"
    for invocation in run["invocations"]:
        for said in invocation["toolExecutionNotifications"]:
            for name, ids in ({"descriptor": notices, "associatedRule": rules}).items():
                if name in said and ids[said[name]["index"] : said[name]["index"] + 1] != [said[name]["id"]]:
                    yield f"{name} {said[name]} is wrong"


def result_problems(run: dict) -> Iterator[str]:
    seen = set()
    for result in run["results"]:
        if result.get("kind", "fail") != "fail" and result["level"] != "none":
            yield f"level {result['level']} of kind {result['kind']}"
        if len(result["locations"]) != 1 or "region" not in result["locations"][0]["physicalLocation"]:
            yield f"no line of {result['message']}"
        (fingerprint,) = result["partialFingerprints"].items()
        if fingerprint[0] != "hardbop/v1" or not re.fullmatch(r"[0-9a-f]{32}:[1-9]\d*", fingerprint[1]):
            yield f"fingerprint {fingerprint}"
        if fingerprint in seen:
            yield f"fingerprint {fingerprint} of two results"
        seen.add(fingerprint)


def status_problems(run: dict) -> Iterator[str]:
    """The exit status follows from the results, and each that is unknown has its reason."""
    (invocation,) = run["invocations"]
    levels = [result["level"] for result in run["results"]]
    expected = 10 if "error" in levels else 5 if "note" in levels else 0
    if invocation["exitCode"] != expected or invocation["executionSuccessful"] is not True:
        yield f"exitCode {invocation['exitCode']} instead of {expected}"
    reasons = [said for said in invocation["toolExecutionNotifications"] if said["descriptor"]["id"] == "hardbop/unknown"]
    if len(reasons) != levels.count("note"):
        yield f"{len(reasons)} reasons of {levels.count('note')} unknown results"


def problems(log: object) -> Iterator[str]:
    found = list(shape_problems(log, "log", "log"))
    yield from found
    if found:
        return
    if len(log["runs"]) != 1:
        yield f"{len(log['runs'])} runs"
    yield from braces_problems(log, "log")
    for run in log["runs"]:
        for check in (uri_problems, reference_problems, result_problems, status_problems):
            yield from check(run)
