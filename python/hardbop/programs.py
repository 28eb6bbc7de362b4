"""Boolean programs, C programs and fixed-point systems."""

from __future__ import annotations

import html
import os
import pathlib
import re
from typing import Any, Iterable, Optional, Union

from ._library import Progress, call, not_found
from .answers import Answer
from .drawing import Graph

_KEYWORDS = set(
    """decl dfs void bool begin end enforce skip print goto return constrain call assert assume abortif dead atomic_begin
    atomic_end start_thread end_thread if then elsif else fi while do od thread schoose choose""".split()
)
_READING_OF_C = set(
    """sources data_model target undefined volatile malloc include_dirs defines entry entry_pointers_may_be_null
    entry_strings_are_terminated entry_elements""".split()
)
_READING = ("text", "name", "dialect", "session")  # what a program knows itself
_FORMATS = {".rem": "remopla", ".pds": "pushdown", ".smt2": "horn"}
_TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|[A-Za-z_][\w$#.]*|\s+|.", re.S)


class Program:
    """A Boolean program without errors; parse() makes one."""

    def __init__(self, text: str, name: str, dialect: str, facts: dict[str, Any]):
        self.text = text
        self.name = name
        self.dialect = dialect
        self._facts = facts

    @property
    def sha256(self) -> str:
        return self._facts["sha256"]

    @property
    def is_concurrent(self) -> bool:
        """Whether it has threads."""
        return self._facts["concurrent"]

    @property
    def warnings(self) -> list[dict[str, Any]]:
        return self._facts["messages"]

    def _request(self, **options: Any) -> dict[str, Any]:
        _refuse(options, *_READING)
        return {"text": self.text, "name": self.name, "dialect": self.dialect, **options}

    def check(
        self,
        labels: Optional[Iterable[str]] = None,
        *,
        ltl: Optional[Union[str, Iterable[str]]] = None,
        ctl: Optional[Union[str, Iterable[str]]] = None,
        engine: Optional[str] = None,
        traces: bool = True,
        certify: bool = False,
        invariants: bool = False,
        timeout: Optional[float] = None,
        progress: Optional[Progress] = None,
        **options: Any,
    ) -> Answer:
        """Checks labels, formulas, or by default every assertion and the labels ERROR and SLIC_ERROR.

        Further options are the keys of the request `check` (docs/manual/c-abi.md): all_labels, terminates, entries,
        context_switches, memory, coverage, … `progress` is called with a dict from time to time after the first second."""
        request = self._request(
            labels=_texts(labels),
            ltl=_texts(ltl),
            ctl=_texts(ctl),
            engine=engine,
            traces=traces,
            certify=certify,
            invariants=invariants,
            timeout=timeout,
            **options,
        )
        return Answer(call("check", request, progress), self._request())

    def format(self) -> str:
        """The program in canonical form."""
        return call("format", self._request())["text"]

    def graph(self) -> Graph:
        """The control-flow graph."""
        return Graph(call("graph", self._request())["dot"])

    def points(self, **options: Any) -> Graph:
        """The points and arrows of the explicit engine, for small programs."""
        return Graph(call("graph", self._request(what="points", **options))["dot"])

    def export(self, to: str = "chc", **options: Any) -> str:
        """The program and a question in another tool's language: "chc", "c", "promela", "moped", "boogie", "aag" or
        "btor2". Options: `labels`, `all_labels`, `entries`, `ltl` (promela)."""
        return call("export", self._request(to=to, **options))["text"]

    def validate(self, evidence: str, **options: Any) -> bool:
        """Whether a certificate, or a JSON answer with traces, shows what it claims of this program. No engine is involved."""
        request = self._request(evidence=evidence, **options)
        return call("validate", request)["status"] == "valid"

    def __repr__(self) -> str:
        return f"<Program {self.name}>"

    def _repr_html_(self) -> str:
        parts = []
        for token in _TOKEN.findall(self.text):
            text = html.escape(token)
            if token.startswith(("//", "/*")):
                text = f"<i style='color:#6a737d'>{text}</i>"
            elif token in _KEYWORDS:
                text = f"<b style='color:#22863a'>{text}</b>"
            parts.append(text)
        return f"<pre>{''.join(parts)}</pre>"


def _texts(words: Optional[Union[str, Iterable[str]]]) -> Optional[list[str]]:
    if words is None:
        return None
    if not isinstance(words, (str, Iterable)):
        raise TypeError(f"expected a text or several, got {words!r}")
    texts = [words] if isinstance(words, str) else list(words)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"expected a text, got {text!r}")
    return texts


def _refuse(options: dict[str, Any], *keys: str) -> None:
    for key in keys:
        if key in options:
            raise TypeError(f"{key!r} is no option here; it is that of the program")


def parse(text: str, name: str = "<input>", dialect: str = "standard") -> Program:
    """Reads a Boolean program; HardbopError if it has errors."""
    return Program(text, name, dialect, call("parse", {"text": text, "name": name, "dialect": dialect}))


