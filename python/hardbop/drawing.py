"""Pictures: graphs in Graphviz' language that show themselves in a notebook."""

from __future__ import annotations

import shutil
import subprocess


class Graph:
    """A graph in Graphviz' language; notebooks show it as SVG if `dot` is installed."""

    def __init__(self, dot: str):
        self.dot = dot

    def to_svg(self) -> str:
        """Needs the program `dot`."""
        if shutil.which("dot") is None:
            raise RuntimeError("the program dot is not found; install Graphviz")
        done = subprocess.run(["dot", "-Tsvg"], input=self.dot, capture_output=True, text=True, check=True)
        return done.stdout

    def __str__(self) -> str:
        return self.dot

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if shutil.which("dot") else None
