# SPDX-License-Identifier: MIT
"""compare.py SCHEMA ANSWER: validates an answer with a schema, and one with a key too many."""
import json
import sys

from jsonschema import Draft202012Validator

schema, answer = (json.load(open(path)) for path in sys.argv[1:])
validator = Draft202012Validator(schema)
validator.check_schema(schema)
validator.validate(answer)
assert not validator.is_valid({**answer, "surprise": 1})
print(schema["title"])
