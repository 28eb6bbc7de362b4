// SPDX-License-Identifier: MIT
// The page of answers: what `check --json` would print, with the texts of the programs and drawings
// of their graphs.
#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/certificate/claim.hpp"
#include "base/util/json_nesting.hpp"
#include "product/page/drawings.hpp"
#include "product/page/pack.hpp"
#include "product/page/sources.hpp"
#include <hardbop/page.hpp>

namespace hardbop {

namespace {

using page::Json;

constexpr int page_format = 1;  // grows if a key changes its meaning or goes

bool has_texts(const Json& object, const std::vector<std::string>& keys) {
  return object.is_object() && std::ranges::all_of(keys, [&](const std::string& key) {
           return object.contains(key) && object[key].is_string();
         });
}

bool is_step(const Json& step) {
  if (!has_texts(step, {"procedure", "file", "kind", "statement"})) return false;
  for (const char* const key : {"line", "column", "depth", "thread"})
    if (!step.contains(key) || !step[key].is_number()) return false;
  return step.contains("state") && step["state"].is_object() && step.contains("free") &&
         step["free"].is_array() &&
         std::ranges::all_of(step["free"], [](const Json& name) { return name.is_string(); });
}

bool is_result(const Json& result) {
  if (!result.is_object()) return false;
  if (!result.contains("trace")) return true;
  const Json& trace = result["trace"];
  return trace.is_object() && trace.contains("steps") && trace["steps"].is_array() &&
         std::ranges::all_of(trace["steps"], is_step) &&
         (!trace.contains("end") || is_step(trace["end"]));
}

/// Whether it has all that the page is made of, whoever wrote it.
bool is_answer(const Json& answer) {
  return has_texts(answer, {"tool"}) && answer["tool"] == "hardbop" && answer.contains("results") &&
         answer["results"].is_array() && std::ranges::all_of(answer["results"], is_result) &&
         answer.contains("inputs") && answer["inputs"].is_array() &&
         std::ranges::all_of(answer["inputs"], [](const Json& input) {
           return has_texts(input, {"path"}) && input.contains("sha256");  // or null
         });
}

/// All of them, or none if one cannot be read.
std::vector<Json> read_answers(const std::vector<std::string>& answers) {
  std::vector<Json> out;
  for (const std::string& text : answers) {
    if (is_json_too_deep(text)) return {};
    Json answer = Json::parse(text, nullptr, false);
    if (!is_answer(answer)) return {};
    out.push_back(std::move(answer));
  }
  return out;
}

/// The program's text must be the one that was checked.
std::string note_of(const PageSource& source, const std::vector<Json>& answers) {
  std::string_view text = source.text;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string own = certify::sha256(text);
  for (const Json& answer : answers)
    for (const Json& input : answer["inputs"])
      if (input["path"] == source.path && input["sha256"].is_string() && input["sha256"] != own)
        return "This file has changed since it was checked.";
  return source.note;
}

Json source_json(const PageSource& source, const std::vector<Json>& answers) {
  Json out = page::source_json(source);
  if (std::string note = note_of(source, answers); !note.empty()) out["note"] = std::move(note);
  return out;
}

/// As the page calls it.
std::string program_of(const Json& answer) {
  const auto named = answer.find("program");
  if (named != answer.end() && named->is_string()) return *named;
  return answer["inputs"].dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string title_of(const std::vector<Json>& answers) {
  std::set<std::string> programs;
  for (const Json& answer : answers) programs.insert(program_of(answer));
  if (programs.size() != 1) return fmt::format("{} programs · Hardbop", programs.size());
  const Json& inputs = answers.front()["inputs"];
  const std::string name = inputs.empty() ? "" : inputs.front().value("path", "");
  return (name.empty() ? "" : name + " · ") + "Hardbop";
}

/// The values of "file" anywhere in it.
void find_files(const Json& json, std::vector<std::string>& out) {
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (json.is_object() && key == "file" && value.is_string()) {
      std::string path = value;
      if (std::ranges::find(out, path) == out.end()) out.push_back(std::move(path));
    } else {
      find_files(value, out);
    }
  }
}

std::vector<std::string> files_of(const Json& answer) {
  std::vector<std::string> out;
  for (const Json& input : answer["inputs"]) out.push_back(input["path"]);
  return out;
}

}  // namespace

std::vector<std::string> mentioned_files(const std::vector<std::string>& answers) {
  std::vector<std::string> out;
  const std::vector<Json> all = read_answers(answers);
  for (const Json& answer : all)
    for (std::string& path : files_of(answer))
      if (std::ranges::find(out, path) == out.end()) out.push_back(std::move(path));
  for (const Json& answer : all) find_files(answer, out);
  return out;
}

std::vector<std::vector<std::string>> programs_of(const std::vector<std::string>& answers) {
  std::vector<std::vector<std::string>> out;
  for (const Json& answer : read_answers(answers)) {
    std::vector<std::string> files = files_of(answer);
    if (!files.empty() && std::ranges::find(out, files) == out.end())
      out.push_back(std::move(files));
  }
  return out;
}

std::string layout_request(const PageContent& content) {
  return page::to_dot(page::chosen_graphs(content, read_answers(content.answers)), content.sources);
}

std::string to_page(const PageContent& content) {
  std::vector<Json> answers = read_answers(content.answers);
  if (answers.empty()) return {};
  Json out = {{"format", page_format}, {"kind", "report"}};
  out["graphs"] =
      page::drawings(page::chosen_graphs(content, answers), content.sources, content.layout);
  if (!content.no_layout.empty()) out["no_graphs"] = content.no_layout;
  Json& sources = out["sources"] = Json::array();
  for (const PageSource& source : content.sources) sources.push_back(source_json(source, answers));
  Json& all = out["answers"] = Json::array();
  const page::Lines lines = page::split_lines(content.sources);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Json& answer = answers[i];
    answer.erase("certificate");
    for (Json& result : answer["results"])
      if (result.contains("trace"))
        result["trace"] = page::pack_trace(std::move(result["trace"]), lines);
    if (i < content.names.size()) {
      const auto& [program, question] = content.names[i];
      if (!program.empty()) answer["program"] = program;
      if (!question.empty()) answer["question"] = question;
    }
  }
  const std::string title = title_of(answers);
  for (Json& answer : answers) all.push_back(std::move(answer));
  return assemble_page("viewer/report.js", title,
                       out.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace hardbop
