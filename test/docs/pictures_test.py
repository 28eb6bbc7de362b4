# SPDX-License-Identifier: MIT
"""Tests of the check of the pictures."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).with_name("pictures.py")
SOURCE = 'digraph d {\n  a [label="one\\ntwo & three"]\n  b [label="four"]\n  // label="none"\n}\n'
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><g><title>a</title>'
    "<text>one</text><text>two &amp; three</text></g><text>four</text></svg>"
)
PAGE = "Text.\n\n![four after one](pictures/p.svg)\n"


class Pictures(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.design = Path(temporary.name)
        (self.design / "pictures").mkdir()
        self.write("page.md", PAGE)
        self.write("pictures/p.dot", SOURCE)
        self.write("pictures/p.svg", SVG)

    def write(self, name: str, text: str) -> None:
        (self.design / name).write_text(text)

    def assert_fails(self, expected: str) -> None:
        done = subprocess.run([sys.executable, CHECK, self.design], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn(expected, done.stdout)

    def test_a_picture_that_shows_its_source_passes(self) -> None:
        subprocess.run([sys.executable, CHECK, self.design], check=True, capture_output=True)

    def test_a_label_that_is_not_shown_fails(self) -> None:
        self.write("pictures/p.svg", SVG.replace("two", "2"))
        self.assert_fails("p.svg does not show 'two & three'")

    def test_a_text_that_is_no_label_fails(self) -> None:
        self.write("pictures/p.dot", SOURCE.replace('b [label="four"]', "four"))
        self.assert_fails("p.dot has no label 'four'")

    def test_a_source_without_a_picture_fails(self) -> None:
        (self.design / "pictures/p.svg").unlink()
        self.assert_fails("p.dot has no p.svg")

    def test_a_picture_without_a_source_fails(self) -> None:
        (self.design / "pictures/p.dot").rename(self.design / "pictures/q.dot")
        self.assert_fails("p.svg has no source")

    def test_a_picture_that_no_page_shows_fails(self) -> None:
        self.write("page.md", PAGE.replace("four after one", ""))
        self.assert_fails("no page shows p.svg")


if __name__ == "__main__":
    unittest.main()
