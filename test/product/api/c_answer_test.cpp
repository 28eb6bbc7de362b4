// SPDX-License-Identifier: MIT
#include "product/api/c_answer.hpp"

#include <gtest/gtest.h>

#include "c/verify/formulas.hpp"

namespace hardbop::api {

namespace {

using verify::Decided;
using verify::Finding;
using verify::Outcome;
using verify::Property;

verify::Sources sources() {
  const c::Source file{"a.c", "int main(void) {\n  while (1)\n    f();\n}\n"};
  return verify::Sources({file});
}

constexpr c::FunctionId main_function{0};
constexpr c::FunctionId f{1};

std::shared_ptr<const c::Program> program() {
  c::Program out;
  out.files = {"a.c", "other.h"};
  out.functions.resize(2);
  out.functions[main_function].name = "main";
  out.functions[main_function].at = {1, 8, 5};
  out.main = main_function;
  out.functions[f].name = "f";
  return std::make_shared<const c::Program>(std::move(out));
}

Property property(std::string_view name) {
  return verify::find_property(name)->property;
}

Property formula() {
  const std::vector<std::string> texts{"G {x > 0}"};
  return verify::formula_property(std::make_shared<const verify::Formulas>(texts), 0);
}

Property rule() {
  return verify::rule_property(
      verify::read_rules({{"r", "r.slic", "f.entry { abort \"called\"; }"}}).rules.at(0));
}

Decided decided(Property of, Finding finding) {
  return {std::move(of), std::move(finding), "image", 3, {}, {}, program()};
}

CAnswer convert(const Decided& one, const verify::Wanted& wanted = {}, bool is_unbounded = false) {
  verify::Report report;
  report.decided = {one};
  report.engine = one.engine;
  return to_c_answer(sources(), report, {wanted, 2, is_unbounded});
}

PropertyResult result(const Decided& one) {
  return convert(one).answer.results.at(0);
}

c::Position at(std::uint32_t line, std::uint32_t file = 0) {
  c::Position out;
  out.file = file;
  out.line = line;
  out.column = 3;
  return out;
}

/// Of three steps.
Finding violation() {
  Finding out{Outcome::Violated};
  verify::ViolatingRun& run = out.run.emplace();
  run.at = at(3);
  run.function = f;
  c::Explanation& explanation = run.explanation.emplace();
  for (const std::uint32_t line : {1U, 2U, 3U}) {
    c::ExplainedStep& step = explanation.steps.emplace_back();
    step.at = at(line);
    step.function = main_function;
    step.values = {{"x", std::to_string(line)}};
  }
  explanation.end.at = at(3);
  explanation.end.function = f;
  return out;
}

constexpr verify::Wanted all_wanted{true, true, true, true};

}  // namespace

TEST(CAnswer, every_outcome_is_a_verdict) {
  const std::pair<Outcome, Verdict> table[] = {
      {Outcome::Violated, Verdict::Violated},           {Outcome::Holds, Verdict::Holds},
      {Outcome::HoldsBounded, Verdict::HoldsBounded},   {Outcome::Unknown, Verdict::Unknown},
      {Outcome::NotApplicable, Verdict::NotApplicable},
  };
  for (const auto& [outcome, verdict] : table) {
    const PropertyResult out = result(decided(property("overflow"), {outcome, "why"}));
    EXPECT_EQ(out.verdict, verdict);
    EXPECT_EQ(out.reason, "why");
    EXPECT_EQ(out.property, "overflow");
    EXPECT_EQ(out.procedure, "main");
    EXPECT_EQ(out.places, 0U) << "it is one of them";
    EXPECT_EQ(result(decided(property("no-overflow"), {outcome, "why"})).places, 3U);
    EXPECT_FALSE(out.trace);
  }
}

TEST(CAnswer, every_property_has_a_kind) {
  using Kind = PropertyResult::Kind;
  const std::pair<Property, Kind> table[] = {
      {property("assertions"), Kind::Assertions},
      {property("unreach-call"), Kind::Assertions},
      {property("overflow"), Kind::Overflow},
      {property("no-overflow"), Kind::Overflow},
      {property("termination"), Kind::Termination},
      {property("memory"), Kind::Memory},
      {property("arithmetic"), Kind::Arithmetic},
      {property("leaks"), Kind::Leak},
      {property("cleanup"), Kind::Leak},
      {property("races"), Kind::Race},
      {property("deadlock"), Kind::Deadlock},
      {formula(), Kind::Ltl},
      {rule(), Kind::Rule},
  };
  for (const auto& [asked, kind] : table)
    EXPECT_EQ(result(decided(asked, {})).kind, kind) << asked.name;
}

TEST(CAnswer, what_is_not_violated_is_where_runs_start) {
  for (const Outcome outcome : {Outcome::Holds, Outcome::NotApplicable, Outcome::Unknown}) {
    Decided one = decided(rule(), {outcome});
    EXPECT_EQ(result(one).procedure, "main");
    EXPECT_EQ(result(one).at.file, "other.h");
    EXPECT_EQ(result(one).at.line, 8U);
    one.program = nullptr;  // nothing was read yet
    EXPECT_EQ(result(one).at.file, "a.c");
    EXPECT_EQ(result(one).at.line, 1U);
  }
}

TEST(CAnswer, a_run_is_a_trace) {
  const PropertyResult out = result(decided(property("assertions"), violation()));
  EXPECT_EQ(out.procedure, "f");
  EXPECT_EQ(out.at.file, "a.c");
  EXPECT_EQ(out.at.line, 3U);
  ASSERT_TRUE(out.trace);
  EXPECT_EQ(out.trace->length, "3");
  EXPECT_EQ(out.trace->hierarchical_length, 3U);
  EXPECT_TRUE(out.trace->truncated);
  ASSERT_EQ(out.trace->steps.size(), 2U);
  EXPECT_EQ(out.trace->steps[1].statement, "f();");
  EXPECT_EQ(out.trace->steps[1].state.at(0).value, (std::variant<bool, std::string>("3")));
  EXPECT_EQ(out.trace->steps[1].left_out_before, 1U) << "the middle";
  EXPECT_EQ(out.trace->end.procedure, "f");
  EXPECT_FALSE(out.trace->loop);
  EXPECT_TRUE(out.diverging.empty());
}

TEST(CAnswer, every_place_has_a_result) {
  Decided one = decided(property("memory"), {Outcome::Unknown, "time"});
  for (const std::uint32_t line : {3U, 2U}) {
    Finding found = violation();
    found.reason = "use after free";
    found.run->at = at(line);
    one.violations.push_back(found);
  }
  one.others = {{{0, 1, 9}, main_function}, {{1, 4, 2}, f}};
  one.finding.blocking = {{at(1), "inline assembly"}};
  const CAnswer answer = convert(one);
  const std::vector<PropertyResult>& results = answer.answer.results;
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0].at.line, 2U) << "in the order of the text";
  EXPECT_EQ(results[1].at.line, 3U);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(results[i].verdict, Verdict::Violated);
    EXPECT_EQ(results[i].reason, "use after free");
    EXPECT_TRUE(results[i].trace);
  }
  EXPECT_EQ(results[2].at.line, 1U);
  EXPECT_EQ(results[2].at.column, 9U);
  EXPECT_EQ(results[2].procedure, "main");
  EXPECT_EQ(results[2].verdict, Verdict::Unknown);
  EXPECT_EQ(results[2].blocking.size(), 1U);
  EXPECT_EQ(results[3].at.file, "other.h");
  EXPECT_EQ(results[3].procedure, "f");
  EXPECT_TRUE(results[3].blocking.empty()) << "it was said of the first";
  one.others.clear();
  EXPECT_EQ(convert(one).answer.results.size(), 2U) << "all are violated";
}

