# SPDX-License-Identifier: MIT
"""Tests of what is asked of SARIF logs: a good one passes, and each flaw is found."""

import copy
import unittest

import sarif

GOOD = {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
        {
            "tool": {
                "driver": {
                    "name": "hardbop",
                    "version": "0.1.0",
                    "rules": [
                        {
                            "id": "rule/lock",
                            "shortDescription": {"text": "Rule lock is broken"},
                            "fullDescription": {"text": "A lock is acquired and released in turn."},
                            "help": {"text": "Read the code flow."},
                            "defaultConfiguration": {"level": "error"},
                        }
                    ],
                    "notifications": [{"id": "hardbop/unknown", "shortDescription": {"text": "Not decided"}}],
                }
            },
            "invocations": [
                {
                    "executionSuccessful": True,
                    "exitCode": 5,
                    "toolExecutionNotifications": [
                        {
                            "level": "note",
                            "message": {"text": "rule lock: unknown: time limit reached"},
                            "descriptor": {"id": "hardbop/unknown", "index": 0},
                            "associatedRule": {"id": "rule/lock", "index": 0},
                        }
                    ],
                }
            ],
            "originalUriBaseIds": {"SRCROOT": {"uri": "file:///home/me/", "description": {"text": "here"}}},
            "results": [
                {
                    "ruleId": "rule/lock",
                    "ruleIndex": 0,
                    "level": "note",
                    "message": {"text": "rule lock: unknown: {{x}}"},
                    "locations": [
                        {
                            "physicalLocation": {
                                "artifactLocation": {"uri": "src/a.c", "uriBaseId": "SRCROOT"},
                                "region": {"startLine": 3},
                            }
                        }
                    ],
                    "partialFingerprints": {"hardbop/v1": "0123456789abcdef0123456789abcdef:1"},
                }
            ],
        }
    ],
}


class Log(unittest.TestCase):
    def setUp(self) -> None:
        self.log = copy.deepcopy(GOOD)
        (self.run_,) = self.log["runs"]
        (self.result,) = self.run_["results"]
        (self.rule,) = self.run_["tool"]["driver"]["rules"]
        (self.call,) = self.run_["invocations"]

    def assert_flawed(self, expected: str) -> None:
        self.assertRegex("\n".join(sarif.problems(self.log)), expected)

    def test_a_good_log_has_no_problems(self) -> None:
        self.assertEqual(list(sarif.problems(self.log)), [])

    def test_what_is_required_is_missed(self) -> None:
        del self.rule["help"]
        self.assert_flawed("rules.0. has no help")

    def test_what_is_not_known_is_noticed(self) -> None:
        self.result["levels"] = "error"
        self.assert_flawed("unexpected levels")

    def test_an_id_with_a_blank_is_noticed(self) -> None:
        self.rule["id"] = self.result["ruleId"] = "rule lock"
        self.assert_flawed("id is 'rule lock'")

    def test_a_wrong_index_is_noticed(self) -> None:
        self.result["ruleIndex"] = 1
        self.assert_flawed("ruleIndex 1 is not rule/lock")

    def test_a_path_out_of_its_base_is_noticed(self) -> None:
        self.result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = "../a.c"
        self.assert_flawed("not inside its base")

    def test_a_path_without_a_base_is_noticed(self) -> None:
        del self.result["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"]
        self.assert_flawed("no file and has no base")

    def test_a_folder_without_a_slash_is_noticed(self) -> None:
        self.run_["originalUriBaseIds"]["SRCROOT"]["uri"] = "file:///home/me"
        self.assert_flawed("which is no folder")

    def test_equal_fingerprints_are_noticed(self) -> None:
        self.run_["results"].append(copy.deepcopy(self.result))
        self.assert_flawed("of two results")

    def test_a_wrong_status_is_noticed(self) -> None:
        self.call["exitCode"] = 0
        self.assert_flawed("exitCode 0 instead of 5")

    def test_a_missing_reason_is_noticed(self) -> None:
        self.call["toolExecutionNotifications"] = []
        self.assert_flawed("0 reasons of 1 unknown")

    def test_a_result_without_a_line_is_noticed(self) -> None:
        del self.result["locations"][0]["physicalLocation"]["region"]
        self.assert_flawed("no line of")

    def test_a_placeholder_is_noticed(self) -> None:
        self.result["message"]["text"] = "{0} is wrong"
        self.assert_flawed("placeholder")

    def test_a_level_of_what_passes_is_noticed(self) -> None:
        self.result["kind"] = "pass"
        self.assert_flawed("level note of kind pass")


if __name__ == "__main__":
    unittest.main()
