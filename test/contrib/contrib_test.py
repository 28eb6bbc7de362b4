#!/usr/bin/env python3
"""The scripts in contrib do what they say: BenchExec's module understands answers, the action and the hook fail when they
should.

    contrib_test.py HARDBOP PROJECT
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

HARDBOP, PROJECT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
GOOD = "void main() begin assert 1; end\n"
BAD = "void main() begin assert 0; end\n"


def load_tool():
    """The module, with a stand-in for BenchExec that has what modules use of it."""
    benchexec, results, tools, template = (types.ModuleType(name) for name in ("benchexec", "result", "tools", "template"))
    for name in "TRUE_PROP FALSE_PROP FALSE_REACH FALSE_OVERFLOW FALSE_TERMINATION FALSE_MEMCLEANUP FALSE_DATARACE".split():
        setattr(results, f"RESULT_{name}", name)
    for name in "FALSE_DEREF FALSE_FREE FALSE_MEMTRACK UNKNOWN TIMEOUT".split():
        setattr(results, f"RESULT_{name}", name)
    template.BaseTool2 = object
    benchexec.result, benchexec.tools, tools.template = results, tools, template
    sys.modules |= {
        "benchexec": benchexec,
        "benchexec.result": results,
        "benchexec.tools": tools,
        "benchexec.tools.template": template,
    }
    spec = importlib.util.spec_from_file_location("hardbop_tool", PROJECT / "contrib/benchexec/hardbop.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def run_of(lines, code, was_timeout=False):
    return types.SimpleNamespace(output=lines, exit_code=types.SimpleNamespace(value=code), was_timeout=was_timeout)


class Contrib(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        (self.path / "good.bp").write_text(GOOD)
        (self.path / "bad.bp").write_text(BAD)

    def call(self, *words):
        environment = dict(os.environ, PATH=f"{HARDBOP.parent}:{os.environ['PATH']}")
        done = subprocess.run(words, cwd=self.path, env=environment, capture_output=True, text=True, check=False)
        return done.returncode

    def test_benchexec_understands_answers(self):
        tool = load_tool()
        cases = [
            (["unreach-call: holds: no error is reached"], 0, "TRUE_PROP"),
            (["unreach-call: violated: can fail at a.c:3:1 in main"], 10, "FALSE_REACH"),
            (["no-overflow: violated: can overflow"], 10, "FALSE_OVERFLOW"),
            (["valid-memsafety: violated: valid-deref: out of bounds at a.c:2:1"], 10, "FALSE_DEREF"),
            (["valid-memsafety: violated: valid-memtrack: lost"], 10, "FALSE_MEMTRACK"),
            (["unreach-call: unknown: time limit reached"], 5, "UNKNOWN"),
            (["unreach-call: holds-bounded: no run of at most 3 rounds violates it"], 0, "UNKNOWN"),
            (["unreach-call: holds: no error", "no-overflow: holds-bounded: up to 3"], 0, "UNKNOWN"),
            (["unreach-call: not-applicable"], 0, "UNKNOWN"),
            ([], 2, "ERROR (input)"),
            ([], 6, "ERROR (internal)"),
        ]
        for lines, code, expected in cases:
            self.assertEqual(tool.determine_result(run_of(lines, code)), expected)
        self.assertEqual(tool.determine_result(run_of([], 5, True)), "TIMEOUT")

    def test_benchexec_keeps_a_limit_that_is_given(self):
        task = types.SimpleNamespace(property_file=None, options=None, input_files_or_identifier=["a.c"])
        for options in (["--timeout", "3"], ["--timeout=3"]):
            words = load_tool().cmdline("hardbop", options, task, types.SimpleNamespace(cputime=65))
            self.assertEqual(words, ["hardbop", "check", "-w", *options, "a.c"])

    def test_benchexec_names_the_files_where_they_are_installed(self):
        tool = load_tool()
        tool._program_files_from_executable = lambda program, paths, parent_dir: [
            str(pathlib.Path(program).parent.parent / path) for path in paths if parent_dir
        ]
        files = tool.program_files("/opt/hardbop/bin/hardbop")
        self.assertIn("/opt/hardbop/bin/hardbop", files)
        self.assertIn("/opt/hardbop/lib/hardbop", files)

    def test_benchexec_reads_what_the_program_prints(self):
        words = [HARDBOP, "check", self.path / "bad.bp"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        run = run_of(done.stdout.splitlines(), done.returncode)
        self.assertEqual(load_tool().determine_result(run), "FALSE_PROP" if ": violated" in done.stdout else "")

    def test_benchexec_gets_the_verdicts_that_tasks_expect(self):
        tool, tasks = load_tool(), PROJECT / "contrib/benchexec/tasks"
        falses = {"unreach-call": "FALSE_REACH", "valid-deref": "FALSE_DEREF"}
        files = sorted(tasks.glob("*.yml"))
        self.assertGreater(len(files), 2)
        for file in files:
            text = file.read_text()
            source = tasks / re.search(r"^input_files: '(.*)'$", text, re.M)[1]
            model = re.search(r"^  data_model: (\w+)$", text, re.M)[1]
            for name, verdict, _, part in re.findall(
                r"- property_file: properties/(\S+)\.prp\n    expected_verdict: (true|false)(\n    subproperty: (\S+))?", text
            ):
                task = types.SimpleNamespace(
                    property_file=str(tasks / f"properties/{name}.prp"),
                    options={"data_model": model},
                    input_files_or_identifier=[str(source)],
                )
                words = tool.cmdline(str(HARDBOP), [], task, types.SimpleNamespace(cputime=65))
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                found = tool.determine_result(run_of(done.stdout.splitlines(), done.returncode))
                self.assertEqual(found, "TRUE_PROP" if verdict == "true" else falses[part or name], (file, name))

    def test_the_action_fails_on_what_it_is_told(self):
        script = PROJECT / "contrib/github-action/run"
        self.assertEqual(self.call(script, "good.bp", "out.sarif", "violated"), 0)
        self.assertTrue((self.path / "out.sarif").exists())
        self.assertEqual(self.call(script, "bad.bp", "out.sarif", "violated"), 1)
        self.assertEqual(self.call(script, "bad.bp", "out.sarif", "unknown"), 0)
        self.assertEqual(self.call(script, "missing.bp", "out.sarif", "violated"), 2)
        self.assertEqual(self.call(script, "bad.bp", "out.sarif", "none"), 0)
        for words in ("unknown, violated", "unknown violated", "violated,", "unknown\nviolated"):
            self.assertEqual(self.call(script, "bad.bp", "out.sarif", words), 1, words)

    def test_the_action_refuses_words_that_name_no_verdict(self):
        script = PROJECT / "contrib/github-action/run"
        for words in ("violatd", "violated,holds", "", " , ", "wrong", "new", "*"):
            self.assertEqual(self.call(script, "good.bp", "out.sarif", words), 1, words)
            self.assertFalse((self.path / "out.sarif").exists(), words)

    def test_the_action_reads_one_file_per_line(self):
        script = PROJECT / "contrib/github-action/run"
        (self.path / "with blank.bp").write_text(GOOD)
        self.assertEqual(self.call(script, "with blank.bp\n", "out.sarif", "violated"), 0)
        (self.path / "one.c").write_text("int two(void);\nint main(void) { return two(); }\n")
        (self.path / "two.c").write_text("int two(void) { return 0; }\n")
        self.assertEqual(self.call(script, "one.c\n\ntwo.c\n", "out.sarif", "violated"), 0)
        self.assertEqual(self.call(script, "\n", "out.sarif", "violated"), 1)

    def test_the_hook_fails_on_violations(self):
        script = PROJECT / "contrib/pre-commit/check-changed"
        self.assertEqual(self.call(script, "good.bp"), 0)
        self.assertEqual(self.call(script, "good.bp", "bad.bp"), 1)
        (self.path / "-w.bp").write_text(GOOD)
        self.assertEqual(self.call(script, "-w.bp"), 0)
        (self.path / "part.c").write_text("int part(void) { return 0; }\n")
        self.assertEqual(self.call(script, "part.c"), 1)


unittest.main(argv=sys.argv[:1])