TEST(CAnswer, a_round_is_a_loop) {
  Finding finding = violation();
  finding.run->function = {};
  finding.run->round = {verify::Round::Kind::Repeats, 1};
  const PropertyResult out = result(decided(property("termination"), finding));
  EXPECT_EQ(out.procedure, "main");
  EXPECT_EQ(out.diverging, std::vector<std::string>{"a.c:3:3"});
  ASSERT_TRUE(out.trace && out.trace->loop);
  EXPECT_EQ(out.trace->loop->kind, TraceLoop::Kind::Loop);
  EXPECT_EQ(out.trace->loop->first_step, 1U);
  EXPECT_EQ(out.trace->loop->length, 2U);
  finding.run->round = {verify::Round::Kind::Ended, 3};
  const PropertyResult ended = result(decided(formula(), finding));
  EXPECT_EQ(ended.trace->loop->kind, TraceLoop::Kind::Terminated);
  EXPECT_EQ(ended.trace->loop->first_step, 2U) << "no more than are listed";
}

TEST(CAnswer, invariants_are_a_witness) {
  Finding finding{Outcome::Holds};
  finding.proof.invariants = {{at(2), main_function, "x > 0"}, {at(7, 1), f, "y > 0"}};
  finding.proof.certificate = "(check-sat)";
  const CAnswer out = convert(decided(property("assertions"), finding), all_wanted);
  ASSERT_TRUE(out.witness);
  EXPECT_EQ(out.witness->kind, CWitness::Kind::Correctness);
  EXPECT_EQ(out.witness->specification, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
  ASSERT_EQ(out.witness->waypoints.size(), 1U) << "one is in no input";
  EXPECT_EQ(out.witness->waypoints[0].assumption, "x > 0");
  EXPECT_EQ(out.answer.certificate, "(check-sat)");
  EXPECT_EQ(out.no_harness, "no property is violated");
}

TEST(CAnswer, a_way_is_a_witness_if_its_error_is_in_the_input) {
  Finding finding = violation();
  finding.run->way = {{{at(2), main_function, "x == 1"}, {at(3), main_function, ""}}, "overflow"};
  finding.run->harness = "int x;";
  finding.run->evidence = "(exit)";
  finding.run->depends_on_uninitialised = true;
  const CAnswer out = convert(decided(property("overflow"), finding), all_wanted);
  ASSERT_TRUE(out.witness);
  EXPECT_EQ(out.witness->kind, CWitness::Kind::Violation);
  EXPECT_EQ(out.witness->specification, "CHECK( init(main()), LTL(G ! overflow) )");
  EXPECT_EQ(out.witness->waypoints.size(), 2U);
  EXPECT_EQ(out.harness, "int x;");
  EXPECT_EQ(out.answer.warnings.size(), 1U);
  EXPECT_EQ(out.answer.certificate, "(exit)");
  finding.run->way->points.back().at.file = 1;
  EXPECT_EQ(convert(decided(property("overflow"), finding), all_wanted).no_witness,
            "the error is not in one of the given files");
}

TEST(CAnswer, what_is_missing_is_explained) {
  struct Row {
    Decided found;
    std::string no_harness;
    std::string no_witness;
    std::string no_certificate;
  };
  Finding by_environment{Outcome::Violated};
  by_environment.run.emplace().needs_environment = true;
  by_environment.run->evidence = "(exit)";
  const std::string effects = "on this run, undefined functions do more than a ";
  const std::vector<Row> table{
      {decided(property("assertions"), {}), "no property was decided", "no property was decided",
       "no property was decided"},
      {decided(property("assertions"), by_environment), effects + "harness can express",
       effects + "witness can express", ""},
      {decided(property("assertions"), {Outcome::HoldsBounded}), "no property is violated",
       "not available if the search is bounded", "not available for what holds within a bound"},
      {decided(property("overflow"), {Outcome::NotApplicable}), "there is nothing to check",
       "there is nothing to check", "there is nothing to check"},
      {decided(property("termination"), {Outcome::Violated}), "not available for infinite runs",
       "not available for infinite runs",
       "the run comes back to no state, or needs a value that was never written; use "
       "Question::traces"},
      {decided(property("termination"), {Outcome::Holds}), "no property is violated",
       "no property is violated",
       "only Question::engine image or rank makes certificates of termination"},
      {decided(formula(), {Outcome::Violated}), "not available for LTL formulas",
       "not available for LTL formulas",
       "the run comes back to no state, or needs a value that was never written; use "
       "Question::traces"},
      {decided(rule(), {Outcome::HoldsBounded}), "no property is violated",
       "witnesses are not available for rules", "not available for what holds within a bound"},
  };
  for (const Row& row : table) {
    const CAnswer out = convert(row.found, all_wanted);
    EXPECT_EQ(out.no_harness, row.no_harness);
    EXPECT_EQ(out.no_witness, row.no_witness);
    EXPECT_EQ(out.answer.no_certificate, row.no_certificate);
    const CAnswer plain = convert(row.found);
    EXPECT_EQ(plain.no_harness + plain.no_witness + plain.answer.no_certificate, "");
  }
  EXPECT_EQ(convert(decided(property("assertions"), {Outcome::HoldsBounded}), all_wanted, true)
                .no_witness,
            "not available with unbounded integers");
}

TEST(CAnswer, errors_and_warnings_are_messages) {
  verify::Report report;
  report.errors = {verify::error_in("r.slic", "wrong", "right")};
  report.warnings = {{Severity::Warning, "a.c", 2, 3, "odd"}};
  report.figures = {{"time", 0.5}};
  const CAnswer out = to_c_answer(sources(), report, {});
  EXPECT_EQ(out.answer.input, "a.c");
  ASSERT_EQ(out.answer.inputs.size(), sources().files().size());
  EXPECT_EQ(out.answer.inputs[0].path, "a.c");
  EXPECT_EQ(out.answer.inputs[0].sha256.size(), 64U);
  EXPECT_EQ(out.answer.errors.at(0).to_string(), "r.slic: error: wrong\n  hint: right\n");
  EXPECT_EQ(out.answer.warnings.at(0).to_string(), "a.c:2:3: warning: odd\n");
  EXPECT_EQ(out.answer.statistics.size(), 1U);
  EXPECT_TRUE(out.answer.results.empty());
}

}  // namespace hardbop::api
