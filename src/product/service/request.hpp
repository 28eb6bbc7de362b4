// SPDX-License-Identifier: MIT
// A request: a JSON object whose keys are taken one by one. What is left at the end is a mistake.
// Private to the layer.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hardbop/engines.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop::service {

using Json = nlohmann::ordered_json;

/// Why a request has no result. Thrown by methods, and caught by respond().
struct Failure {
  std::string code;  // "bad-request", "bad-input", "internal"
  std::string message;
  std::vector<Message> messages{};  // with their places in the input
};

[[noreturn]] void refuse(std::string message);

/// "; did you mean 'check'?", or nothing.
[[nodiscard]] std::string hint_of(const std::string& word, const std::vector<std::string>& known);

/// Discarded if the text is not JSON in UTF-8, or is nested too deeply.
[[nodiscard]] Json parse_json(std::string_view text);

class Request {
 public:
  /// `where` names it in messages: "request", "sources[2]".
  Request(Json object, std::string where);

  /// Takes a key, if it is there.
  template <typename Value>
  void take(const std::string& key, Value& value) {
    known_.push_back(key);
    const auto found = object_.find(key);
    if (found == object_.end()) return;
    if (!found->is_null()) read(*found, key, value);
    object_.erase(found);
  }
  [[nodiscard]] bool has(const std::string& key) const { return object_.contains(key); }
  /// Takes a key that must be there.
  [[nodiscard]] std::string take_text(const std::string& key);
  /// One of these words; the first if the key is not there.
  [[nodiscard]] std::string take_choice(const std::string& key,
                                        const std::vector<std::string>& choices);
  /// The objects of a list; empty if the key is not there.
  [[nodiscard]] std::vector<Request> take_objects(const std::string& key);
  /// Every option of a table.
  template <typename Options>
  void take_options(Options& options) {
    for_each_option(options, [this](const OptionDescription& option, auto& member) {
      this->take(std::string(option.name.substr(option.name.find("::") + 2)), member);
    });
  }
  /// Refuses keys that nobody took.
  void finish() const;

 private:
  Json object_;
  std::string where_;
  std::vector<std::string> known_{};

  [[noreturn]] void complain(const std::string& key, const std::string& wanted) const;
  void read(const Json& json, const std::string& key, bool& value) const;
  void read(const Json& json, const std::string& key, double& value) const;
  void read(const Json& json, const std::string& key, std::uint64_t& value) const;
  void read(const Json& json, const std::string& key, std::uint32_t& value) const;
  void read(const Json& json, const std::string& key, std::string& value) const;
  void read(const Json& json, const std::string& key, std::vector<std::string>& value) const;
  void read(const Json& json, const std::string& key, std::vector<NamedText>& value) const;

  template <typename Value>
  void read(const Json& json, const std::string& key, std::optional<Value>& value) const {
    read(json, key, value.emplace());
  }
  template <typename Value>
  requires std::is_enum_v<Value>
  void read(const Json& json, const std::string& key, Value& value) const {
    std::string name;
    read(json, key, name);
    std::string names;
    for (const Choice<Value>& choice : choices_of(value))
      names += (names.empty() ? "" : ", ") + std::string(choice.name);
    const std::optional<Value> found = find_choice<Value>(name);
    if (!found) complain(key, "one of " + names);
    value = *found;
  }
};

/// Messages as a JSON list.
[[nodiscard]] Json messages_json(const std::vector<Message>& messages);

}  // namespace hardbop::service
