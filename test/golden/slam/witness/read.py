# SPDX-License-Identifier: MIT
"""Prints a witness without what differs from run to run; says where it is not well formed."""
import hashlib
import re
import sys
from datetime import datetime, timezone

text = open(sys.argv[1]).read()
source = open(sys.argv[2], "rb").read()
uuid = re.search(r'^    uuid: "([0-9a-f-]+)"$', text, re.M)[1]
assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", uuid), uuid
time = re.search(r'^    creation_time: "(.*)"$', text, re.M)[1]
assert abs(datetime.strptime(time, "%Y-%m-%dT%H:%M:%S%z") - datetime.now(timezone.utc)).days < 1, time
assert hashlib.sha256(source).hexdigest() in text
version = re.search(r'^      version: "([^"]+)"$', text, re.M)[1]
for varying in (uuid, time, version):
    text = text.replace(f'"{varying}"', '"..."')
try:
    import yaml

    (entry,) = yaml.safe_load(text)
    if entry["entry_type"] == "violation_sequence":
        assert entry["content"][-1]["segment"][-1]["waypoint"]["type"] == "target"
    else:
        assert entry["entry_type"] == "invariant_set"
        for one in entry["content"]:
            assert one["invariant"]["format"] == "c_expression" and one["invariant"]["value"]
except ImportError:
    pass
print(text, end="")
