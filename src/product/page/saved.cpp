// SPDX-License-Identifier: MIT
// Answers that were saved: the object that `check --json` prints, or lines of JSON, each with one.
#include <nlohmann/json.hpp>

#include "base/util/json_nesting.hpp"
#include "product/page/pack.hpp"
#include <hardbop/page.hpp>
#include <hardbop/schema.hpp>

namespace hardbop {

namespace {

using page::Json;

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Of a row that has a verdict, but no answer: its process was stopped, perhaps.
Json answer_of_row(const Json& row) {
  const std::string reason = text_at(row, "reason");
  const std::string question = text_at(row, "question");
  const Json result = {{"property", question.empty() ? "task" : question},
                       {"kind", "label"},
                       {"procedure", nullptr},
                       {"location", {{"file", ""}, {"line", 0}, {"column", 0}}},
                       {"verdict", text_at(row, "verdict")},
                       {"reason", reason.empty() ? Json() : Json(reason)},
                       {"seconds", row.value("seconds", 0.0)}};
  return {{"tool", "hardbop"},
          {"version", version()},
          {"schema", json_schema_version},
          {"inputs", Json::array()},
          {"engine", ""},
          {"warnings", Json::array()},
          {"assumptions", Json::array()},
          {"results", Json::array({result})},
          {"nothing", nullptr},
          {"statistics", Json::object()}};
}

/// An answer, or a row that has one or a verdict.
bool take_answer(const Json& json, std::vector<SavedAnswer>& out) {
  if (!json.is_object()) return false;
  if (json.contains("results")) {
    out.push_back({"", "", to_text(json)});
    return true;
  }
  const std::string program = text_at(json, "program");
  const std::string question = text_at(json, "question");
  const auto inside = json.find("answer");
  if (inside != json.end() && inside->is_object() && inside->contains("results"))
    out.push_back({program, question, to_text(*inside)});
  else if (!program.empty() && json.contains("question") && !text_at(json, "verdict").empty())
    out.push_back({program, question, to_text(answer_of_row(json))});
  else
    return false;
  return true;
}

}  // namespace

std::optional<std::vector<SavedAnswer>> read_saved_answers(std::string_view text) {
  std::vector<SavedAnswer> out;
  if (is_json_too_deep(text)) return std::nullopt;
  if (const Json whole = Json::parse(text, nullptr, false); !whole.is_discarded()) {
    if (!take_answer(whole, out)) return std::nullopt;
    return out;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (!take_answer(Json::parse(line, nullptr, false), out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

}  // namespace hardbop
