// SPDX-License-Identifier: MIT
// Answers made by hand, as text, JSON, SARIF and witnesses.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

#include <hardbop/answer.hpp>
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

using PlainJson = nlohmann::json;
using Kind = PropertyResult::Kind;

PropertyResult result(Kind kind, const std::string& property, Verdict verdict,
                      const std::string& reason = "") {
  PropertyResult out;
  out.kind = kind;
  out.property = property;
  out.procedure = "main";
  out.at = {"a.bp", 7, 3};
  out.verdict = verdict;
  out.reason = reason;
  return out;
}

Answer answer(std::vector<PropertyResult> results) {
  Answer out;
  out.input = "a.bp";
  out.engine = "explicit";
  out.results = std::move(results);
  return out;
}

/// One step, at which g becomes true.
Trace one_step() {
  TraceStep step;
  step.procedure = "main";
  step.at = {"a.bp", 6, 3};
  step.statement = "g := T;";
  VariableValue g;
  g.name = "g";
  g.value = false;
  step.state = {g};
  Trace out;
  out.hierarchical_length = 1;
  out.length = "1";
  out.steps = {step};
  out.end = step;
  out.end.at = {"a.bp", 7, 3};
  out.end.statement = "R: skip;";
  out.end.state[0].value = true;
  return out;
}

PropertyResult blocked(std::size_t count, const std::string& reason) {
  PropertyResult out = result(Kind::Assertions, "assertions", Verdict::Unknown, reason);
  for (std::uint32_t i = 0; i < count; ++i)
    out.blocking.push_back({{"a.c", i + 1, 5}, "inline assembly", i != 1});
  return out;
}

struct Case {
  PropertyResult result;
  std::string line;
  int status;
  std::string level;  // in SARIF
};

std::vector<Case> cases() {
  return {
      {result(Kind::Label, "label R", Verdict::Violated),
       "label R: violated: reachable at a.bp:7:3 in main", 10, "error"},
      {result(Kind::Label, "label R", Verdict::Holds), "label R: holds: not reachable", 0, "none"},
      {result(Kind::Assert, "assert 7:3", Verdict::Violated),
       "assert 7:3: violated: can fail at a.bp:7:3 in main", 10, "error"},
      {result(Kind::Assert, "assert 7:3", Verdict::Unknown, "time limit reached"),
       "assert 7:3: unknown: time limit reached", 5, "note"},
      {result(Kind::Assert, "assert 7:3", Verdict::HoldsBounded, "within 2 context switches"),
       "assert 7:3: holds-bounded: cannot fail within 2 context switches", 0, "none"},
      {result(Kind::Ltl, "ltl G p", Verdict::Holds), "ltl G p: holds: every run satisfies it", 0,
       "none"},
      {result(Kind::Ctl, "ctl EF p", Verdict::Violated),
       "ctl EF p: violated: false in some initial state", 10, "error"},
      {result(Kind::Termination, "termination", Verdict::Holds),
       "termination: holds: every run terminates", 0, "none"},
      {result(Kind::Rule, "rule lock", Verdict::Violated, "locked twice"),
       "rule lock: violated: broken at a.bp:7:3 in main; locked twice", 10, "error"},
      {result(Kind::Overflow, "overflow", Verdict::NotApplicable, "there is no arithmetic"),
       "overflow: not-applicable: there is no arithmetic", 0, "none"},
  };
}

TEST(Report, places_of_which_the_same_is_known_are_one_line) {
  const PropertyResult holds = result(Kind::Memory, "memory", Verdict::Holds);
  const PropertyResult freed = result(Kind::Memory, "memory", Verdict::Violated, "use after free");
  const PropertyResult zero =
      result(Kind::Arithmetic, "arithmetic", Verdict::Violated, "division by zero");
  EXPECT_EQ(to_text(answer({freed, freed, holds, holds, zero})),
            "memory: violated: use after free at a.bp:7:3 in main\n"
            "memory: violated: use after free at a.bp:7:3 in main\n"
            "memory: holds: no other access is invalid (2 places)\n"
            "arithmetic: violated: division by zero at a.bp:7:3 in main\n");
  EXPECT_EQ(PlainJson::parse(to_json(answer({freed, holds, holds})))["results"].size(), 3U);
}

