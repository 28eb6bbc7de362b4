"""What runs can reach: the states in which they arrive at each statement."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional, Union

from ._library import not_found
from .bdd import Function, Manager

Diagram = Union[bool, int]


@dataclass(frozen=True)
class Invariant:
    """The states in which runs arrive at a statement: exactly these, over the variables in scope."""

    procedure: str
    line: int
    column: int
    statement: str
    formula: Optional[str]
    """An expression of the language; None if it would be long."""
    diagram: Diagram = field(repr=False)
    _nodes: list[dict[str, Any]] = field(repr=False)
    variables: list[str] = field(repr=False)
    """The names of those in scope."""

    @property
    def is_reachable(self) -> bool:
        return self.diagram is not False

    def contains(self, state: Mapping[str, bool]) -> bool:
        """Whether some run arrives in this state; a variable that is not given is false. KeyError for a name that is not in
        scope."""
        for name in state:
            self._expect(name)
        node = self.diagram
        while not isinstance(node, bool):
            decision = self._nodes[node]
            node = decision["high"] if state.get(decision["variable"], False) else decision["low"]
        return node

    def values(self, name: str) -> set[bool]:
        """The values that the variable can have. KeyError if it is not in scope."""
        self._expect(name)
        return {value for value in (False, True) if self._can_be(name, value)}

    def _expect(self, name: str) -> None:
        if name not in self.variables:
            raise not_found("variable", name, self.variables)

    def _can_be(self, name: str, value: bool) -> bool:
        seen, open_ = set(), [self.diagram]
        while open_:
            node = open_.pop()
            if node is True:
                return True
            if node is False or node in seen:
                continue
            seen.add(node)
            decision = self._nodes[node]
            if decision["variable"] != name:
                open_ += [decision["high"], decision["low"]]
            else:
                open_.append(decision["high"] if value else decision["low"])
        return False

    def function(self, manager: Manager) -> Function:
        """The same as a function of the manager, to which variables are added as needed."""
        known: dict[Diagram, Function] = {True: manager.true, False: manager.false}
        done: dict[int, Function] = {}
        open_ = [self.diagram]

        def find(node: Diagram) -> Optional[Function]:
            return known[node] if isinstance(node, bool) else done.get(node)

        while open_:
            node = open_[-1]
            if find(node) is not None:
                open_.pop()
                continue
            decision = self._nodes[node]
            parts = [find(decision["high"]), find(decision["low"])]
            missing = [ref for ref, part in zip((decision["high"], decision["low"]), parts) if part is None]
            if missing:
                open_ += missing
                continue
            name = decision["variable"]
            variable = manager[name] if name in manager.names else manager.new_variable(name)
            done[node] = variable.ite(parts[0], parts[1])
            open_.pop()
        result = find(self.diagram)
        assert result is not None
        return result


class Invariants:
    """Those of all statements, in the order of the text by procedure."""

    def __init__(self, data: dict[str, Any]):
        self.incomplete: Optional[str] = data["incomplete"]
        self.statements = [
            Invariant(
                one["procedure"],
                one["location"]["line"],
                one["location"]["column"],
                one["statement"],
                one["formula"],
                one["diagram"],
                data["nodes"],
                data["variables"][one["procedure"]],
            )
            for one in data["statements"]
        ]

    def at(self, line: int) -> Invariant:
        """Of the first statement in this line; KeyError if there is none."""
        for one in self.statements:
            if one.line == line:
                return one
        raise KeyError(f"no statement in line {line}")

    def __iter__(self) -> Iterator[Invariant]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)

    def __getitem__(self, index: int) -> Invariant:
        return self.statements[index]

    def __repr__(self) -> str:
        return f"<Invariants of {len(self)} statements>" if not self.incomplete else f"<no Invariants: {self.incomplete}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{one.line}</td><td style='text-align:left'><code>{html.escape(one.statement)}</code></td>"
            f"<td style='text-align:left'><code>{html.escape(one.formula or '…')}</code></td></tr>"
            for one in self.statements
        )
        return f"<table><thead><tr><th>line</th><th>statement</th><th>states</th></tr></thead><tbody>{rows}</tbody></table>"
