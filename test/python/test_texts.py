"""What the manual's page on Python shows, the docstrings and the example notebooks run."""

import ast
import doctest
import json
import pathlib
import re

import hardbop

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def run_cell(source, space):
    """Executes a cell, and shows its last expression as a notebook would."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), space)
    if last is None:
        return
    value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)
    for show in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, show):
            getattr(value, show)()


def test_the_notebooks_run(capsys):
    notebooks = sorted((PROJECT / "examples/notebooks").glob("*.ipynb"))
    assert len(notebooks) == 2
    for notebook in notebooks:
        space = {}
        for cell in json.loads(notebook.read_text())["cells"]:
            if cell["cell_type"] == "code":
                run_cell("".join(cell["source"]), space)
    assert "Q" in capsys.readouterr().out


def test_the_snippets_of_the_manual_run():
    page = (PROJECT / "docs/manual/python.md").read_text()
    snippets = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(snippets) >= 6
    finder, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    space = {}
    for number, snippet in enumerate(snippets):
        test = finder.get_doctest(snippet, space, f"snippet {number}", "python.md", 0)
        assert test.examples, snippet
        runner.run(test, clear_globs=False)
        space = test.globs
    assert runner.summarize(False).failed == 0


def test_the_docstrings_run():
    for module in (hardbop, hardbop.bdd):
        result = doctest.testmod(module)
        assert result.attempted > 0 and result.failed == 0
