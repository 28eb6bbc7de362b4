#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What hardbop prints with --json follows its JSON Schemas.

Runs every command with --json, and every one that writes a certificate, of the golden tests
and of the manual, and validates the output with the schema that `hardbop schema` prints. Then
shows on each kind of document that the schema would have rejected a wrong one: a document with
a key too many, with one too few, or with a value of another type.
"""

import argparse
import copy
import importlib.util
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's packages, if this is another python3
try:
    import jsonschema
except ImportError:
    sys.exit("jsonschema is missing: install the package python3-jsonschema")

HERE = Path(__file__).resolve().parent
DECIDED = (0, 5, 10)  # the statuses with which an answer is printed
FILES = {"--certify", "--invariants"}  # options with a file of JSON
MAPS = ("counts", "state", "statistics", "variables", "run")  # objects whose keys are names of the program or of figures


def load(name: str, path: Path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


golden = load("golden_runner", HERE / "run.py")
docs = load("docs_runner", HERE.parent / "docs" / "run.py")


class Schemas:
    """The schemas of the program, and what was validated with each."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.validators = {}
        self.documents: dict[str, list[object]] = {}
        self.wrong: list[str] = []

    def validator(self, command: str) -> jsonschema.Draft202012Validator:
        if command not in self.validators:
            printed = subprocess.run(
                [self.program, "schema", command], capture_output=True, text=True, check=True
            )
            schema = json.loads(printed.stdout)
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[command] = jsonschema.Draft202012Validator(schema)
        return self.validators[command]

    def take(self, place: str, command: str, text: str) -> None:
        try:
            document = json.loads(text)
        except ValueError as error:
            self.wrong.append(f"{place}: no JSON: {error}")
            return
        self.documents.setdefault(command, []).append(document)
        for error in self.validator(command).iter_errors(document):
            path = "/".join(map(str, error.absolute_path))
            self.wrong.append(f"{place}: at /{path}: {error.message[:300]}")

    def require_rejections(self) -> None:
        for command, documents in self.documents.items():
            largest = max(documents, key=lambda document: len(json.dumps(document)))
            for what, mutant in mutants(largest):
                if self.validator(command).is_valid(mutant):
                    self.wrong.append(f"the schema of {command} accepts a document with {what}")


def objects(node: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Paths of the objects whose keys the schema lists, the first of a list for all in it."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            if key not in MAPS:
                yield from objects(value, f"{path}/{key}")
    elif isinstance(node, list) and node:
        yield from objects(node[0], f"{path}/0")


def at(document: object, path: str) -> object:
    for key in path.split("/")[1:]:
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def mutants(document: object) -> Iterator[tuple[str, object]]:
    optional = ("printed", "places", "context_switches", "threads", "note", "loop", "trace", "hint",
                "columns", "times", "ends", "involved", "function", "object", "joined", "holder",
                "coverage", "starts", "inside", "left_out_before", "monitor", "diverging", "dialect",
                "entries", "certificate", "invariants", "run", "proof")
    for path, node in objects(document):
        mutant = copy.deepcopy(document)
        at(mutant, path)["unexpected"] = 1
        yield f"a key too many at {path or '/'}", mutant
        for key in node:
            if key not in optional:
                mutant = copy.deepcopy(document)
                del at(mutant, path)[key]
                yield f"no {path}/{key}", mutant
            mutant = copy.deepcopy(document)
            at(mutant, path)[key] = [[]]
            yield f"a list of lists as {path}/{key}", mutant


def written(words: list[str], folder: Path) -> str:
    """The certificate that a command wrote, if it is JSON, or the file with invariants."""
    for option in FILES & set(words):
        path = folder / words[words.index(option) + 1]
        text = path.read_text() if path.is_file() else ""
        if text.startswith("{"):
            return text
    return ""


def run_golden(folder: Path, schemas: Schemas) -> None:
    runs = golden.parse((folder / "test").read_text())
    wanted = [run for run in runs if {"--json", *FILES} & set(shlex.split(run.command))]
    if not any(run.command.startswith("hardbop ") for run in wanted):
        return
    with tempfile.TemporaryDirectory(prefix="hardbop-schemas-") as temporary:
        copied = Path(temporary).resolve() / "run"
        shutil.copytree(folder, copied)
        (copied / "examples").symlink_to(golden.EXAMPLES)
        for run in runs:
            if run not in wanted and "python3" not in run.command and " > " not in run.command:
                continue
            outcome = golden.execute(run.command, copied, schemas.program, 60)
            words = shlex.split(run.command)
            place = f"{folder.parent.name}/{folder.name}/test:{run.line}"
            if "--json" in words and outcome.status in DECIDED:
                schemas.take(place, words[1], outcome.output["stdout"])
            if text := written(words, copied):
                schemas.take(place, words[1], text)


def run_page(page: Path, schemas: Schemas) -> None:
    lines = page.read_text().splitlines()
    with tempfile.TemporaryDirectory(prefix="hardbop-schemas-") as temporary:
        session = docs.Session(schemas.program, Path(temporary))
        for block in docs.blocks(lines):
            if match := docs.FILE_BLOCK.fullmatch(block.info):
                text = "".join(line + "\n" for line in lines[block.first : block.end])
                (session.folder / match[1]).write_text(text)
            if block.info != "```console":
                continue
            for command in docs.commands(lines, block):
                words = shlex.split(command.text)
                if words[0] != "hardbop" or not {"--json", *FILES} & set(words):
                    continue
                printed = "\n".join(session.run(command.text + " 2>/dev/null"))
                place = f"{page.name}:{command.at + 1}"
                if "--json" in words and session.status in DECIDED and not {"|", ">"} & set(words):
                    schemas.take(place, words[1], printed)
                if text := written(words, session.folder):
                    schemas.take(place, words[1], text)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("golden", type=Path, help="the folder of golden tests")
    parser.add_argument("manual", type=Path, help="the folder of pages")
    parser.add_argument("--without", action="append", default=[], metavar="AREA[/NAME]")
    options = parser.parse_args()
    schemas = Schemas(options.hardbop.resolve())
    for test in sorted(options.golden.glob("*/*/test")):
        name = test.parent.relative_to(options.golden)
        if not {str(name), name.parts[0]} & set(options.without):
            run_golden(test.parent, schemas)
    if not schemas.documents:
        schemas.wrong.append("no golden test prints JSON: there is nothing to validate")
    validated = len(schemas.documents.get("check", []))
    for page in sorted(options.manual.glob("*.md")):
        if page.stem not in options.without:
            run_page(page, schemas)
    if len(schemas.documents.get("check", [])) == validated:
        schemas.wrong.append("no page of the manual prints JSON: there is nothing to validate")
    schemas.require_rejections()
    for text in schemas.wrong:
        print(text)
    counts = ", ".join(f"{len(all)} of {name}" for name, all in schemas.documents.items())
    print(f"validated {counts or 'nothing'}")
    return 1 if schemas.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
