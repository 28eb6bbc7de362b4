"""Hardbop, a model checker for Boolean programs and C.

>>> import hardbop
>>> program = hardbop.parse("decl g; void main() begin g := *; if g then R: skip; fi end")
>>> answer = program.check(labels=["R"])
>>> answer.verdict
'violated'
>>> [step.statement for step in answer.trace]
['g := *;', 'if g then']
"""

from . import bdd
from ._library import HardbopError, call, ffi, lib
from .answers import Answer, Location, Result, Step, Trace
from .drawing import Graph
from .invariants import Invariant, Invariants
from .programs import Program, Session, Solution, check_c, format, generate, load, parse, solve

__version__: str = ffi.string(lib.hardbop_version()).decode()

__all__ = [
    "Answer",
    "Graph",
    "HardbopError",
    "Invariant",
    "Invariants",
    "Location",
    "Program",
    "Result",
    "Session",
    "Solution",
    "Step",
    "Trace",
    "bdd",
    "call",
    "check_c",
    "format",
    "generate",
    "load",
    "parse",
    "solve",
]
