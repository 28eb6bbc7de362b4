// SPDX-License-Identifier: MIT
// Tasks: one program and one question each, which one process answers. A plan is a list of them,
// and a file of one line of JSON per task.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop::suite {

using Json = nlohmann::ordered_json;

/// Of one task. `wall` and `cpu` are seconds, `memory` and `output` megabytes.
struct Limits {
  std::optional<double> wall{};
  std::optional<double> cpu{};
  std::optional<std::uint64_t> memory{};
  std::optional<std::uint64_t> output{};

  bool operator==(const Limits&) const = default;
  /// Takes from `outer` what is not said here.
  void inherit(const Limits& outer);
};

struct Task {
  std::string id;  // no other task of the plan has it, and it is the same in the next run
  std::string group;
  std::string program;
  std::string question;
  std::vector<std::string> arguments{};  // of hardbop check, without limits
  std::string expected{};                // a verdict; empty: any
  Limits limits{};

  /// Whether the program is written in C.
  [[nodiscard]] bool is_c() const;
};

struct Plan {
  std::string name;
  std::string folder;  // in which tasks run, as an absolute path
  std::vector<Task> tasks{};
  std::vector<Message> messages{};  // errors and warnings of reading
  std::size_t errors = 0;

  void say(Location at, std::string text, std::string hint = "");
  void warn(Location at, std::string text, std::string hint = "");
};

[[nodiscard]] Json to_json(const Limits& limits);
[[nodiscard]] Limits limits_from(const Json& json);

/// A first line about the plan, then a line for each task.
[[nodiscard]] std::string plan_text(const Plan& plan);
[[nodiscard]] Plan read_plan(const std::string& path, const std::string& text);

/// One line without its line break; what is not UTF-8 is replaced.
[[nodiscard]] std::string to_line(const Json& json);
/// Whether JSON can hold the text as it is.
[[nodiscard]] bool is_utf8(const std::string& text);

}  // namespace hardbop::suite
