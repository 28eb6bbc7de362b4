// SPDX-License-Identifier: MIT
// Most of a long trace repeats itself: places are visited again and most variables keep their
// values. So a place is written once, and of a state what differs from the one before.
#include "product/page/pack.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace hardbop::page {

namespace {

/// Numbers for values, in the order in which they are met.
class Numbering {
 public:
  std::size_t of(const Json& value) {
    const auto [at, is_new] = numbers_.emplace(value.dump(-1, ' ', false, lenient), all_.size());
    if (is_new) all_.push_back(value);
    return at->second;
  }
  [[nodiscard]] Json take() { return std::move(all_); }

 private:
  static constexpr auto lenient = Json::error_handler_t::replace;
  std::map<std::string, std::size_t> numbers_;
  Json all_ = Json::array();
};

class Packer {
 public:
  explicit Packer(const Lines& lines) : lines_(lines) {}

  void add(const Json& step) {
    steps_.push_back(places_.of(Json::array({step["procedure"], step["file"], step["line"],
                                             step["column"], step["kind"], statement_of(step)})));
    steps_.push_back(step["depth"]);
    steps_.push_back(step["thread"]);
    add_state(step["state"]);
    add_free(step["free"]);
    Json rest = Json::object();
    for (const auto& [key, value] : step.items())
      if (!common.contains(key)) rest[key] = value;
    if (!rest.empty()) further_[std::to_string(count_)] = std::move(rest);
    ++count_;
  }

  [[nodiscard]] Json take() {
    return {{"places", places_.take()},   {"names", names_.take()},
            {"steps", std::move(steps_)}, {"changes", std::move(changes_)},
            {"free", std::move(free_)},   {"further", std::move(further_)}};
  }

 private:
  static inline const std::set<std::string> common{"procedure", "file",      "line",  "column",
                                                   "kind",      "statement", "depth", "state",
                                                   "free",      "thread"};
  const Lines& lines_;
  Numbering places_;
  Numbering names_;
  std::map<std::size_t, Json> state_;  // by names' numbers
  std::set<std::size_t> is_free_;
  Json steps_ = Json::array();
  Json changes_ = Json::array();
  Json free_ = Json::array();
  Json further_ = Json::object();
  std::size_t count_ = 0;

  [[nodiscard]] Json statement_of(const Json& step) const {
    const auto found = lines_.find(step["file"].get_ref<const std::string&>());
    const std::uint64_t line = place(step, "line");
    if (found == lines_.end() || line == 0 || line > found->second.size()) return step["statement"];
    const std::string_view text = found->second[line - 1];
    const bool is_line = trimmed(text) == step["statement"].get_ref<const std::string&>();
    const std::uint64_t column = std::min<std::uint64_t>(place(step, "column"), text.size() + 1);
    return is_line ? Json(rest_of_line(text, static_cast<std::uint32_t>(column)))
                   : step["statement"];
  }

  /// 0 where it is no line or column: answers are read from files, too.
  [[nodiscard]] static std::uint64_t place(const Json& step, const char* key) {
    const Json& number = step[key];
    return number.is_number_unsigned() ? number.get<std::uint64_t>() : 0;
  }

  void add_state(const Json& state) {
    Json change = Json::array();
    std::map<std::size_t, Json> now;
    for (const auto& [name, value] : state.items()) {
      const std::size_t number = names_.of(name);
      const auto before = state_.find(number);
      if (before == state_.end() || before->second != value) {
        change.push_back(number);
        change.push_back(value);
      }
      now.emplace(number, value);
    }
    for (const auto& [number, value] : state_)
      if (!now.contains(number)) {
        change.push_back(number);
        change.push_back(nullptr);
      }
    state_ = std::move(now);
    changes_.push_back(change.empty() ? Json(0) : std::move(change));
  }

  /// Those that become free, or are no longer.
  void add_free(const Json& free) {
    std::set<std::size_t> now;
    for (const Json& name : free) now.insert(names_.of(name));
    Json toggled = Json::array();
    for (const std::size_t name : now)
      if (!is_free_.contains(name)) toggled.push_back(name);
    for (const std::size_t name : is_free_)
      if (!now.contains(name)) toggled.push_back(name);
    is_free_ = std::move(now);
    free_.push_back(toggled.empty() ? Json(0) : std::move(toggled));
  }
};

}  // namespace

Json pack_trace(Json trace, const Lines& lines) {
  Packer packer(lines);
  for (const Json& step : trace["steps"]) packer.add(step);
  if (trace.contains("end")) packer.add(trace["end"]);
  trace.erase("steps");
  trace.erase("end");
  trace["packed"] = packer.take();
  return trace;
}

}  // namespace hardbop::page
