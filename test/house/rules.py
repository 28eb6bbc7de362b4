#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The house rules, as far as a program can check them: one sentence per violation.

A rule is a function that yields violations; RULES names them all. CONTRIBUTING.md
says what the rules are for.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SPDX = "// SPDX-License-Identifier: MIT"
MAX_LINES = 800
MAX_README_LINES = 15
MAX_FUNCTION_LINES = 50
CLANG_FORMAT = "14"  # another version formats differently

# A group may include those before it, and itself.
GROUPS = ("base", "boolean", "words", "c", "product")
# The command line stands on the public API alone; only its group sees that.
PROGRAM = "product/main"
PART_OF_PROGRAM = "product/suite"  # runs the program itself, so it is no part of the library's API
ABOVE_PUBLIC = "product"

TEXT = {".cpp", ".hpp", ".bp", ".fx", ".py", ".sh", ".cmake", ".md", ".txt", ".json", ".in", ".bib", ""}
INPUTS = ("test/golden/*/*/*", "test/boolean/language/fuzz/*/*")  # may look as they like
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
COMMENT = re.compile(r"//.*")
RAW_STRING = re.compile(r'R"([a-z0-9]*)\(.*?\)\1"', re.DOTALL)
NO_CODE = re.compile(r"//.*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'")
# What stands before a brace that opens no function.
NO_FUNCTION = re.compile(r"^(if|else|for|while|switch|do|namespace|struct|class|enum|union|case|default|catch|return)\b|=|\]")
ATTRIBUTE = re.compile(r"\[\[.*?\]\]")
DEFAULT = re.compile(r"(?<=\w) = [^,()]+(?=[,)])|\boperator==")
# Declarations at the beginning of a line; aliases are left out, as equal ones do not clash.
PRIVATE = (
    re.compile(r"(?:enum class|class|struct|enum|union) (\w+) (?:final )?[{:]"),
    re.compile(r"(?:constexpr|const) (?!.*\()[^={]*?\b(\w+)(?:\[\w*\])? ?[={]"),
    re.compile(r"(?!TEST|INSTANTIATE|using|return|constexpr auto)[A-Za-z_][^=;(]*?\b(\w+)\([^;]*$"),
)
UNITS = ("clang", "z3", "validate", "fuzz")  # parts of a layer that are targets of their own
CITATION = re.compile(r"\[([a-z]{3,}\d{1,2})(?:[ ,][^\]]*)?\]")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)")
CPP_BLOCK = re.compile(r"^```cpp\n(.*?)^```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\s]+)`")
SOURCE = re.compile(r"(?<![\w/.<-])(?:\w+/)*[a-z]\w*\.(?:hpp|cpp)\b")
PATH = re.compile(r"(?:src|test|include|docs)/[\w./-]+")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


class Tree:
    """The project's files."""

    def __init__(self, root: Path, program: Path | None = None) -> None:
        self.root = root
        self.program = program
        self.files = sorted(self._walk())
        self.sources = [file for file in self.files if file.suffix in (".cpp", ".hpp")]
        src = root / "src"
        self.groups = sorted(path.name for path in src.iterdir() if path.is_dir())
        self.layers = sorted(
            f"{group}/{path.name}" for group in self.groups for path in (src / group).iterdir() if path.is_dir()
        )
        self.deps = {layer: self._read_deps(src / layer / "deps.txt") for layer in self.layers}

    def _walk(self) -> Iterator[Path]:
        for folder, folders, names in os.walk(self.root):
            folders[:] = [
                name
                for name in folders
                if name == ".ci" or not (name.startswith((".", "build")) or name == "__pycache__")
            ]
            for name in names:
                file = Path(folder, name)
                is_input = any(file.relative_to(self.root).match(pattern) for pattern in INPUTS)
                if file.suffix in TEXT and not is_input and not file.is_symlink():
                    yield file

    @staticmethod
    def _read_deps(file: Path) -> list[str]:
        return re.findall(r"^[a-z]+/[a-z]+$", file.read_text(), re.MULTILINE) if file.exists() else []

    def name(self, file: Path) -> str:
        return str(file.relative_to(self.root))

    def layer_of(self, file: Path) -> str | None:
        parts = file.relative_to(self.root).parts
        return "/".join(parts[1:3]) if parts[0] == "src" and len(parts) > 3 else None

    def reachable(self, layer: str) -> set[str]:
        """The layers below this one: its deps and theirs."""
        found: set[str] = set()
        waiting = list(self.deps[layer])
        while waiting:
            below = waiting.pop()
            if below not in found:
                found.add(below)
                waiting += self.deps.get(below, [])
        return found


