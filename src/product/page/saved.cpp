// SPDX-License-Identifier: MIT
// Answers that were saved: the object that `check --json` prints, or lines of JSON, each with one.
#include <nlohmann/json.hpp>

#include "product/page/pack.hpp"
#include <hardbop/page.hpp>

namespace hardbop {

namespace {

using page::Json;

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

/// An answer, or what tells one and names it.
bool take_answer(const Json& json, std::vector<SavedAnswer>& out) {
  if (!json.is_object()) return false;
  if (json.contains("results")) {
    out.push_back({"", "", json.dump(-1, ' ', false, Json::error_handler_t::replace)});
    return true;
  }
  const auto inside = json.find("answer");
  if (inside == json.end() || !inside->is_object() || !inside->contains("results")) return false;
  out.push_back({text_at(json, "program"), text_at(json, "question"),
                 inside->dump(-1, ' ', false, Json::error_handler_t::replace)});
  return true;
}

}  // namespace

std::optional<std::vector<SavedAnswer>> read_saved_answers(std::string_view text) {
  std::vector<SavedAnswer> out;
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