TEST(Report, a_name_with_the_end_of_a_line_does_not_begin_another_answer) {
  EXPECT_EQ(to_text(answer({result(Kind::Ctl, "ctl EF {x: holds\nctl AG q}", Verdict::Holds)})),
            "ctl EF {x: holds ctl AG q}: holds: true in every initial state\n");
}

TEST(Report, text_lists_what_blocks_an_answer_unless_the_reason_says_it) {
  EXPECT_EQ(to_text(answer({blocked(1, "unsupported: inline assembly at a.c:1:5")})),
            "assertions: unknown: unsupported: inline assembly at a.c:1:5\n");
  EXPECT_EQ(to_text(answer({blocked(2, "unsupported constructs (2)")})),
            "assertions: unknown: unsupported constructs (2)\n"
            "  a.c:1:5: inline assembly\n"
            "  a.c:2:5: inline assembly (not known to be reached)\n");
  EXPECT_EQ(to_text(answer({blocked(1, "time limit reached")})),
            "assertions: unknown: time limit reached\n  a.c:1:5: inline assembly\n");
  const std::string many = to_text(answer({blocked(25, "unsupported constructs (25)")}));
  EXPECT_NE(many.find("a.c:20:5: inline assembly\n  and 5 more\n"), std::string::npos) << many;
}

TEST(Report, json_has_all_that_blocks_an_answer) {
  const PlainJson found =
      PlainJson::parse(to_json(answer({blocked(25, "unsupported constructs (25)")})));
  const PlainJson& blocking = found["results"][0]["blocking"];
  ASSERT_EQ(blocking.size(), 25U);
  EXPECT_EQ(blocking[1]["location"]["line"], 2);
  EXPECT_EQ(blocking[1]["text"], "inline assembly");
  EXPECT_EQ(blocking[1]["reached"], false);
  const PlainJson plain =
      PlainJson::parse(to_json(answer({result(Kind::Label, "R", Verdict::Holds)})));
  EXPECT_FALSE(plain["results"][0].contains("blocking"));
}

TEST(Report, each_verdict_has_its_words_status_and_level) {
  for (const Case& one : cases()) {
    const Answer given = answer({one.result});
    EXPECT_EQ(to_text(given), one.line + "\n");
    EXPECT_EQ(exit_status(given), one.status) << one.line;
    const PlainJson json = PlainJson::parse(to_json(given));
    EXPECT_EQ(json["results"][0]["verdict"], to_string(one.result.verdict));
    EXPECT_EQ(json["results"][0]["property"], one.result.property);
    const PlainJson sarif = PlainJson::parse(to_sarif(given));
    EXPECT_EQ(sarif["runs"][0]["results"][0]["level"], one.level) << one.line;
  }
}

TEST(Report, the_worst_verdict_is_the_status) {
  const PropertyResult holds = result(Kind::Label, "label A", Verdict::Holds);
  const PropertyResult unknown = result(Kind::Label, "label B", Verdict::Unknown, "limit");
  const PropertyResult violated = result(Kind::Label, "label C", Verdict::Violated);
  EXPECT_EQ(exit_status(answer({holds, unknown})), 5);
  EXPECT_EQ(exit_status(answer({holds, unknown, violated})), 10);
  EXPECT_EQ(exit_status(answer({})), 0);
  Answer bad = answer({});
  bad.errors.emplace_back();
  EXPECT_EQ(exit_status(bad), 2);
  bad.internal_error = "should not be";
  EXPECT_EQ(exit_status(bad), 6);
}

TEST(Report, a_trace_is_in_every_form) {
  PropertyResult violated = result(Kind::Label, "label R", Verdict::Violated);
  violated.trace = one_step();
  const Answer given = answer({violated});
  const std::string text = to_text(given);
  EXPECT_NE(text.find("\ntrace of 1 step\n"), std::string::npos) << text;
  EXPECT_NE(text.find("g := T;"), std::string::npos) << text;
  TextStyle bebop;
  bebop.trace = TraceStyle::Bebop;
  EXPECT_NE(to_text(given, bebop), text);
  const PlainJson trace = PlainJson::parse(to_json(given))["results"][0]["trace"];
  EXPECT_EQ(trace["length"], 1);
  EXPECT_EQ(trace["steps"].size(), 1U);
  EXPECT_EQ(trace["steps"][0]["line"], 6);
  EXPECT_EQ(trace["end"]["line"], 7);
  const PlainJson run = PlainJson::parse(to_sarif(given))["runs"][0];
  EXPECT_EQ(run["results"][0]["codeFlows"].size(), 1U);
}