def group_of(layer: str) -> str:
    return layer.split("/")[0]


def groups_are_in_order(tree: Tree) -> Iterator[str]:
    for group in tree.groups:
        if group not in GROUPS:
            yield f"src/{group} is no group: {', '.join(GROUPS)} are."
        elif not (tree.root / "src" / group / "README.md").exists():
            yield f"src/{group} has no README.md."
    for layer in tree.layers:
        for below in tree.deps[layer]:
            if below in tree.layers and GROUPS.index(group_of(below)) > GROUPS.index(group_of(layer)):
                yield f"src/{layer}/deps.txt names {below}, but {group_of(layer)} comes before {group_of(below)}."


def layers_are_described(tree: Tree) -> Iterator[str]:
    for layer in tree.layers:
        folder = tree.root / "src" / layer
        readme = folder / "README.md"
        if not (folder / "deps.txt").exists():
            yield f"src/{layer} has no deps.txt."
        if not readme.exists():
            yield f"src/{layer} has no README.md."
        elif (lines := len(readme.read_text().splitlines())) > MAX_README_LINES:
            yield f"src/{layer}/README.md has {lines} lines, more than {MAX_README_LINES}."
        for below in tree.deps[layer]:
            if below not in tree.layers:
                yield f"src/{layer}/deps.txt names {below}, which is no layer."
        if layer in tree.reachable(layer):
            yield f"src/{layer} depends on itself, through {', '.join(tree.deps[layer])}."


def includes_follow_the_layers(tree: Tree) -> Iterator[str]:
    for file in tree.sources:
        layer = tree.layer_of(file)
        is_public = file.is_relative_to(tree.root / "include")
        if layer is None and not is_public:
            continue
        for mark, path in INCLUDE.findall(file.read_text()):
            what = f"{tree.name(file)} includes {path}"
            target = "/".join(path.split("/")[:2])
            if mark == "<":
                if path.startswith("hardbop/") and layer is not None and group_of(layer) != ABOVE_PUBLIC:
                    yield f"{what}, but the layers below the API do not see the public headers."
            elif is_public:
                yield f"{what}, but public headers include only public headers, as <hardbop/...>."
            elif path.count("/") < 2:
                yield f"{what}: name group and layer, too."
            elif target == layer:
                continue
            elif layer == PROGRAM and target != PART_OF_PROGRAM:
                yield f"{what}, but the command line stands on <hardbop/...> alone."
            elif target not in tree.reachable(layer):
                yield f"{what}, but {target} is not below {layer} (src/{layer}/deps.txt)."


def own_header_comes_first(tree: Tree) -> Iterator[str]:
    for file in tree.sources:
        header = file.with_suffix(".hpp")
        if file.suffix != ".cpp" or not header.exists():
            continue
        first = INCLUDE.search(file.read_text())
        if first is None or Path(first[2]).name != header.name:
            yield f"{tree.name(file)} does not include its own header first."


def sources_name_the_licence(tree: Tree) -> Iterator[str]:
    for file in tree.sources:
        if not file.read_text().startswith(SPDX + "\n"):
            yield f"{tree.name(file)} does not start with '{SPDX}'."


def headers_are_clean(tree: Tree) -> Iterator[str]:
    for file in tree.sources:
        if file.suffix != ".hpp":
            continue
        text = file.read_text()
        if not re.search(r"^#pragma once$", text, re.MULTILINE):
            yield f"{tree.name(file)} has no '#pragma once'."
        if re.search(r"^\s*using namespace\b", text, re.MULTILINE):
            yield f"{tree.name(file)} has a 'using namespace'."
        if ("<", "iostream") in INCLUDE.findall(text):
            yield f"{tree.name(file)} includes <iostream>."


