# SPDX-License-Identifier: MIT
"""A headless browser, driven over WebDriver with nothing but the standard library."""

import base64
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "End": "\ue010", "Tab": "\ue004",
        "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}  # fmt: skip


def missing() -> str:
    """Why there is no browser; empty if there is one."""
    lacking = [tool for tool in ("chromium", "chromedriver") if not shutil.which(tool)]
    return f"no {' and no '.join(lacking)} (Debian: chromium, chromium-driver)" if lacking else ""


class Browser:
    """One window. Everything that it says on its console, and asks of the network, is kept."""

    def __init__(self, width: int = 1400, height: int = 900) -> None:
        # It says where it listens, as port 0 is any that is free.
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.driver.stdout is not None
        port = ""
        while not port:
            line = self.driver.stdout.readline()
            if not line:
                raise RuntimeError("chromedriver did not start")
            if "started successfully on port" in line:
                port = line.rstrip(".\n").split()[-1]
        self.server = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     f"--window-size={width},{height}", "--force-device-scale-factor=1"]  # fmt: skip
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        self.session = ""
        answer = self._call("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/" + answer["sessionId"]
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + self.session + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def close(self) -> None:
        try:
            self._call("DELETE", "")
        finally:
            self.driver.kill()
            self.driver.wait()
            if self.driver.stdout:
                self.driver.stdout.close()

    def open(self, page: Path, fragment: str = "") -> None:
        self._call("POST", "/url", {"url": "about:blank"})  # else a fragment alone would not load it again
        self._call("POST", "/url", {"url": page.as_uri() + fragment})

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a function's body."""
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script: str, *arguments: Any) -> Any:
        """Likewise; its last argument is to be called with the value."""
        return self._call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def devtools(self, command: str, **parameters: Any) -> Any:
        return self._call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width: int, height: int) -> None:
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def keys(self, *names: str) -> None:
        """Types keys where the focus is."""
        actions = []
        for name in names:
            value = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector: str) -> None:
        found = self._call("POST", "/element", {"using": "css selector", "value": selector})
        self._call("POST", f"/element/{next(iter(found.values()))}/click", {})

    def text(self, selector: str) -> str:
        return self.run("return document.querySelector(arguments[0])?.innerText ?? '';", selector)

    def texts(self, selector: str) -> list[str]:
        return self.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText);", selector)

    def wait(self, script: str, *arguments: Any, seconds: float = 10) -> Any:
        """Waits until the function's body gives something."""
        end = time.monotonic() + seconds
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.02)
        return value

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def print_pages(self) -> bytes:
        """As PDF."""
        return base64.b64decode(self.devtools("Page.printToPDF")["data"])

    def violations(self, axe: Path) -> list[str]:
        """What axe-core finds, in light and in dark."""
        self.devtools("Page.setBypassCSP", enabled=True)
        self.run("return location.reload();")
        self.wait("return document.querySelector('main') !== null;")
        self.run(axe.read_text() + "; window.axe = axe;")
        found = []
        for theme in ("light", "dark"):
            self.run("document.documentElement.dataset.theme = arguments[0];", theme)
            found += self.run_async(
                "const done = arguments[0];"
                "axe.run(document, {resultTypes: ['violations']}).then((all) => done(all.violations.map((one) =>"
                " `${one.impact} ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(' | ')}`)));"
            )
        self.run("delete document.documentElement.dataset.theme; localStorage.clear();")
        self.devtools("Page.setBypassCSP", enabled=False)
        return found

    def read_logs(self) -> None:
        """Adds to complaints and requests what has come since."""
        for entry in self._call("POST", "/se/log", {"type": "browser"}):
            self.complaints.append(entry["message"])
        for entry in self._call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
