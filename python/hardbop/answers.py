"""Answers, their results and traces."""

from __future__ import annotations

import html
import json
import os
import pathlib
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional, Union

from ._library import call, not_found
from .drawing import run_dot
from .invariants import Invariants

Value = Union[bool, int, str]


@dataclass(frozen=True)
class Location:
    """A place in an input; line and column count from one."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Step:
    """The execution of one statement. `state` has the variables in scope just before it."""

    kind: str
    depth: int
    thread: int
    procedure: str
    location: Location
    statement: str
    state: dict[str, Value]
    free: frozenset[str]

    @staticmethod
    def _of(data: dict[str, Any]) -> "Step":
        return Step(
            data["kind"],
            data["depth"],
            data.get("thread", 0),
            data["procedure"],
            Location(data["file"], data["line"], data["column"]),
            data["statement"],
            data["state"],
            frozenset(data.get("free", [])),
        )


class Trace:
    """A run: a sequence of steps, and the state at its end."""

    def __init__(self, data: dict[str, Any]):
        self.data = data
        self.steps = [Step._of(step) for step in data["steps"]]
        self.end = Step._of(data["end"])

    @property
    def length(self) -> int:
        """All executed statements."""
        return int(self.data["length"])

    @property
    def is_truncated(self) -> bool:
        """Whether steps in the middle are left out, as there are more than ten thousand."""
        return bool(self.data.get("truncated"))

    @property
    def hierarchical_length(self) -> int:
        """A completed call counts as one step."""
        return int(self.data["hierarchical_length"])

    @property
    def loop(self) -> Optional[dict[str, Any]]:
        """Of an infinite run: how it goes on after its last step."""
        return self.data.get("loop")

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Step:
        return self.steps[index]

    def values(self, name: str) -> list[Optional[Value]]:
        """The values of a variable, one before each step and one at the end; None where it is not in scope. KeyError if
        it is in scope nowhere."""
        steps = [*self.steps, self.end]
        if not any(name in step.state for step in steps):
            raise not_found("variable", name, (known for step in steps for known in step.state))
        return [step.state.get(name) for step in steps]

    def __str__(self) -> str:
        lines = []
        for number, step in enumerate(self.steps, 1):
            values = ", ".join(f"{name}={_show(value)}" for name, value in step.state.items())
            lines.append(f"{number:4}  {step.location.line:5}  {'  ' * step.depth}{step.statement}  {values}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for step in self.steps for name in step.state))
        head = "".join(f"<th>{html.escape(name)}</th>" for name in ["step", "line", "statement", *names])
        rows = []
        before: dict[str, Value] = {}
        for number, step in enumerate(self.steps, 1):
            cells = [str(number), str(step.location.line)]
            row = "".join(f"<td>{cell}</td>" for cell in cells)
            row += f"<td style='text-align:left'><code>{'&nbsp;&nbsp;' * step.depth}{html.escape(step.statement)}</code></td>"
            for name in names:
                value = _show(step.state[name]) if name in step.state else ""
                changed = name in step.state and before.get(name) != step.state[name]
                text = html.escape(value)
                row += f"<td><b>{text}</b></td>" if changed else f"<td>{text}</td>"
            before = step.state
            rows.append(f"<tr>{row}</tr>")
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _show(value: Value) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


@dataclass(frozen=True)
class Result:
    """What is known of one property."""

    property: str
    kind: str
    verdict: str
    reason: Optional[str]
    procedure: str
    location: Optional[Location]
    seconds: float
    trace: Optional[Trace] = field(repr=False)

    @staticmethod
    def _of(data: dict[str, Any]) -> "Result":
        at = data.get("location")
        return Result(
            data["property"],
            data["kind"],
            data["verdict"],
            data.get("reason"),
            data.get("procedure", ""),
            Location(at["file"], at["line"], at["column"]) if at else None,
            data.get("seconds", 0.0),
            Trace(data["trace"]) if data.get("trace") else None,
        )


class Answer:
    """The answer to a question: a sequence of results."""

    def __init__(self, data: dict[str, Any], program: Optional[dict[str, Any]] = None):
        """`program`: what was read, and how, for to_html()."""
        self.data = data
        self._program = program
        self.results = [Result._of(result) for result in data["results"]]

    @property
    def verdict(self) -> str:
        """Of all properties together: "violated" if one is, else "unknown" if one is, else "holds-bounded" if one is,
        else "holds"; "not-applicable" if there is nothing to check."""
        verdicts = {result.verdict for result in self.results}
        for verdict in ("violated", "unknown", "holds-bounded", "holds"):
            if verdict in verdicts:
                return verdict
        return "not-applicable"

    @property
    def holds(self) -> bool:
        """Whether every property holds, without a bound; False where there was nothing to check."""
        return self.verdict == "holds"

    @property
    def trace(self) -> Optional[Trace]:
        """The first trace, if there is one."""
        return next((result.trace for result in self.results if result.trace), None)

    @property
    def certificate(self) -> Optional[str]:
        """The evidence that was asked for with certify=True."""
        return self.data.get("certificate")

    @property
    def no_certificate(self) -> Optional[str]:
        """Why there is no certificate, if one was asked for."""
        return self.data.get("no_certificate")

    @property
    def invariants(self) -> Optional[Invariants]:
        """The states that runs can reach at each statement, if asked for with invariants=True."""
        found = self.data.get("invariants")
        return Invariants(found) if found else None

    @property
    def coverage(self) -> Optional[dict[str, Any]]:
        """The statements that no run can reach, if asked for with coverage=True."""
        return self.data.get("coverage")

    @property
    def assumptions(self) -> list[str]:
        """What the verdicts on a C program rest on."""
        return self.data.get("assumptions", [])

    @property
    def warnings(self) -> list[dict[str, Any]]:
        return self.data.get("warnings", [])

    @property
    def statistics(self) -> dict[str, Union[int, float]]:
        return self.data.get("statistics", {})

    def __bool__(self) -> bool:
        raise TypeError("an answer is no truth value; use .holds, or compare .verdict")

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, key: Union[int, str]) -> Result:
        """By number, or by the name of the property: "label R"."""
        if isinstance(key, int):
            return self.results[key]
        for result in self.results:
            if result.property == key:
                return result
        raise not_found("property", key, (result.property for result in self.results))

    def to_json(self) -> str:
        return json.dumps(self.data, indent=2)

    def to_html(self, path: Optional[Union[str, os.PathLike[str]]] = None) -> str:
        """The page that `hardbop check --report` writes, one file that needs no network: the program with the traces
        stepped through it. With a path, it is written there, too. Graphs need Graphviz."""
        if self._program is None:
            raise ValueError("this answer does not know its program; parse(…).check(…) and check_c(…) give one that does")
        request = {**self._program, "answer": json.dumps(self.data)}
        page = call("report", request)
        layout = run_dot(page["dot"], "plain") if page["dot"] else None
        if layout:
            page = call("report", {**request, "layout": layout})
        if path is not None:
            pathlib.Path(path).write_text(page["html"], encoding="utf-8")
        return page["html"]

    def __repr__(self) -> str:
        return f"<Answer: {', '.join(f'{one.property}: {one.verdict}' for one in self.results) or 'nothing to check'}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'>{html.escape(one.property)}</td><td><b>{html.escape(one.verdict)}</b></td>"
            f"<td style='text-align:left'>{html.escape(one.reason or '')}</td></tr>"
            for one in self.results
        )
        table = f"<table><thead><tr><th>property</th><th>verdict</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        return table + (self.trace._repr_html_() if self.trace else "")
