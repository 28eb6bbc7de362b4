"""The shared library behind the package, and calls into it.

The library is looked for beside this file (in a wheel), then where HARDBOP_LIBRARY says, then where the system's loader
looks. Its declarations are read from hardbop.h, which stands beside the library or is installed with it.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import pathlib
import re
import threading
from typing import Any, Callable, Iterable, Optional

import cffi

_NAME = "libhardbop-c.so.1"
_MOST_OFFERED = 10
_here = pathlib.Path(__file__).resolve().parent


class HardbopError(Exception):
    """A request that has no answer. `code` is "bad-input", "bad-request", "memory" or "internal"; `messages` has the
    errors of the input with their places."""

    def __init__(self, code: str, message: str, messages: Optional[list[dict[str, Any]]] = None):
        self.code = code
        self.messages = messages or []
        is_repeated = any(one["text"] == message for one in self.messages)
        lines = [] if is_repeated else [message]
        for one in self.messages:
            at = one["location"]
            place = f"{at['file']}:{at['line']}:{at['column']}: {one['kind']}: " if at["line"] else ""
            lines.append(place + one["text"])
            if one.get("hint"):
                lines.append(f"  hint: {one['hint']}")
        super().__init__("\n".join(lines))


def not_found(what: str, name: object, known: Iterable[str]) -> KeyError:
    """The error for a name that is none of the known ones, with the nearest of these, or all if they are few."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(str(name), names, 1)
    if near:
        hint = f"; did you mean {near[0]!r}?"
    elif names and len(names) <= _MOST_OFFERED:
        hint = f"; there is {', '.join(map(repr, names))}"
    else:
        hint = ""
    return KeyError(f"no {what} {name!r}{hint}")


def _declarations(header: str) -> str:
    """What cffi can read of the header: no preprocessor lines, no attributes."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    header = re.sub(r'extern "C" \{|^\}$', "", header, flags=re.M)
    lines = [line for line in header.splitlines() if not line.startswith("#")]
    return "\n".join(lines).replace("HARDBOP_API ", "")


def _find_header() -> str:
    folders = [_here, _here.parent.parent / "include/hardbop"]
    if "HARDBOP_LIBRARY" in os.environ:
        folders.insert(0, pathlib.Path(os.environ["HARDBOP_LIBRARY"]).parent.parent / "include/hardbop")
    folders += [pathlib.Path("/usr/local/include/hardbop"), pathlib.Path("/usr/include/hardbop")]
    for folder in folders:
        path = folder / "hardbop.h"
        if path.exists():
            return path.read_text()
    raise ImportError("hardbop.h is not found; install Hardbop, or set HARDBOP_LIBRARY to its library")


ffi = cffi.FFI()
ffi.cdef(_declarations(_find_header()))


def _load() -> Any:
    candidates = [str(_here / _NAME), os.environ.get("HARDBOP_LIBRARY", ""), _NAME]
    problem = ""
    for candidate in candidates:
        if not candidate or ("/" in candidate and not os.path.exists(candidate)):
            continue
        try:
            return ffi.dlopen(candidate)
        except OSError as error:
            problem = str(error)
    raise ImportError(f"{_NAME} cannot be loaded; install Hardbop, or set HARDBOP_LIBRARY to it. {problem}".rstrip())


lib = _load()


def take_text(pointer: Any) -> Optional[str]:
    """A text of the library, which is freed; None if there is none."""
    if pointer == ffi.NULL:
        return None
    try:
        return ffi.string(pointer).decode("utf-8", "replace")
    finally:
        lib.hardbop_free(pointer)


Progress = Callable[[dict[str, Any]], None]


def call(method: str, request: dict[str, Any], progress: Optional[Progress] = None) -> Any:
    """The result of a method. Options that are None are left out. Ctrl-C cancels the work, and is raised when it has ended."""
    _check_values(request.get("timeout"), progress)
    text = json.dumps({key: value for key, value in request.items() if value is not None}).encode()
    problems: list[BaseException] = []

    def tell(report: Any, _data: Any) -> None:
        try:
            if progress is not None:
                progress(json.loads(ffi.string(report)))
        except BaseException as problem:  # must not cross the library
            problems.append(problem)
            lib.hardbop_task_cancel(task)

    callback = ffi.callback("hardbop_progress", tell) if progress is not None else ffi.NULL
    task = lib.hardbop_task_new(callback, ffi.NULL)
    response: list[Optional[str]] = []
    has_ended = threading.Event()

    def work() -> None:
        try:
            response.append(take_text(lib.hardbop_call(method.encode(), text, task)))
        finally:
            has_ended.set()

    worker = threading.Thread(target=work)
    try:
        worker.start()
        while not has_ended.wait(0.2):
            pass
    except BaseException:
        lib.hardbop_task_cancel(task)
        while worker.ident is not None and not has_ended.is_set():
            _wait_calmly(has_ended)
        raise
    finally:
        lib.hardbop_release(task)
    if problems:
        raise problems[0]
    return _result_of(response)


def _wait_calmly(event: threading.Event) -> None:
    """A second Ctrl-C is not another one: the work is being cancelled already. (Thread.join() would believe that the thread
    has ended.)"""
    try:
        event.wait(0.2)
    except KeyboardInterrupt:
        pass


def _check_values(timeout: object, progress: object) -> None:
    if progress is not None and not callable(progress):
        raise TypeError(f"progress should be a function, not {progress!r}")
    if timeout is None:
        return
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise TypeError(f"timeout should be a number of seconds, not {timeout!r}")
    if timeout < 0 or not math.isfinite(timeout):
        raise ValueError(f"timeout should be a number of seconds that is not negative, not {timeout}; None is no limit")


def _result_of(response: list[Optional[str]]) -> Any:
    if not response or response[0] is None:
        raise MemoryError("the library has no memory for its response")
    document = json.loads(response[0])
    if "error" in document:
        error = document["error"]
        raise HardbopError(error["code"], error["message"], error.get("messages"))
    return document["result"]
