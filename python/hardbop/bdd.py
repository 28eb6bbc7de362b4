"""Binary decision diagrams.

>>> from hardbop import bdd
>>> manager = bdd.Manager("x", "y", "z")
>>> x, y, z = manager.variables()
>>> f = (x & ~y) | z
>>> f.count()
5
"""

from __future__ import annotations

import json
from typing import Any, Iterable, Iterator, Mapping, Optional, Union

from ._library import ffi, lib, not_found, take_text
from .drawing import Graph


class _Shared:
    """Something that stands for an object of the library: copies are the same one, and it stays in its process."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; give its cubes, or the program that makes it, to others")


class LimitReached(Exception):
    """An operation needs more nodes than the manager may have."""


def _interrupt(stopped: list[BaseException]) -> Any:
    """What the library calls while an operation takes long: signals are handled as soon as Python runs, and what they
    raise ends the operation. It does not name the manager, which would then never be freed."""

    def keep(_type: Any, problem: BaseException, _traceback: Any) -> int:
        stopped[:] = [problem]
        return 1

    return ffi.callback("hardbop_interrupt", lambda _data: 0, error=1, onerror=keep)


class Manager(_Shared):
    """Owns diagrams, variables and their order. Several threads may use one; their operations take turns."""

    def __init__(self, *names: str, node_limit: int = 0, reordering: bool = False):
        self._handle = lib.hardbop_bdd_manager()
        if self._handle == 0:
            raise MemoryError("there is no memory for a manager")
        self._numbers: dict[str, int] = {}
        self._stopped: list[BaseException] = []  # what ended an operation: Ctrl-C
        self._check = _interrupt(self._stopped)  # lives as long as the library may call it
        lib.hardbop_bdd_set_interrupt(self._handle, self._check, ffi.NULL)
        if node_limit < 0:
            raise ValueError(f"node_limit should not be negative: {node_limit}")
        if node_limit:
            lib.hardbop_bdd_set_node_limit(self._handle, node_limit)
        if reordering:
            lib.hardbop_bdd_set_reordering(self._handle, 1)
        self._truths = {lib.hardbop_bdd_id(one._handle): value for value, one in ((True, self.true), (False, self.false))}
        for name in names:
            self.new_variable(name)

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            lib.hardbop_release(self._handle)

    def new_variable(self, name: str) -> "Function":
        """Adds a variable below all others."""
        if not isinstance(name, str):
            raise TypeError(f"a variable's name should be a text, not {name!r}")
        if name in self._numbers:
            raise ValueError(f"there is a variable {name!r} already")
        number = lib.hardbop_bdd_new_var(self._handle, name.encode())
        if number < 0:
            self._fail()
        self._numbers[name] = number
        return self[name]

    def __getitem__(self, name: str) -> "Function":
        """The variable of that name, as a function."""
        return self._wrap(lib.hardbop_bdd_var(self._handle, self._number(name)))

    def _number(self, name: str) -> int:
        if name not in self._numbers:
            raise not_found("variable", name, self._numbers)
        return self._numbers[name]

    def variables(self) -> list["Function"]:
        return [self[name] for name in self._numbers]

    @property
    def names(self) -> list[str]:
        return list(self._numbers)

    @property
    def true(self) -> "Function":
        return self._wrap(lib.hardbop_bdd_constant(self._handle, 1))

    @property
    def false(self) -> "Function":
        return self._wrap(lib.hardbop_bdd_constant(self._handle, 0))

    def cube(self, names: Iterable[str]) -> "Function":
        """The conjunction of variables. Literals are ~manager[name]."""
        if isinstance(names, Mapping):
            raise TypeError("a cube takes names; for values use manager[name] and ~manager[name]")
        numbers = [self._number(name) for name in names]
        return self._wrap(lib.hardbop_bdd_cube(self._handle, ffi.new("uint32_t[]", numbers), len(numbers)))

    def reorder(self) -> int:
        """Improves the order of the variables; returns the number of live nodes."""
        nodes = lib.hardbop_bdd_reorder(self._handle)
        self._raise_if_stopped()
        return nodes

    def __len__(self) -> int:
        """Live nodes."""
        return lib.hardbop_bdd_size(self._handle)

    def _wrap(self, handle: int) -> "Function":
        if handle == 0:
            self._fail()
        return Function(self, handle)

    def _raise_if_stopped(self) -> None:
        if self._stopped:
            raise self._stopped.pop()

    def _fail(self) -> None:
        self._raise_if_stopped()
        why = take_text(lib.hardbop_bdd_error(self._handle)) or "the operation failed"
        raise LimitReached(why) if "limit" in why else ValueError(why)


Names = Union[str, Iterable[str]]
_MOST_DIGITS = 4000  # that int() reads at once


class Function(_Shared):
    """A Boolean function. Equal functions of one manager compare equal, in constant time."""

    __slots__ = ("manager", "_handle")

    def __init__(self, manager: Manager, handle: int):
        self.manager = manager
        self._handle = handle

    def __del__(self) -> None:
        lib.hardbop_release(self._handle)

    def _apply(self, operation: int, other: "Function") -> "Function":
        return self.manager._wrap(lib.hardbop_bdd_apply(operation, self._handle, _handle_of(other)))

    def __and__(self, other: "Function") -> "Function":
        return self._apply(lib.HARDBOP_BDD_AND, other)

    def __or__(self, other: "Function") -> "Function":
        return self._apply(lib.HARDBOP_BDD_OR, other)

    def __xor__(self, other: "Function") -> "Function":
        return self._apply(lib.HARDBOP_BDD_XOR, other)

    def __sub__(self, other: "Function") -> "Function":
        """Self and not other."""
        return self._apply(lib.HARDBOP_BDD_DIFFERENCE, other)

    def __invert__(self) -> "Function":
        return self.manager._wrap(lib.hardbop_bdd_not(self._handle))

    def iff(self, other: "Function") -> "Function":
        return self._apply(lib.HARDBOP_BDD_IFF, other)

    def implies(self, other: "Function") -> "Function":
        return self._apply(lib.HARDBOP_BDD_IMPLIES, other)

    def ite(self, then: "Function", otherwise: "Function") -> "Function":
        return self.manager._wrap(lib.hardbop_bdd_ite(self._handle, _handle_of(then), _handle_of(otherwise)))

    def exists(self, names: Names) -> "Function":
        return self._apply(lib.HARDBOP_BDD_EXISTS, self.manager.cube(_list(names)))

    def forall(self, names: Names) -> "Function":
        return self._apply(lib.HARDBOP_BDD_FORALL, self.manager.cube(_list(names)))

    def and_exists(self, other: "Function", names: Names) -> "Function":
        """(self & other).exists(names), in one pass."""
        cube = self.manager.cube(_list(names))
        return self.manager._wrap(lib.hardbop_bdd_and_exists(self._handle, _handle_of(other), cube._handle))

    def rename(self, names: Mapping[str, str]) -> "Function":
        """Replaces variables by others, all at once."""
        number = self.manager._number
        source = ffi.new("uint32_t[]", [number(name) for name in names])
        target = ffi.new("uint32_t[]", [number(name) for name in names.values()])
        return self.manager._wrap(lib.hardbop_bdd_rename(self._handle, source, target, len(names)))

    def compose(self, images: Mapping[str, "Function"]) -> "Function":
        """Replaces variables by functions, all at once."""
        numbers = ffi.new("uint32_t[]", [self.manager._number(name) for name in images])
        handles = ffi.new("hardbop_handle[]", [_handle_of(image) for image in images.values()])
        return self.manager._wrap(lib.hardbop_bdd_compose(self._handle, numbers, handles, len(images)))

    def restrict(self, care: "Function") -> "Function":
        """A function that agrees with this one wherever `care` is true, and is often smaller."""
        return self._apply(lib.HARDBOP_BDD_RESTRICT, care)

    def __call__(self, **values: bool) -> "Function":
        """With these variables fixed: always a function, manager.true or manager.false if that decides it. Both compare
        equal to True and False."""
        fixed = self
        for name, value in values.items():
            if value not in (True, False):
                raise TypeError(f"the value of {name} should be True or False, not {value!r}")
            literal = self.manager[name] if value else ~self.manager[name]
            fixed = fixed._apply(lib.HARDBOP_BDD_COFACTOR, literal)
        return fixed

    def __eq__(self, other: object) -> bool:
        if isinstance(other, bool):
            other = self.manager.true if other else self.manager.false
        if not isinstance(other, Function) or other.manager is not self.manager:
            return NotImplemented
        return lib.hardbop_bdd_equal(self._handle, other._handle) == 1

    def __hash__(self) -> int:
        number = lib.hardbop_bdd_id(self._handle)
        truth = self.manager._truths.get(number)
        return hash((id(self.manager), number) if truth is None else truth)  # that of the truth value that it equals

    def __le__(self, other: "Function") -> bool:
        """Whether every model of self is one of other."""
        handle = _handle_of(other)
        if other.manager is not self.manager:
            raise ValueError("the functions belong to different managers")
        answer = lib.hardbop_bdd_is_subset(self._handle, handle)
        if answer < 0:
            self.manager._fail()
        return answer == 1

    def __ge__(self, other: "Function") -> bool:
        return other <= self

    def __bool__(self) -> bool:
        raise TypeError("a function is no truth value; compare it with manager.true or True, or use .is_satisfiable()")

    def is_satisfiable(self) -> bool:
        return self != self.manager.false

    @property
    def support(self) -> list[str]:
        """The variables that it depends on."""
        return json.loads(self._text(lib.hardbop_bdd_support(self._handle)))

    @property
    def nodes(self) -> int:
        """Of its diagram."""
        return lib.hardbop_bdd_node_count(self._handle)

    def count(self, names: Optional[Names] = None) -> int:
        """The number of models over these variables, by default over all of the manager."""
        variables = len(self.manager._numbers)
        if names is not None:
            among = set(_list(names))
            for name in [*among, *self.support]:
                if name not in self.manager._numbers:
                    raise not_found("variable", name, self.manager._numbers)
                if name not in among:
                    raise ValueError(f"the function depends on {name!r}, too")
            variables = len(among)
        digits = self._text(lib.hardbop_bdd_model_count(self._handle, variables))
        number = 0
        for start in range(0, len(digits), _MOST_DIGITS):
            part = digits[start : start + _MOST_DIGITS]
            number = number * 10 ** len(part) + int(part)
        return number

    def cubes(self, limit: int = 1000) -> Iterator[dict[str, bool]]:
        """Disjoint partial assignments that make it true, at most `limit`."""
        if limit < 0:
            raise ValueError(f"limit should not be negative: {limit}")
        return iter(json.loads(self._text(lib.hardbop_bdd_cubes(self._handle, limit))))

    def pick(self) -> Optional[dict[str, bool]]:
        """One of them; None if it is false."""
        return next(self.cubes(1), None)

    def graph(self) -> Graph:
        return Graph(self._text(lib.hardbop_bdd_dot(self._handle)))

    def _text(self, pointer: Any) -> str:
        text = take_text(pointer)
        if text is None:
            self.manager._fail()
        return text or ""

    def __str__(self) -> str:
        return self._text(lib.hardbop_bdd_text(self._handle, 20))

    def __repr__(self) -> str:
        return f"<Function {self}>"

    def _repr_svg_(self) -> Optional[str]:
        return self.graph()._repr_svg_()


def _handle_of(function: object) -> int:
    if not isinstance(function, Function):
        raise TypeError(f"expected a Function, got {function!r}; manager.true and manager.false are the constants")
    return function._handle


def _list(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names)
