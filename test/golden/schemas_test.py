# SPDX-License-Identifier: MIT
"""Tests of the test of JSON Schemas, with a stand-in for hardbop."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).with_name("schemas.py")

# Its schema wants an object with a number n. `check --json TEXT` prints the text.
STAND_IN = f"""#!{sys.executable}
import sys
if sys.argv[1] == "schema":
    print('{{"type": "object", "properties": {{"n": {{"type": "number"}}}}, "required": ["n"],'
          '%s "$comment": "..."}}' % CLOSED)
else:
    print(*sys.argv[3:])
"""
CLOSED = ' "additionalProperties": false,'
GOOD = """$ hardbop check --json '{"n": 1}'\n"""


class SchemasTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.manual = self.folder / "manual"
        self.manual.mkdir()
        (self.folder / "area" / "name").mkdir(parents=True)

    def run_it(self, test: str, page: str, closed: str = CLOSED, *options: str) -> tuple[int, str]:
        program = self.folder / "stand-in"
        program.write_text(STAND_IN.replace("CLOSED", repr(closed)))
        program.chmod(0o755)
        (self.folder / "area" / "name" / "test").write_text(test)
        (self.manual / "page.md").write_text(f"```console\n{page}```\n")
        command = [sys.executable, RUNNER, program, self.folder, self.manual, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_wrong(self, expected: str, *arguments: str) -> None:
        status, output = self.run_it(*arguments)
        self.assertEqual(status, 1, output)
        self.assertIn(expected, output)

    def test_documents_of_tests_and_pages_are_validated(self) -> None:
        self.assertEqual(self.run_it(GOOD, GOOD), (0, "validated 2 of check\n"))

    def test_a_wrong_document_is_rejected(self) -> None:
        for wrong in ('{"n": "1"}', '{"n": 1, "m": 2}'):
            line = f"$ hardbop check --json '{wrong}'\n"
            self.assert_wrong("area/name/test:1: at /", line, GOOD)
            self.assert_wrong("page.md:2: at /", GOOD, line)

    def test_what_is_no_json_is_rejected(self) -> None:
        self.assert_wrong("area/name/test:1: no JSON", "$ hardbop check --json\n", GOOD)

    def test_nothing_to_validate_is_a_failure(self) -> None:
        self.assert_wrong("no golden test prints JSON", "$ hardbop check\n", GOOD)
        self.assert_wrong("no page of the manual prints JSON", GOOD, "$ hardbop check\n")
        self.assert_wrong("no golden test prints JSON", GOOD, GOOD, CLOSED, "--without", "area")

    def test_a_schema_that_lets_everything_pass_is_a_failure(self) -> None:
        self.assert_wrong("accepts a document with a key too many", GOOD, GOOD, "")


if __name__ == "__main__":
    unittest.main()