def text_is_tidy(tree: Tree) -> Iterator[str]:
    for file in tree.files:
        lines = file.read_text().splitlines()
        if len(lines) > MAX_LINES and file.name != "package-lock.json":
            yield f"{tree.name(file)} has {len(lines)} lines, more than {MAX_LINES}."
        for number, line in enumerate(lines, start=1):
            if "\t" in line and file.name != "Makefile":
                yield f"{tree.name(file)}:{number} has a tab."
            if line != line.rstrip():
                yield f"{tree.name(file)}:{number} ends with a space."
            if UNFINISHED.search(line):
                yield f"{tree.name(file)}:{number} leaves something to do: do it, or open an issue."


def sources_are_formatted(tree: Tree) -> Iterator[str]:
    tool = shutil.which("clang-format")
    if tool is None:
        print("skipped: the format of the sources, for want of clang-format")
        return
    version = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    if f"version {CLANG_FORMAT}." not in version:
        print(f"skipped: the format of the sources, for want of clang-format {CLANG_FORMAT}")
        return
    command = [tool, "--dry-run", "-Werror", *map(str, tree.sources)]
    errors = subprocess.run(command, capture_output=True, text=True, cwd=tree.root).stderr
    places = re.findall(r"^(.+?):\d+:\d+: error:", errors, re.MULTILINE)
    for file in sorted(set(places)):
        yield f"{tree.name(Path(file))} is not formatted (make format)."


def options_are_in_the_manual(tree: Tree) -> Iterator[str]:
    """A page docs/manual/<command>.md names every option of that command."""
    if tree.program is None:
        return
    general = subprocess.run([tree.program, "--help"], capture_output=True, text=True).stdout
    commands = re.findall(r"^\s+(?:hardbop )?([a-z]+)\s", general, re.MULTILINE)
    pages = sorted((tree.root / "docs/manual").glob("*.md"))
    if pages and not any(page.stem in commands for page in pages):
        yield "docs/manual has no page for any command that hardbop --help names."
    for page in pages:
        if page.stem not in commands:
            continue
        command = [tree.program, page.stem, "--help"]
        text = subprocess.run(command, capture_output=True, text=True).stdout
        for option in sorted(set(OPTION.findall(text)) - set(OPTION.findall(page.read_text()))):
            yield f"{tree.name(page)} does not describe the option {option}."


def citations_are_in_the_bibliography(tree: Tree) -> Iterator[str]:
    """A comment cites as [key], [key §n] or [key, figure n]."""
    bibliography = tree.root / "docs/references.bib"
    text = bibliography.read_text() if bibliography.exists() else ""
    keys = re.findall(r"^@\w+\{(\w+),", text, re.MULTILINE)
    for file in tree.sources:
        for comment in COMMENT.findall(file.read_text()):
            for key in CITATION.findall(comment):
                if key not in keys:
                    yield f"{tree.name(file)} cites {key}, which docs/references.bib does not have."


def links_lead_somewhere(tree: Tree) -> Iterator[str]:
    for file in tree.files:
        if file.suffix != ".md":
            continue
        prose = FENCED.sub("", file.read_text())
        for link in LINK.findall(prose):
            if "://" not in link and not (file.parent / link).exists():
                yield f"{tree.name(file)} has a link to {link}, which does not exist."


def public_headers_are_described(tree: Tree) -> Iterator[str]:
    """docs/manual/api.md names every public header, and what it shows is compiled."""
    page = tree.root / "docs/manual/api.md"
    if not page.exists():
        return
    text = page.read_text()
    for header in sorted((tree.root / "include/hardbop").glob("*.hpp")):
        if f"`{header.name}`" not in text:
            yield f"{tree.name(page)} does not describe {tree.name(header)}."
    examples = [stripped(file.read_text()) for file in sorted((tree.root / "examples/api").glob("*.cpp"))]
    for block in CPP_BLOCK.finditer(text):
        if not any(stripped(block[1]) in example for example in examples):
            line = text.count("\n", 0, block.start()) + 1
            yield f"{tree.name(page)}:{line} shows code that no file of examples/api has."


def stripped(code: str) -> str:
    return "\n".join(line.strip() for line in code.strip().splitlines())