def load(path: Union[str, os.PathLike[str]], dialect: str = "standard") -> Program:
    """Reads a Boolean program from a file. As on the command line, *.rem is Remopla, *.pds a pushdown system and *.smt2 are
    Horn clauses; such a program is a translation, of which places in answers are."""
    text, name = pathlib.Path(path).read_text(), str(path)
    format_ = _FORMATS.get(pathlib.Path(path).suffix)
    if format_ is None:
        return parse(text, name, dialect)
    facts = call("parse", {"text": text, "name": name, "format": format_})
    return Program(facts.pop("text"), f"{name}.bp", "standard", facts)


def generate(family: str = "tn", size: int = 0, *, seed: int = 0, safe: bool = False) -> Program:
    """A benchmark program: "tn", "random", "drivers", "wide", …; docs/manual/generate.md lists them."""
    text = call("generate", {"family": family, "size": size, "seed": seed, "safe": safe})["text"]
    return parse(text, f"{family}-{size or seed}")


class Session:
    """A program that is edited and asked about again and again: after an edit, only what changed is explored again."""

    def __init__(self, program: Program):
        self._number = call("session_open", program._request())["session"]
        self._program = program

    def _open(self) -> int:
        if self._number is None:
            raise ValueError("the session is closed")
        return self._number

    def edit(self, text: str) -> None:
        """Replaces the procedures that `text` defines, and adds what is new in it. HardbopError if the result has errors;
        the program stays as it was then."""
        facts = call("session_edit", {"session": self._open(), "text": text})
        self._program = Program(facts.pop("text"), self._program.name, self._program.dialect, facts)

    @property
    def program(self) -> Program:
        """As it is now."""
        return self._program

    def check(self, *, progress: Optional[Progress] = None, **options: Any) -> Answer:
        """As Program.check; options by their names there."""
        for key in ("labels", "ltl", "ctl"):
            if key in options:
                options[key] = _texts(options[key])
        _refuse(options, *_READING)
        request = {"session": self._open(), "traces": True, **options}
        return Answer(call("session_check", request, progress), self._program._request())

    def close(self) -> None:
        if self._number is not None:
            call("session_close", {"session": self._number})
        self._number = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_problem: Any) -> None:
        self.close()


def check_c(
    *paths: Union[str, os.PathLike[str]],
    text: Optional[str] = None,
    properties: Optional[Iterable[str]] = None,
    rules: Optional[Iterable[str]] = None,
    engine: Optional[str] = None,
    traces: bool = True,
    timeout: Optional[float] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Answer:
    """Checks a C program: files, or a text. By default its assertions, memory accesses and arithmetic.

    `rules` names rules that come with Hardbop. Further options: data_model, undefined, malloc, target, defines,
    include_dirs, entry, unwind, heap, ltl, certify, …"""
    _refuse(options, "sources", "name", "dialect", "session")
    if text is not None and paths:
        raise ValueError("give files or a text, not both")
    if text is not None:
        sources = [{"path": "<input>.c", "text": text}]
    else:
        sources = [{"path": str(path), "text": pathlib.Path(path).read_text()} for path in paths]
    names = _texts(properties)
    if names is None and not rules and "ltl" not in options:
        names = ["assertions", "memory", "arithmetic"]
    request = {
        "sources": sources,
        "properties": names,
        "rules": _texts(rules),
        "engine": engine,
        "traces": traces,
        "timeout": timeout,
        **options,
    }
    request["ltl"] = _texts(request.get("ltl"))
    reading = {key: value for key, value in request.items() if key in _READING_OF_C}
    return Answer(call("check_c", request, progress), reading)


class Solution:
    """The answers to the queries of a fixed-point system."""

    def __init__(self, data: dict[str, Any]):
        self.data = data

    def __getitem__(self, name: str) -> Any:
        """Of the query or relation of that name: a truth value, a number, or a list of at most `limit` tuples of texts;
        None if a limit was reached."""
        for query in self.data["queries"]:
            if query["name"] == name:
                return _query_value(query)
        raise not_found("query", name, self)

    def count(self, name: str) -> Optional[int]:
        """The number of tuples of the relation of that name, also of those that are not listed."""
        for query in self.data["queries"]:
            if query["name"] == name:
                return int(query["count"]) if query.get("count") is not None else None
        raise not_found("query", name, self)

    @property
    def unknown(self) -> Optional[str]:
        """Why not all is known: the limit that was reached."""
        return self.data.get("unknown")

    def __iter__(self):
        return iter(query["name"] for query in self.data["queries"])

    def __len__(self) -> int:
        return len(self.data["queries"])

    def __repr__(self) -> str:
        return f"<Solution: {', '.join(self)}>"


def _query_value(query: dict[str, Any]) -> Any:
    if "tuples" in query:
        return [tuple(values) for values in query["tuples"]]
    if query.get("answer") is not None:
        return query["answer"]
    return int(query["count"]) if query.get("count") is not None else None


def format(text: str, language: str = "program", dialect: str = "standard") -> str:
    """A "program", fixed-point "system" or "rule" in canonical form; HardbopError if it has errors."""
    return call("format", {"text": text, "language": language, "dialect": dialect})["text"]


def solve(text: str, *, progress: Optional[Progress] = None, **options: Any) -> Solution:
    """Evaluates a system of the fixed-point calculus."""
    return Solution(call("solve", {"text": text, **options}, progress))
