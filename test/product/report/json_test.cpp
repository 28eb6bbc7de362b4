// SPDX-License-Identifier: MIT
// The JSON form of answers that are made by hand, its schemas, and traces through several files.
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hardbop/answer.hpp>
#include <hardbop/schema.hpp>

namespace hardbop {

namespace {

using Json = nlohmann::ordered_json;
using Kind = PropertyResult::Kind;
using Strings = std::vector<std::string>;

Strings keys(const Json& object) {
  Strings out;
  for (const auto& [key, value] : object.items()) out.push_back(key);
  return out;
}

TraceStep step(const std::string& file, std::uint32_t line, const std::string& statement) {
  TraceStep out;
  out.procedure = "main";
  out.at = {file, line, 3};
  out.statement = statement;
  return out;
}

/// Violated, with a trace through these files.
Answer violated(const Strings& files) {
  Answer out;
  out.inputs = {{"a.c", std::string(64, '0')}, {"b.c", std::string(64, '1')}};
  out.engine = "image";
  PropertyResult& result = out.results.emplace_back();
  result.kind = Kind::Assertions;
  result.property = "assertions";
  result.procedure = "main";
  result.at = {"a.c", 7, 3};
  result.verdict = Verdict::Violated;
  result.seconds = 0.5;
  Trace& trace = result.trace.emplace();
  for (const std::string& file : files) trace.steps.push_back(step(file, 12, "x = 1;"));
  trace.length = std::to_string(files.size());
  trace.hierarchical_length = files.size();
  trace.end = step("a.c", 7, "assert(x);");
  return out;
}

Json json_of(const Answer& answer) {
  return Json::parse(to_json(answer));
}

TEST(Json, keys_have_the_documented_order) {
  const Json answer = json_of(violated({"a.c"}));
  EXPECT_EQ(keys(answer), (Strings{"tool", "version", "schema", "inputs", "engine", "warnings",
                                   "assumptions", "results", "nothing", "statistics"}));
  const Json& result = answer["results"][0];
  EXPECT_EQ(keys(result), (Strings{"property", "kind", "procedure", "location", "verdict", "reason",
                                   "seconds", "trace"}));
  EXPECT_EQ(keys(result["trace"]),
            (Strings{"hierarchical_length", "length", "truncated", "steps", "end"}));
  EXPECT_EQ(keys(result["trace"]["steps"][0]),
            (Strings{"depth", "thread", "procedure", "file", "line", "column", "kind", "statement",
                     "state", "free"}));
}

TEST(Json, every_input_and_the_file_of_every_step_are_named) {
  const Json answer = json_of(violated({"a.c", "b.c"}));
  EXPECT_EQ(answer["inputs"][1]["path"], "b.c");
  EXPECT_EQ(answer["inputs"][1]["sha256"], std::string(64, '1'));
  EXPECT_EQ(answer["results"][0]["trace"]["steps"][1]["file"], "b.c");
  EXPECT_EQ(answer["results"][0]["seconds"], 0.5);
}

TEST(Json, a_warning_has_a_place_or_is_about_a_file) {
  Answer given = violated({});
  given.warnings.resize(2);
  given.warnings[0].at = {"a.c", 2, 8};
  given.warnings[0].text = "odd";
  given.warnings[1].at.file = "compile_commands.json";
  given.warnings[1].text = "left out";
  given.warnings[1].hint = "name it";
  const Json warnings = json_of(given)["warnings"];
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0]["location"]["line"], 2);
  EXPECT_EQ(keys(warnings[0]), (Strings{"location", "text"}));
  EXPECT_EQ(keys(warnings[1]["location"]), Strings{"file"});
  EXPECT_EQ(warnings[1]["hint"], "name it");
}

TEST(Json, a_number_that_some_readers_would_round_is_a_string) {
  Answer given = violated({"a.c"});
  Trace& trace = *given.results[0].trace;
  for (const char* const value : {"0", "-1", "9007199254740991", "-9007199254740991"}) {
    trace.length = value;
    EXPECT_EQ(json_of(given)["results"][0]["trace"]["length"].dump(), value);
  }
  for (const char* const value :
       {"9007199254740992", "-9007199254740992", "18446744073709551616"}) {
    trace.length = value;
    EXPECT_EQ(json_of(given)["results"][0]["trace"]["length"], value);
    VariableValue variable;
    variable.name = "x";
    variable.value = std::string(value);
    trace.end.state = {variable};
    EXPECT_EQ(json_of(given)["results"][0]["trace"]["end"]["state"]["x"], value);
  }
}

TEST(Json, every_kind_of_property_is_in_the_schema) {
  const auto of_check = std::ranges::find(json_schemas(), "check", &JsonSchema::name);
  ASSERT_NE(of_check, json_schemas().end());
  const Json schema = Json::parse(of_check->text);
  EXPECT_EQ(schema["properties"]["schema"]["const"], json_schema_version);
  const Json& kinds = schema["$defs"]["result"]["properties"]["kind"]["enum"];
  EXPECT_EQ(kinds.size(), 12U);
  Answer given = violated({});
  for (int kind = 0; kind <= static_cast<int>(Kind::Deadlock); ++kind) {
    given.results[0].kind = static_cast<Kind>(kind);
    const Json printed = json_of(given)["results"][0]["kind"];
    EXPECT_NE(std::ranges::find(kinds, printed), kinds.end()) << printed;
  }
}

TEST(Trace, names_files_if_there_are_several) {
  EXPECT_NE(to_text(violated({"a.c", "b.c"}))
                .find("step  file:line  statement   values\n"
                      "   1  a.c:12     x = 1;\n"
                      "   2  b.c:12     x = 1;\n"
                      "  =>  a.c:7      assert(x);\n"),
            std::string::npos);
  EXPECT_NE(to_text(violated({"a.c"}))
                .find("step  line  statement   values\n"
                      "   1    12  x = 1;\n"
                      "  =>     7  assert(x);\n"),
            std::string::npos);
  TextStyle bebop;
  bebop.trace = TraceStyle::Bebop;
  EXPECT_NE(to_text(violated({"b.c"}), bebop).find("[a.c:7] assert(x);\n[b.c:12] x = 1;\n"),
            std::string::npos);
  EXPECT_NE(to_text(violated({"a.c"}), bebop).find("[7] assert(x);\n[12] x = 1;\n"),
            std::string::npos);
}

}  // namespace

}  // namespace hardbop