def named_files_exist(tree: Tree) -> Iterator[str]:
    """Sources that pages name in backquotes, and that comments name; with some of their folders or none."""
    known = [f"/{tree.name(file)}" for file in tree.sources]
    for file in tree.files:
        name = tree.name(file)
        if file.suffix == ".md":
            words = QUOTED.findall(FENCED.sub("", file.read_text()))
        elif file in tree.sources:
            words = [word for comment in COMMENT.findall(file.read_text()) for word in SOURCE.findall(comment)]
        else:
            continue
        # What a layer's page names without a folder is the layer's own.
        own = f"/src/{tree.layer_of(file)}/" if file.name == "README.md" and tree.layer_of(file) else "/"
        for word in sorted(set(words)):
            if PATH.fullmatch(word):
                if not (tree.root / word).exists():
                    yield f"{name} names {word}, which does not exist."
            elif SOURCE.fullmatch(word):
                within = "/" if "/" in word else own
                if not any(path.startswith(within) and path.endswith(f"/{word}") for path in known):
                    yield f"{name} names {word}, which does not exist{'' if within == '/' else ' in its layer'}."


def functions_of(text: str) -> Iterator[tuple[str, int, int]]:
    """Of each function that is defined there: how it begins, its first line and its last."""
    text = RAW_STRING.sub(lambda found: '""' + "\n" * found[0].count("\n"), text)
    text = NO_CODE.sub(lambda found: "" if found[0].startswith("//") else "0", text)
    text = re.sub(r"^\s*#(?:.*\\\n)*.*", lambda found: "\n" * found[0].count("\n"), text, flags=re.MULTILINE)
    opened: list[tuple[str, int]] = []
    head, head_line, line = "", 1, 1
    for part in re.split(r"([;{}\n])", text):
        if part == "\n":
            line += 1
        elif part == "{":
            opened.append((head.strip(), head_line))
            head = ""
        elif part == "}" and opened:
            begin, first = opened.pop()
            begin = ATTRIBUTE.sub("", DEFAULT.sub("", begin)).strip()
            if "(" in begin and not NO_FUNCTION.search(begin):
                yield begin, first, line
            head = ""
        elif part == ";":
            head = ""
        if part not in ("{", "}", ";"):
            if not head.strip() and part.strip():
                head_line = line
            head += part.replace("\n", " ")


def functions_are_short(tree: Tree) -> Iterator[str]:
    for file in tree.sources:
        if file.relative_to(tree.root).parts[0] != "src":
            continue
        for begin, first, last in functions_of(file.read_text()):
            if last - first + 1 > MAX_FUNCTION_LINES:
                name = begin.split("(")[0].split()[-1]
                yield (
                    f"{tree.name(file)}:{first}: {name} has {last - first + 1} lines, "
                    f"more than {MAX_FUNCTION_LINES}."
                )


def private_names_of(text: str) -> Iterator[str]:
    """What a source declares in an anonymous namespace: types, constants, and functions."""
    text = RAW_STRING.sub('""', text)
    for part in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL):
        for line in part.splitlines():
            for declaration in PRIVATE:
                if found := declaration.match(line):
                    yield found[1]
                    break


def private_names_are_distinct(tree: Tree) -> Iterator[str]:
    """The sources of a layer may be one translation unit: there, equal names clash, or overload each other."""
    where: dict[tuple[str, str], str] = {}
    for file in tree.sources:
        parts = file.relative_to(tree.root).parts
        if parts[0] not in ("src", "test") or file.suffix != ".cpp":
            continue
        unit = "/".join(parts[:4] if parts[3] in UNITS else parts[:3]) if len(parts) > 3 else ""
        for name in sorted(set(private_names_of(file.read_text()))) if unit else ():
            other = where.setdefault((unit, name), tree.name(file))
            if other != tree.name(file):
                yield f"{tree.name(file)} names something '{name}', as {other} of the same layer does."


RULES = (
    groups_are_in_order,
    layers_are_described,
    includes_follow_the_layers,
    own_header_comes_first,
    sources_name_the_licence,
    headers_are_clean,
    functions_are_short,
    private_names_are_distinct,
    text_is_tidy,
    sources_are_formatted,
    options_are_in_the_manual,
    citations_are_in_the_bibliography,
    links_lead_somewhere,
    public_headers_are_described,
    named_files_exist,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--hardbop", type=Path, help="the program whose options are checked")
    options = parser.parse_args()
    tree = Tree(options.root.resolve(), options.hardbop)
    violations = [violation for rule in RULES for violation in rule(tree)]
    print("\n".join(violations) or "The house is in order.")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
