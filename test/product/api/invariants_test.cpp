// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

Answer ask_invariants(const std::string& text, Question question = {}) {
  const ParseResult parsed = parse(text, {.name = "a.bp"});
  EXPECT_TRUE(parsed.program);
  question.invariants = true;
  return check(*parsed.program, question);
}

constexpr const char* two_procedures = R"(decl g, {x > 5};
void main() begin
  decl l;
  g, l := T, F;
  {x > 5} := f(g, !g);
  skip;
  if !g then skip; fi
end
bool f(a, b) begin
  g := b;
  return a | *;
end
)";

TEST(StatementInvariants, are_formulas_and_diagrams_over_the_variables_in_scope) {
  const Answer answer = ask_invariants(two_procedures);
  ASSERT_TRUE(answer.invariants);
  const hardbop::Invariants& found = *answer.invariants;
  EXPECT_EQ(found.incomplete, "");
  std::vector<std::string> formulas;
  for (const hardbop::Invariant& one : found.statements)
    formulas.push_back(one.procedure + ": " + one.statement + " " + one.formula);
  EXPECT_EQ(formulas, (std::vector<std::string>{
                          "main: g, l := T, F; T",
                          "main: {x > 5} := f(g, !g); !l & g",
                          "main: skip; !l & !g & {x > 5}",
                          "main: if !g then !l & !g & {x > 5}",
                          "main: skip; !l & !g & {x > 5}",
                          "f: g := b; a & g & !b",
                          "f: return a | *; a & !g & !b",
                      }));
  const hardbop::Invariant& last = found.statements.back();
  EXPECT_EQ(last.at, (Location{"a.bp", 11, 3}));
  EXPECT_TRUE(found.contains(last, {{"a", true}, {"{x > 5}", true}}));
  EXPECT_TRUE(found.contains(last, {{"a", true}, {"{x > 5}", false}}));
  EXPECT_FALSE(found.contains(last, {{"a", true}, {"b", true}}));
  EXPECT_FALSE(found.contains(last, {}));
  EXPECT_TRUE(found.can_be(last, "a", true));
  EXPECT_FALSE(found.can_be(last, "a", false));
  EXPECT_TRUE(found.can_be(last, "{x > 5}", true));
  EXPECT_TRUE(found.can_be(last, "{x > 5}", false));
}

TEST(StatementInvariants, of_a_statement_that_no_run_reaches_are_false) {
  const Answer answer = ask_invariants("decl g; void main() begin assume F; skip; end");
  ASSERT_TRUE(answer.invariants);
  EXPECT_EQ(answer.invariants->statements.back().formula, "F");
  EXPECT_FALSE(answer.invariants->can_be(answer.invariants->statements.back(), "g", true));
}

TEST(StatementInvariants, a_long_formula_is_left_out_and_the_diagram_is_not) {
  std::string text =
      "decl a, b, c, d, e, f; void main() begin assume a ^ b ^ c ^ d ^ e ^ f; skip; end";
  const Answer answer = ask_invariants(text);
  ASSERT_TRUE(answer.invariants);
  const hardbop::Invariant& last = answer.invariants->statements.back();
  EXPECT_EQ(last.formula, "");
  EXPECT_TRUE(answer.invariants->contains(last, {{"c", true}}));
  EXPECT_FALSE(answer.invariants->contains(last, {{"c", true}, {"e", true}}));
}

TEST(StatementInvariants, json_has_constants_as_themselves) {
  const Answer answer = ask_invariants("decl g; void main() begin assume g; L: skip; end");
  const auto json = nlohmann::json::parse(to_json(answer));
  const auto& invariants = json["invariants"];
  EXPECT_EQ(invariants["statements"][0]["diagram"], true);
  EXPECT_EQ(invariants["statements"][1]["diagram"], 0);
  EXPECT_EQ(invariants["nodes"],
            nlohmann::json::parse(R"([{"variable": "g", "high": true, "low": false}])"));
  EXPECT_TRUE(invariants["incomplete"].is_null());
}

TEST(StatementInvariants, are_those_of_the_entries_that_are_asked_for) {
  Question from_f;
  from_f.entries = {"f"};
  const Answer answer = ask_invariants(two_procedures, from_f);
  ASSERT_TRUE(answer.invariants);
  EXPECT_EQ(answer.invariants->statements.front().formula, "F");
  EXPECT_EQ(answer.invariants->statements.back().formula, "g & b | !g & !b");
}

TEST(StatementInvariants, are_refused_or_missing_with_a_reason) {
  const Answer concurrent = ask_invariants("thread t begin void main() begin skip; end end");
  ASSERT_EQ(concurrent.errors.size(), 1U);
  EXPECT_EQ(concurrent.errors.front().text, "no invariants: not available for concurrent programs");
  Question in_no_time;
  in_no_time.timeout = 0.0;
  const Answer late = ask_invariants(two_procedures, in_no_time);
  ASSERT_TRUE(late.invariants);
  EXPECT_NE(late.invariants->incomplete, "");
  EXPECT_TRUE(late.invariants->statements.empty());
}

}  // namespace

}  // namespace hardbop
