#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pictures of the design pages: what an SVG shows is what its Graphviz source says.

Graphviz itself is not needed. A source writes each label as label="...", and so every line of
every label must be a text of the SVG beside it, and every text of the SVG such a line. A page of
docs/design must show each picture, and say in words what is on it.
"""

import argparse
import re
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
LABEL = re.compile(r'\blabel="((?:[^"\\]|\\.)*)"')
LINE_END = re.compile(r"\\[nlr]")
TEXT = "{http://www.w3.org/2000/svg}text"


def one_line(text: str) -> str:
    return " ".join(text.split())


def labels(source: str) -> Counter[str]:
    """The lines of all labels of a Graphviz source, with how often each occurs."""
    lines = (line for label in LABEL.findall(COMMENT.sub("", source)) for line in LINE_END.split(label))
    return Counter(text for line in lines if (text := one_line(line.replace('\\"', '"'))))


def texts(svg: str) -> Counter[str]:
    found = ("".join(element.itertext()) for element in xml.fromstring(svg).iter(TEXT))
    return Counter(text for line in found if (text := one_line(line)))


def problems_of(source: Path, pages: str) -> list[str]:
    picture = source.with_suffix(".svg")
    if not picture.exists():
        return [f"{source.name} has no {picture.name} beside it: dot -Tsvg makes it"]
    said, shown = labels(source.read_text()), texts(picture.read_text())
    problems = [f"{picture.name} does not show '{text}': redraw it" for text in said - shown]
    problems += [f"{source.name} has no label '{text}', which {picture.name} shows" for text in shown - said]
    if not said:
        problems.append(f"{source.name} has no labels")
    if not re.search(rf"!\[[^\]]+\]\(pictures/{re.escape(picture.name)}\)", pages):
        problems.append(f"no page shows {picture.name} with words in its place: ![words](pictures/{picture.name})")
    return problems


def problems_in(design: Path) -> list[str]:
    pages = "\n".join(page.read_text() for page in sorted(design.glob("*.md")))
    folder = design / "pictures"
    sources = sorted(folder.glob("*.dot"))
    problems = [] if sources else [f"{folder} has no pictures"]
    for source in sources:
        problems += problems_of(source, pages)
    for picture in sorted(folder.glob("*.svg")):
        if not picture.with_suffix(".dot").exists():
            problems.append(f"{picture.name} has no source {picture.stem}.dot beside it")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("design", type=Path, help="the folder docs/design")
    problems = problems_in(parser.parse_args().design)
    print("\n".join(problems) or "The pictures show what their sources say.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
