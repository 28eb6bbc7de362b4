"""Pictures: graphs in Graphviz' language that show themselves in a notebook."""

from __future__ import annotations

import shutil
import subprocess


def run_dot(dot: str, form: str) -> str | None:
    """What Graphviz makes of it; None if it is not installed or fails."""
    if shutil.which("dot") is None:
        return None
    done = subprocess.run(["dot", f"-T{form}"], input=dot, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


class Graph:
    """A graph in Graphviz' language; notebooks show it as SVG if `dot` is installed."""

    def __init__(self, dot: str):
        self.dot = dot

    def to_svg(self) -> str:
        """Needs the program `dot`."""
        picture = run_dot(self.dot, "svg")
        if picture is None:
            raise RuntimeError("the program dot is not found, or failed; install Graphviz")
        return picture

    def __str__(self) -> str:
        return self.dot

    def _repr_svg_(self) -> str | None:
        return run_dot(self.dot, "svg")