TEST(Report, what_an_answer_rests_on_is_said) {
  Answer given = answer({result(Kind::Assertions, "assertions", Verdict::Holds)});
  given.assumptions = {"f() returns"};
  EXPECT_NE(to_text(given).find("assuming: f() returns\n"), std::string::npos);
  EXPECT_EQ(PlainJson::parse(to_json(given))["assumptions"][0], "f() returns");
  EXPECT_NE(to_sarif(given).find("assuming: f() returns"), std::string::npos);
  given.results[0].verdict = Verdict::Unknown;  // which rests on nothing
  EXPECT_EQ(to_text(given).find("assuming"), std::string::npos);
}

PlainJson sarif_run(const Answer& given, const SarifOptions& options = {}) {
  return PlainJson::parse(to_sarif(given, options))["runs"][0];
}

std::string fingerprint(const PlainJson& run, std::size_t index) {
  return run["results"][index]["partialFingerprints"]["hardbop/v1"];
}

TEST(Sarif, fingerprints_stay_when_lines_move_and_tell_results_apart) {
  PropertyResult first = result(Kind::Assert, "assert 7:3", Verdict::Violated);
  PropertyResult second = result(Kind::Assert, "assert 8:3", Verdict::Holds);
  const PlainJson before = sarif_run(answer({first, second}));
  EXPECT_NE(fingerprint(before, 0), fingerprint(before, 1));
  first.property = "assert 17:3";
  first.at.line = 17;
  first.verdict = Verdict::Unknown;
  second.property = "assert 18:3";
  second.at.line = 18;
  const PlainJson after = sarif_run(answer({first, second}));
  EXPECT_EQ(fingerprint(before, 0), fingerprint(after, 0));
  EXPECT_EQ(fingerprint(before, 1), fingerprint(after, 1));
  second.procedure = "other";
  EXPECT_NE(fingerprint(sarif_run(answer({first, second})), 1), fingerprint(after, 1));
}

