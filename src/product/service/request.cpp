// SPDX-License-Identifier: MIT
#include "product/service/request.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "base/util/json_nesting.hpp"
#include <hardbop/spelling.hpp>

namespace hardbop::service {

void refuse(std::string message) {
  throw Failure{"bad-request", std::move(message)};
}

std::string hint_of(const std::string& word, const std::vector<std::string>& known) {
  const std::string hint = spelling_hint(word, known);
  return hint.empty() ? hint : "; " + hint;
}

Json parse_json(std::string_view text) {
  if (is_json_too_deep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

Request::Request(Json object, std::string where)
    : object_(std::move(object)), where_(std::move(where)) {
  if (!object_.is_object()) refuse(where_ + " should be an object");
}

std::string Request::take_text(const std::string& key) {
  if (!object_.contains(key)) refuse(fmt::format("{}: the key '{}' is missing", where_, key));
  std::string text;
  take(key, text);
  return text;
}

std::string Request::take_choice(const std::string& key, const std::vector<std::string>& choices) {
  std::string word = choices.front();
  take(key, word);
  if (std::ranges::find(choices, word) == choices.end())
    complain(key, fmt::format("one of {}{}", fmt::join(choices, ", "), hint_of(word, choices)));
  return word;
}

std::vector<Request> Request::take_objects(const std::string& key) {
  known_.push_back(key);
  const auto found = object_.find(key);
  if (found == object_.end()) return {};
  if (!found->is_array()) complain(key, "a list of objects");
  std::vector<Request> objects;
  for (Json& element : *found)
    objects.emplace_back(std::move(element), fmt::format("{}[{}]", key, objects.size()));
  object_.erase(found);
  return objects;
}

void Request::finish() const {
  if (object_.empty()) return;
  const std::string& key = object_.begin().key();
  refuse(fmt::format("{}: unknown key '{}'{}", where_, key, hint_of(key, known_)));
}

void Request::complain(const std::string& key, const std::string& wanted) const {
  refuse(fmt::format("{}: '{}' should be {}", where_, key, wanted));
}

void Request::read(const Json& json, const std::string& key, bool& value) const {
  if (!json.is_boolean()) complain(key, "true or false");
  value = json.get<bool>();
}

void Request::read(const Json& json, const std::string& key, double& value) const {
  if (!json.is_number() || json.get<double>() < 0) complain(key, "a number that is not negative");
  value = json.get<double>();
}

void Request::read(const Json& json, const std::string& key, std::uint64_t& value) const {
  if (!json.is_number_unsigned()) complain(key, "a whole number that is not negative");
  value = json.get<std::uint64_t>();
}

void Request::read(const Json& json, const std::string& key, std::uint32_t& value) const {
  std::uint64_t wide = 0;
  read(json, key, wide);
  if (wide > std::numeric_limits<std::uint32_t>::max()) complain(key, "a number below 2^32");
  value = static_cast<std::uint32_t>(wide);
}

void Request::read(const Json& json, const std::string& key, std::string& value) const {
  if (!json.is_string()) complain(key, "a text");
  value = json.get<std::string>();
}

void Request::read(const Json& json, const std::string& key,
                   std::vector<std::string>& value) const {
  const bool is_list = json.is_array() && std::ranges::all_of(json, [](const Json& element) {
                         return element.is_string();
                       });
  if (!is_list) complain(key, "a list of texts");
  value = json.get<std::vector<std::string>>();
}

/// A list of {"name", "text"}.
void Request::read(const Json& json, const std::string& key, std::vector<NamedText>& value) const {
  if (!json.is_array()) complain(key, "a list of objects with name and text");
  for (const Json& element : json) {
    Request object(element, fmt::format("{}[{}]", key, value.size()));
    NamedText text{key, object.take_text("text")};
    object.take("name", text.name);
    object.finish();
    value.push_back(std::move(text));
  }
}

Json messages_json(const std::vector<Message>& messages) {
  Json out = Json::array();
  for (const Message& message : messages) {
    Json one = {
        {"kind", message.kind == Message::Kind::Error ? "error" : "warning"},
        {"location",
         {{"file", message.at.file}, {"line", message.at.line}, {"column", message.at.column}}},
        {"text", message.text}};
    if (!message.hint.empty()) one["hint"] = message.hint;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace hardbop::service
