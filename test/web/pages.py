# SPDX-License-Identifier: MIT
"""What tests of pages share: a browser, a folder with the examples, and the checks that every page must pass."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, missing

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 300_000


class Settings:
    """From the command line."""

    hardbop = ""
    packages = Path()  # of npm; without axe-core, accessibility is not checked
    pictures: Path | None = None


class PageTest(unittest.TestCase):
    """One browser for all tests of a class. After each, nothing was complained about, and nothing asked of the network."""

    browser: Browser
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "examples").symlink_to(ROOT / "examples")
        cls.browser = Browser()
        cls.browser.resize(1400, 900)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()
        cls.temporary.cleanup()

    def setUp(self) -> None:
        self.browser.complaints.clear()
        self.browser.requests.clear()

    def tearDown(self) -> None:
        self.browser.read_logs()
        self.assertEqual(self.browser.complaints, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("file:", "about:", "data:"))], [])

    def hardbop(self, *arguments: str, status: tuple[int, ...] = (0, 5, 10)) -> str:
        command = [Settings.hardbop, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, status, (arguments, done.stderr))
        return done.stdout

    def boxes(self, *selectors: str) -> list[list[int]]:
        """Left, top, right and bottom of each."""
        return self.browser.run(
            "return arguments[0].map((selector) => { const box = document.querySelector(selector).getBoundingClientRect();"
            " return [box.left, box.top, box.right, box.bottom].map(Math.round); });",
            list(selectors),
        )

    def position(self) -> str:
        return self.browser.text(".position")

    def accessible(self) -> None:
        axe = Settings.packages / "axe-core" / "axe.min.js"
        if axe.is_file():
            self.assertEqual(self.browser.violations(axe), [])

    def picture(self, name: str) -> None:
        if Settings.pictures is not None:
            self.browser.screenshot(Settings.pictures / f"{name}.png")


class ReportTest(PageTest):
    """Of pages that `hardbop check --report` writes."""

    def report(self, name: str, *arguments: str, text: str | None = None) -> Path:
        """The page of a check."""
        if text is not None:
            (self.folder / arguments[-1]).write_text(text)
        page = self.folder / f"{name}.html"
        self.hardbop("check", "-w", "--report", str(page), *arguments)
        return page

    def open(self, page: Path, fragment: str = "") -> Browser:
        self.browser.open(page, fragment)
        return self.browser

    def values(self) -> dict[str, str]:
        rows = self.browser.run(
            "return [...document.querySelectorAll('.values tbody tr[data-variable]')].map("
            "(row) => [row.dataset.variable, row.cells[1].innerText.replace(/ any$/, '')]);"
        )
        return dict(rows)

    def watch(self, *expressions: str) -> list[str]:
        for expression in expressions:
            self.browser.run("document.querySelector('.watch input').focus();")
            self.browser.keys(*expression, "Enter")
        self.browser.run("document.activeElement.blur();")
        return self.browser.texts(".watches output")


def main() -> None:
    """TEST HARDBOP PACKAGES [--pictures FOLDER]; ends with 77 if there is no browser."""
    Settings.hardbop = str(Path(sys.argv[1]).resolve())
    Settings.packages = Path(sys.argv[2])
    if "--pictures" in sys.argv:
        at = sys.argv.index("--pictures")
        Settings.pictures = Path(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    if why := missing():
        print(f"skipped: {why}")
        sys.exit(77)
    if not (Settings.packages / "axe-core").is_dir():
        print("accessibility is not checked: npm could not install axe-core")
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