TEST(Sarif, files_in_the_source_root_are_relative_to_it) {
  const std::pair<const char*, const char*> table[] = {{"a.c", "a.c"},
                                                       {"/home/me/src/a b.c", "src/a%20b.c"},
                                                       {"src/../a.c", "a.c"},
                                                       {"../you/a.c", "file:///home/you/a.c"},
                                                       {"/usr/a.c", "file:///usr/a.c"}};
  for (const auto& [path, uri] : table) {
    PropertyResult one = result(Kind::Assertions, "assertions", Verdict::Violated);
    one.at.file = path;
    const PlainJson run = sarif_run(answer({one}), {"/home/me", {}});
    const PlainJson& file =
        run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    EXPECT_EQ(file["uri"], uri) << path;
    EXPECT_EQ(file.contains("uriBaseId"), !std::string(uri).starts_with("file:")) << path;
    EXPECT_EQ(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/");
  }
  EXPECT_FALSE(sarif_run(answer({}))["originalUriBaseIds"]["SRCROOT"].contains("uri"));
}

TEST(Sarif, warnings_and_reasons_are_notifications_with_places) {
  Answer given = answer({result(Kind::Assert, "assert 7:3", Verdict::Unknown, "time limit")});
  Message warning;
  warning.kind = Message::Kind::Warning;
  warning.at = {"a.bp", 2, 5};
  warning.text = "'g' is never read";
  given.warnings = {warning};
  const PlainJson call = sarif_run(given)["invocations"][0];
  EXPECT_EQ(call["exitCode"], 5);
  EXPECT_EQ(call["executionSuccessful"], true);
  const PlainJson& said = call["toolExecutionNotifications"];
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0]["level"], "warning");
  EXPECT_EQ(said[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
  EXPECT_EQ(said[1]["message"]["text"], "assert 7:3: unknown: time limit");
  EXPECT_EQ(said[1]["associatedRule"]["id"], "hardbop/assert");
}

TEST(Sarif, an_answer_with_errors_did_not_succeed) {
  Answer given = answer({});
  given.errors.emplace_back();
  given.errors[0].text = "there is no label R";
  const PlainJson call = sarif_run(given)["invocations"][0];
  EXPECT_EQ(call["executionSuccessful"], false);
  EXPECT_EQ(call["exitCode"], 2);
  EXPECT_EQ(call["toolExecutionNotifications"][0]["level"], "error");
}

TEST(Sarif, every_kind_has_a_rule_with_its_own_words) {
  const Kind kinds[] = {Kind::Label,      Kind::Assert,      Kind::Ltl,      Kind::Ctl,
                        Kind::Monitor,    Kind::Termination, Kind::Overflow, Kind::Memory,
                        Kind::Arithmetic, Kind::Leak,        Kind::Race,     Kind::Deadlock};
  std::set<std::string> titles;
  for (const Kind kind : kinds) {
    const PlainJson run = sarif_run(answer({result(kind, "some property", Verdict::Holds)}));
    const PlainJson& rule = run["tool"]["driver"]["rules"][0];
    EXPECT_TRUE(titles.insert(rule["shortDescription"]["text"]).second) << rule;
    EXPECT_EQ(std::string(rule["id"]).find(' '), std::string::npos) << rule;
  }
  const Answer broken = answer({result(Kind::Rule, "rule my lock", Verdict::Violated)});
  const PlainJson rule =
      sarif_run(broken, {"", {{"my lock", "One lock. Not two."}}})["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["id"], "rule/my%20lock");
  EXPECT_EQ(rule["shortDescription"]["text"], "Rule my lock is broken. One lock");
  EXPECT_EQ(rule["fullDescription"]["text"], "One lock. Not two.");
}

TEST(Report, where_there_is_nothing_to_check_that_is_said) {
  Answer given = answer({});
  given.nothing = "there is no label";
  EXPECT_EQ(to_text(given), "nothing to check: there is no label\n");
  EXPECT_EQ(PlainJson::parse(to_json(given))["nothing"], "there is no label");
}

TEST(Report, colour_is_for_terminals) {
  TextStyle colour;
  colour.colour = true;
  const Answer given = answer({result(Kind::Label, "label R", Verdict::Holds)});
  EXPECT_NE(to_text(given, colour).find('\x1b'), std::string::npos);
  EXPECT_EQ(to_text(given).find('\x1b'), std::string::npos);
}

CWaypoint waypoint(std::uint32_t line, const std::string& function, const std::string& assumption) {
  CWaypoint out;
  out.at = {"a.c", line, 5};
  out.function = function;
  out.assumption = assumption;
  return out;
}

CWitness witness() {
  CWitness out;
  out.inputs = {{"a \"b\".c", "0123"}};
  out.specification = "G ! call(reach_error())";
  out.waypoints = {waypoint(3, "main", "x == 1"), waypoint(9, "f", "")};
  return out;
}

TEST(Witness, of_a_violation_is_a_sequence_that_ends_in_the_error) {
  const std::string text = to_witness(witness(), {"id", "now"});
  EXPECT_TRUE(text.starts_with("- entry_type: \"violation_sequence\"\n")) << text;
  for (const char* const part :
       {"uuid: \"id\"", "creation_time: \"now\"", R"(- "a \"b\".c")", "data_model: \"ILP32\"",
        "type: \"assumption\"", "value: \"x == 1\"", "type: \"target\"", "function: \"f\""})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  EXPECT_LT(text.find("type: \"assumption\""), text.find("type: \"target\""));
}

TEST(Witness, of_correctness_is_a_set_of_invariants) {
  CWitness proof = witness();
  proof.kind = CWitness::Kind::Correctness;
  proof.data_model = CDataModel::Lp64;
  proof.waypoints.pop_back();
  const std::string text = to_witness(proof, {"id", "now"});
  EXPECT_TRUE(text.starts_with("- entry_type: \"invariant_set\"\n")) << text;
  EXPECT_NE(text.find("type: \"loop_invariant\""), std::string::npos);
  EXPECT_NE(text.find("data_model: \"LP64\""), std::string::npos);
  proof.waypoints.clear();
  EXPECT_TRUE(to_witness(proof, {}).ends_with("  content: []\n"));
}

}  // namespace

}  // namespace hardbop
