// SPDX-License-Identifier: MIT
// What is written of a claim, definitions and obligations is read again; what is not all there, or
// is more than that, is not.
#include "base/certificate/script.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hardbop::certify {
namespace {

constexpr std::array<std::string_view, 2> keys{"mode", "kept"};

Claim a_claim() {
  Claim claim;
  claim.files = {{"first file.c", "11aa"}, {"say \"second\".c", "22bb"}};
  claim.options = {{"mode", "a \"quoted\" one"}, {"mode", "on\ntwo lines"}, {"kept", ""}};
  claim.properties = {"label R", "assert 7:3"};
  return claim;
}

std::string a_script(std::size_t obligations = 2) {
  ScriptWriter script(a_claim(), "QF_UF");
  script.line("; what is known");
  script.line("(declare-fun a () Bool)");
  script.note("kept", "0 1");
  script.define("d1", "", "a");
  script.define("at2", "(x Bool) (y (_ BitVec 8))", "(and x (= y (_ bv0 8)))", "7:3 (skip;");
  for (std::size_t i = 0; i < obligations; ++i) {
    script.begin(fmt::format("step\n{}", i));
    script.line("(define-fun t1 () Bool true)");
    script.require("(not d1)");
    script.require("t1");
    script.ask();
  }
  return script.finish();
}

ScriptResult read(std::string_view text) {
  return read_script(text, keys);
}

/// "line: what is wrong".
std::string error_of(const std::string& text) {
  const ScriptResult result = read(text);
  return result.script ? "" : fmt::format("{}: {}", result.line, result.error);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Script, what_is_written_is_read) {
  const std::string text = a_script();
  const ScriptResult result = read(text);
  ASSERT_TRUE(result.script) << result.error;
  const Script& script = *result.script;
  EXPECT_EQ(script.claim, a_claim());
  EXPECT_EQ(script.claim.all("mode"),
            (std::vector<std::string>{"a \"quoted\" one", "on\ntwo lines"}));
  ASSERT_EQ(script.notes.size(), 1U);
  EXPECT_EQ(script.notes[0].key, "kept");
  EXPECT_EQ(script.notes[0].value, "0 1");
  ASSERT_EQ(script.definitions.size(), 2U);  // those of obligations are not among them
  EXPECT_EQ(script.definitions[0].name, "d1");
  EXPECT_EQ(script.definitions[0].parameters, "");
  EXPECT_EQ(script.definitions[0].body, "a");
  EXPECT_EQ(script.definitions[1].name, "at2");
  EXPECT_EQ(script.definitions[1].parameters, "(x Bool) (y (_ BitVec 8))");
  EXPECT_EQ(script.definitions[1].body, "(and x (= y (_ bv0 8)))");
  EXPECT_EQ(script.obligations, 2U);
  EXPECT_EQ(script.claimed, 2U);
  EXPECT_EQ(count_problem(script), "");
}

TEST(Script, a_title_stays_on_its_line) {
  EXPECT_NE(a_script().find("(push 1) ; step 0\n"), std::string::npos);
}

TEST(Script, places_are_lines) {
  const std::string text = a_script();
  const ScriptResult result = read(text);
  ASSERT_TRUE(result.script);
  const auto line_of = [&](std::string_view part) {
    return 1 + std::ranges::count(text.substr(0, text.find(part)), '\n');
  };
  EXPECT_EQ(result.script->notes[0].line, line_of("\"0 1\""));
  EXPECT_EQ(result.script->definitions[1].line, line_of("at2"));
}

TEST(Script, a_spoilt_claim_is_refused) {
  const std::string text = a_script();
  const auto expect = [](const std::string& changed, const std::string& error) {
    EXPECT_EQ(error_of(changed), error);
    EXPECT_TRUE(read(changed).in_claim);
  };
  expect(replaced(text, "(set-info :hardbop-program \"first file.c\")\n", ""),
         "3: a hash without a program");
  expect(replaced(text, "(set-info :hardbop-sha256 \"22bb\")\n", ""),
         "12: the script does not name its program");
  expect(replaced(text, "22bb", ""), "13: the script does not name its program");
  expect(replaced(text, ":hardbop-mode", ":hardbop-mood"), "7: unknown key ':hardbop-mood'");
  expect(replaced(text, ":hardbop-mode", ":mode"), "7: unknown key ':mode'");
  expect(replaced(text, "\"11aa\"", "11aa"), "4: expected a string, found '11aa'");
  expect(replaced(text, "\"11aa\")", "\"11aa\" 5)"), "4: expected ')', found '5'");
  expect(replaced(text, "(set-info", "set-info"), "3: expected '(', found 'set-info'");
  expect("(set-info :hardbop-program \"a", "1: a string is not closed");
  expect("int main(void) { return 0; }\n", "1: expected '(', found 'int'");
  expect("(set-info :hardbop-program \"a\"", "1: expected ')', found the end");
  expect("(set-logic QF_BV)\n", "1: the script does not name its program");
}

TEST(Script, a_spoilt_definition_is_refused) {
  const std::string text = a_script();
  const auto expect = [&](std::string_view definition, const std::string& error) {
    const std::string changed = replaced(text, "(define-fun d1 () Bool a)", definition);
    EXPECT_EQ(error_of(changed), "17: " + error);
    EXPECT_FALSE(read(changed).in_claim);
  };
  const std::string strange = "a definition that a certificate cannot contain";
  expect("(define-fun d1 () Int a)", "expected 'Bool', found 'Int'");
  expect("(define-fun d1 Bool a)", "expected '(', found 'Bool'");
  expect("(define-fun d1 () Bool a a)", "expected ')', found 'a'");
  expect("(define-fun d1 () Bool )", "expected a term, found ')'");
  expect("(define-fun d1 () Bool a) (reset)", strange);
  expect("(define-fun d1 () Bool (or |)| a))", strange);
  expect("(define-fun d1 () Bool \"a\")", strange);
  expect("(assert (= d1 \"a\"))", strange);
  expect("(assert (= d1 a)) (reset)", strange);
  expect("(assert (= d1 a b))", "expected ')', found 'b'");
  expect("(assert d1)", "expected '(', found 'd1'");
  expect("(assert (or d1 a))", "expected '=', found 'or'");
  const std::string broken = replaced(text, "Bool a)", "Bool (or a ; and\n b))");
  EXPECT_EQ(error_of(broken), "18: " + strange);
}

TEST(Script, every_part_of_one_is_refused) {
  const std::string text = a_script();
  for (std::size_t size = 0; size < text.size(); ++size) {
    const ScriptResult result = read(std::string_view(text).substr(0, size));
    if (!result.script) continue;
    EXPECT_EQ(count_problem(*result.script),
              "the certificate does not end with the number of its obligations")
        << text.substr(0, size);
  }
  EXPECT_EQ(error_of(text.substr(0, text.find("(not d1)"))),
            "21: the script ends in the middle of a command");
  EXPECT_EQ(error_of(text.substr(0, text.find("(push"))), "19: the script is incomplete");
  EXPECT_EQ(error_of(text + "(check-sat)\n"), "33: nothing may follow (exit)");
}

TEST(Script, obligations_are_counted) {
  const auto problem = [](const std::string& text) {
    const ScriptResult result = read(text);
    return result.script ? count_problem(*result.script) : result.error;
  };
  const std::string text = a_script();
  const std::string count = "; obligations: 2\n";
  EXPECT_EQ(problem(text), "");
  EXPECT_EQ(problem(a_script(0)), "the certificate has no obligations");
  EXPECT_EQ(problem(replaced(text, count, "; obligations: 3\n")),
            "the certificate should have 3 obligations, but has 2");
  EXPECT_EQ(problem(replaced(text, "(check-sat)\n", "")),
            "the certificate should have 2 obligations, but has 1");
  for (const char* const other :
       {"", "; obligations: 2", "; obligations: many\n", "; obligations: \n", "; obligations: -2\n",
        "; obligations: 18446744073709551618\n", "; obligations: 2\n\n", "obligations: 2\n"})
    EXPECT_NE(problem(replaced(text, count, other)), "") << other;
  EXPECT_EQ(claimed_count(text), 2U);
  EXPECT_EQ(claimed_count(""), std::nullopt);
  EXPECT_EQ(claimed_count("\n"), std::nullopt);
  EXPECT_EQ(claimed_count("; obligations: 18446744073709551616\n"), std::nullopt);
}

/// What a question says is no command of its own.
TEST(Script, only_commands_are_counted) {
  const std::string text = replaced(a_script(), "(not d1)", "(and\n(check-sat)\n d1)");
  const ScriptResult result = read(text);
  ASSERT_TRUE(result.script);
  EXPECT_EQ(result.script->obligations, 2U);
}

TEST(Script, data_is_refused) {
  std::string text = a_script();
  text[text.find("QF_UF")] = '\0';
  EXPECT_EQ(error_of(text), "13: the file contains a zero byte");
  EXPECT_EQ(error_of(std::string(3, '\0')), "1: the file contains a zero byte");
  EXPECT_EQ(error_of("\xff\xfe"), "1: expected '(', found '\?\?'");
}

TEST(Script, deep_terms_are_read) {
  const std::string deep = std::string(200'000, '(') + "a" + std::string(200'000, ')');
  const std::string text = replaced(a_script(), "Bool a)", "Bool " + deep + ")");
  const ScriptResult result = read(text);
  ASSERT_TRUE(result.script) << result.error;
  EXPECT_EQ(result.script->definitions[0].body, deep);
}

TEST(Claim, hashes_are_those_of_sha256sum) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace hardbop::certify
