#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Logs of `hardbop check --log` fit together, and nobody answers otherwise because of them: log_test.py HARDBOP."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
HARDBOP = ""
SEEDS = range(12)


def run(*arguments: str, text: str) -> tuple[int, str]:
    done = subprocess.run([HARDBOP, *arguments], input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 5, 10), (arguments, done.returncode, done.stderr)
    return done.returncode, done.stdout


class Logs(unittest.TestCase):
    def programs(self) -> list[str]:
        texts = [(EXAMPLES / name).read_text() for name in ("bebop-fig1.bp", "lecture-choice.bp", "lecture-recursion.bp", "lock.bp")]
        for seed in SEEDS:
            texts.append(run("generate", "random", "--seed", str(seed), text="")[1])
        return texts

    def log(self, engine: str, text: str, *options: str) -> list[dict]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "log.jsonl"
            asked = ("check", "-w", "--all-labels", "--asserts", "--trace", "--engine", engine, *options, "-")
            plain = run(*asked, text=text)
            logged = run("check", "--log", str(path), *asked[1:], text=text)
            self.assertEqual(plain, logged)
            events = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual([event["event"] for event in events[:2]], ["begin", "program"])
        self.assertEqual(events[0]["engine"], engine)
        return events

    def test_path_edges_are_new_and_vertices_wait_before_they_are_taken(self) -> None:
        plain = ("--no-live", "--no-modref", "--no-slice", "--no-compress")
        for text in self.programs():
            for options in ((), plain):
                events = self.log("summary", text, *options)
                waiting: set[int] = set()
                count: dict[int, int] = {}
                for event in events:
                    if event["event"] == "arrive" and "count" in event:
                        v = event["vertex"]
                        count[v] = count.get(v, 0) + int(event["added"]["count"])
                        self.assertEqual(int(event["count"]), count[v], "what arrives should be new")
                        if event["waits"]:
                            self.assertNotIn(v, waiting)
                            waiting.add(v)
                    elif event["event"] == "take":
                        waiting.remove(event["vertex"])

    def test_the_way_goes_through_the_rings(self) -> None:
        ways = 0
        for text in self.programs():
            rings: dict[int, set[int]] = {}
            last = None
            for event in self.log("summary", text):
                if event["event"] == "ring":
                    if event["number"] == 0:
                        rings = {}
                    rings[event["number"]] = {place["vertex"] for place in event["places"]}
                    last = None
                elif event["event"] == "way":
                    ways += 1
                    self.assertIn(event["vertex"], rings[event["number"]])
                    self.assertEqual(event["number"], max(rings) if last is None else last - 1)
                    last = event["number"]
        self.assertGreater(ways, 10)

    def test_arrows_lead_between_points(self) -> None:
        for text in self.programs():
            points: dict[int, dict] = {}
            vertices: list[dict] = []
            for event in self.log("explicit", text):
                match event["event"]:
                    case "program":
                        vertices = event["vertices"]
                    case "point":
                        self.assertNotIn(event["point"], points)
                        points[event["point"]] = event
                    case "arrow":
                        source, target = (points[event[end]] for end in ("from", "to"))
                        kind = vertices[source["vertex"]]["kind"]
                        self.assertEqual(kind == "call", event["kind"] == "call")
                        self.assertEqual(kind == "exit", event["kind"] == "return")
                        self.assertEqual(source["context"] == target["context"] or event["kind"] != "step", True)

    def test_relations_count_their_tuples(self) -> None:
        for text in self.programs()[:8]:
            count: dict[int, int] = {}
            for event in self.log("fixpoint", text):
                if event["event"] == "round":
                    r = event["relation"]
                    change = int(event["added"]["count"]) - int(event.get("removed", {"count": 0})["count"])
                    count[r] = count.get(r, 0) + change
                    self.assertEqual(int(event["count"]), count[r])

    def test_images_start_at_blocks_of_the_program(self) -> None:
        for text in self.programs()[:8]:
            events = self.log("image", text)
            blocks = next((event["blocks"] for event in events if event["event"] == "blocks"), [])
            for event in events:
                if event["event"] == "image":
                    self.assertTrue(all(block < len(blocks) for block in event["blocks"]))
                    self.assertTrue(all(len(row) == len(event["columns"]) for row in event["rows"]))


if __name__ == "__main__":
    HARDBOP = str(Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
