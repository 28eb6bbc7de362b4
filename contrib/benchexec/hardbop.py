# SPDX-License-Identifier: MIT
"""Tool-info module of Hardbop for BenchExec; copy it into benchexec/tools."""

import re

import benchexec.result as result
import benchexec.tools.template

_PROPERTIES = {
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
    "termination": result.RESULT_FALSE_TERMINATION,
    "unreach-call": result.RESULT_FALSE_REACH,
    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
    "no-data-race": result.RESULT_FALSE_DATARACE,
}
_PARTS = {
    "valid-deref": result.RESULT_FALSE_DEREF,
    "valid-free": result.RESULT_FALSE_FREE,
    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
}
_LINE = re.compile(r"^(.+?): (violated|holds-bounded|holds|unknown|not-applicable)(?![\w-])(.*)$")


class Tool(benchexec.tools.template.BaseTool2):
    """Hardbop, a model checker for C and for Boolean programs."""

    # Below the folder into which Hardbop is installed; its modules are in lib/hardbop.
    REQUIRED_PATHS = ["bin/hardbop", "lib/hardbop", "share/hardbop"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("hardbop", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True)

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="hardbop ")

    def name(self):
        return "Hardbop"

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "check", "-w", *options]
        if task.property_file:
            words += ["--property", task.property_file]
        if isinstance(task.options, dict) and task.options.get("data_model"):
            words += ["--data-model", task.options["data_model"]]
        has_timeout = any(word.split("=")[0] == "--timeout" for word in options)
        if rlimits.cputime and not has_timeout:
            words += ["--timeout", str(max(1, rlimits.cputime - 5))]
        return [*words, *task.input_files_or_identifier]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.value == 6:
            return "ERROR (internal)"
        if run.exit_code.value in (1, 2):
            return "ERROR (input)"
        verdicts = [match for match in map(_LINE.match, run.output) if match]
        for match in verdicts:
            if match[2] == "violated":
                return self._violation(match[1], match[3])
        words = {match[2] for match in verdicts} - {"not-applicable"}
        if run.exit_code.value == 0 and words == {"holds"}:  # a bound proves nothing about what is beyond it
            return result.RESULT_TRUE_PROP
        return result.RESULT_UNKNOWN

    @staticmethod
    def _violation(name, text):
        for part, verdict in _PARTS.items():
            if part in text:
                return verdict
        return _PROPERTIES.get(name, result.RESULT_FALSE_PROP)
