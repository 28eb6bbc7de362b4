# SPDX-License-Identifier: MIT
"""Tests of the house rules: each finds its violation in a small tree, and no other."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import rules  # noqa: E402

SPDX = rules.SPDX + "\n"
HEADER = SPDX + "#pragma once\n"


class House(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.program: Path | None = None
        for layer, deps in (
            ("base/util", ""),
            ("boolean/language", "base/util\n"),
            ("words/graph", "base/util\n"),
            ("c/il", "words/graph\n"),
            ("product/api", "boolean/language\n"),
            ("product/main", "product/api\n"),
        ):
            self.write(f"src/{layer}/deps.txt", deps)
            self.write(f"src/{layer}/README.md", f"# {layer}\n")
            self.write(f"src/{layer.split('/')[0]}/README.md", "# A group\n")
        self.write("src/base/util/text.hpp", HEADER)
        self.write("src/base/util/text.cpp", SPDX + '#include "base/util/text.hpp"\n')
        self.write("include/hardbop/hardbop.hpp", HEADER)

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def violations(self) -> list[str]:
        tree = rules.Tree(self.root, self.program)
        return [violation for rule in rules.RULES for violation in rule(tree)]

    def assert_violation(self, *expected: str) -> None:
        found = self.violations()
        self.assertEqual(len(found), len(expected), found)
        for sentence, text in zip(found, expected):
            self.assertIn(text, sentence)

    def test_a_good_tree_is_in_order(self) -> None:
        self.write("src/boolean/language/a.cpp", SPDX + '#include "base/util/text.hpp"\n#include "boolean/language/b.hpp"\n')
        self.write("src/boolean/language/deep/b.cpp", SPDX + '#include "boolean/language/c.hpp"\n')
        self.write("src/product/api/a.cpp", SPDX + '#include "base/util/text.hpp"\n\n#include <hardbop/a.hpp>\n')
        self.write("src/product/main/a.cpp", SPDX + '#include "product/main/b.hpp"\n')
        self.write("test/golden/area/name/input.bp", "tab\t and space \n")
        self.write("build/rubbish.txt", "\t\n")
        self.assertEqual(self.violations(), [])

    def test_a_citation_without_its_source(self) -> None:
        self.write("docs/references.bib", "@book{knuth77,\n}\n")
        self.write("src/boolean/language/a.cpp", SPDX + "// As [knuth77 §2] and [ball00 §1] say.\nint a = b[word32];\n")
        self.assert_violation("cites ball00, which docs/references.bib does not have")

    def test_a_link_to_nowhere(self) -> None:
        self.write("docs/a.md", "[b](b.md#part) [c](../src) [d](https://example.org/d) [e](e.md)\n")
        self.write("docs/b.md", "# B\n")
        self.assert_violation("has a link to e.md, which does not exist")

    def test_names_of_files_that_are_not_there(self) -> None:
        self.write("src/c/il/README.md", "`il.hpp`, `text.hpp`, `src/base/util/text.hpp`\n")
        self.write("src/c/il/deep/il.hpp", HEADER + "// As util/text.hpp, text.cpp and base/util/list.hpp.\n")
        self.write("docs/a.md", "`text.hpp`, `text`, `src/base`, `src/text`\n```\n`list.hpp`\n```\n")
        self.assert_violation(
            "docs/a.md names src/text, which does not exist.",
            "README.md names text.hpp, which does not exist in its layer.",
            "il.hpp names base/util/list.hpp, which does not exist.",
        )

    def test_includes_upwards(self) -> None:
        self.write("src/base/util/a.cpp", SPDX + '#include "boolean/language/b.hpp"\n')
        self.assert_violation("includes boolean/language/b.hpp, but boolean/language is not below base/util")

    def test_a_wrong_include_in_each_group(self) -> None:
        wrong = {
            "base/util": "words/graph",
            "boolean/language": "words/graph",
            "words/graph": "c/il",
            "c/il": "product/api",
            "product/api": "product/main",
        }
        for layer, target in wrong.items():
            self.write(f"src/{layer}/wrong.cpp", SPDX + f'#include "{target}/b.hpp"\n')
            self.assert_violation(f"{target} is not below {layer}")
            (self.root / f"src/{layer}/wrong.cpp").unlink()

    def test_groups_in_another_order(self) -> None:
        self.write("src/words/graph/deps.txt", "base/util\nc/il\n")
        self.write("src/c/il/deps.txt", "base/util\n")
        self.assert_violation("names c/il, but words comes before c")
        self.write("src/words/graph/deps.txt", "")
        (self.root / "src/c/README.md").unlink()
        self.assert_violation("src/c has no README.md")

    def test_a_long_function(self) -> None:
        self.write(".clang-format", "DisableFormat: true\n")
        body = "  f();\n" * 49
        self.write("src/base/util/a.cpp", SPDX + "int f(int a) {\n" + body + "}\n")
        self.assert_violation("a.cpp:2: f has 51 lines, more than 50")
        self.write("src/base/util/a.cpp", SPDX + "[[nodiscard]] int g(int a = 1) {\n" + body + "}\n")
        self.assert_violation("a.cpp:2: g has 51 lines, more than 50")
        self.write("src/base/util/a.cpp", SPDX + 'const char* a = R"(int g() {\n' + body + '})";\nnamespace n {\n' + body + "}\n")
        self.assertEqual(self.violations(), [])

    def test_two_private_names(self) -> None:
        self.write(".clang-format", "DisableFormat: true\n")
        private = "namespace {\nint helper(int a) {\n  return a;\n}\n}  // namespace\n"
        self.write("src/base/util/a.cpp", SPDX + private)
        self.write("src/boolean/language/a.cpp", SPDX + private)
        self.assertEqual(self.violations(), [])
        self.write("src/base/util/b.cpp", SPDX + private)
        self.assert_violation("b.cpp names something 'helper', as src/base/util/a.cpp")
        for declared in ("constexpr int helper = 1;", "struct helper {};"):
            self.write("src/base/util/a.cpp", SPDX + f"namespace {{\n{declared}\n}}  // namespace\n")
            self.assert_violation("b.cpp names something 'helper'")
        self.write("src/base/util/a.cpp", SPDX + "namespace {\nint other() {\n  helper(1);\n}\n}  // namespace\n")
        self.assertEqual(self.violations(), [])

    def test_includes_without_layer(self) -> None:
        self.write("src/base/util/a.cpp", SPDX + '#include "text.hpp"\n')
        self.assert_violation("name group and layer")

    def test_the_command_line_below_the_public_api(self) -> None:
        self.write("src/product/main/a.cpp", SPDX + '#include "product/api/b.hpp"\n')
        self.assert_violation("stands on <hardbop/...> alone")

    def test_public_headers_above_the_api_only(self) -> None:
        self.write("src/boolean/language/a.cpp", SPDX + "#include <hardbop/hardbop.hpp>\n")
        self.write("include/hardbop/a.hpp", HEADER + '\n#include "boolean/language/b.hpp"\n')
        self.assert_violation("public headers include only", "do not see the public headers")

    def test_layers_without_description(self) -> None:
        (self.root / "src/boolean/language/README.md").unlink()
        (self.root / "src/base/util/deps.txt").unlink()
        self.write("src/product/api/README.md", "line\n" * 16)
        self.assert_violation("util has no deps.txt", "language has no README", "api/README.md has 16")

    def test_circles_and_strangers_among_layers(self) -> None:
        self.write("src/base/util/deps.txt", "base/util\n")
        self.write("src/boolean/language/deps.txt", "base/util\nmoon/sea\n")
        self.assert_violation("util depends on itself", "names moon/sea")

    def test_own_header_not_first(self) -> None:
        text = SPDX + '#include <vector>\n\n#include "base/util/text.hpp"\n'
        self.write("src/base/util/text.cpp", text)
        self.assert_violation("own header first")

    def test_header_without_guard_or_licence(self) -> None:
        self.write("src/base/util/text.hpp", "#pragma  once\n")
        found = " ".join(self.violations())
        self.assertIn("does not start with", found)
        self.assertIn("no '#pragma once'", found)

    def test_header_with_iostream_and_using_namespace(self) -> None:
        self.write("src/base/util/text.hpp", HEADER + "\n#include <iostream>\nusing namespace std;\n")
        self.assert_violation("using namespace", "<iostream>")

    def test_untidy_text(self) -> None:
        self.write("docs/a.md", "a\tb\nc \n" + "TO" + "DO: d\n" + "e\n" * 800)
        self.assert_violation("803 lines", "a.md:1 has a tab", "a.md:2 ends", "a.md:3 leaves")

    @unittest.skipUnless(rules.shutil.which("clang-format"), "needs clang-format")
    def test_unformatted_source(self) -> None:
        self.write(".clang-format", "BasedOnStyle: Google\n")
        self.write("src/base/util/a.cpp", SPDX + "int  f( );\n")
        self.assert_violation("src/base/util/a.cpp is not formatted")

    def test_an_option_missing_from_the_manual(self) -> None:
        self.program = self.root / "build/hardbop"
        help_text = "Commands:\\n  check  decide\\n\\n  --label L   a-b --trace[=table]"
        self.write("build/hardbop", f"#!/bin/sh\nprintf '{help_text}'\n")
        self.program.chmod(0o755)
        self.write("docs/manual/language.md", "No option.\n")
        self.assert_violation("no page for any command")
        self.write("docs/manual/check.md", "`--label L`, `--traces`\n")
        self.assert_violation("check.md does not describe the option --trace.")

    def test_a_public_header_missing_from_the_manual(self) -> None:
        self.write("include/hardbop/answer.hpp", HEADER)
        self.write("examples/api/a.cpp", SPDX + "void f() { check(); }\n")
        self.write("docs/manual/api.md", "`hardbop.hpp`\n\n```cpp\ncheck();\n```\n\n```cpp\nchecks();\n```\n")
        self.assert_violation("does not describe include/hardbop/answer.hpp", "api.md:7 shows code")


if __name__ == "__main__":
    unittest.main()
