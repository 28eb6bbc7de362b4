// SPDX-License-Identifier: MIT
// Rows: what came of tasks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "product/suite/process.hpp"
#include "product/suite/task.hpp"

namespace hardbop::suite {

struct Row {
  std::string id;
  std::string group;
  std::string program;
  std::string question;
  std::string verdict;     // holds, holds-bounded, not-applicable, violated, unknown, error
  std::string reason{};    // of unknown and error
  std::string expected{};  // a verdict; empty: any
  std::string key{};       // of what was asked, and with which limits
  std::optional<int> exit{};
  double wall = 0;
  double cpu = 0;
  double memory = 0;  // megabytes
  bool is_cached = false;
  std::string messages{};  // the end of what it wrote to stderr
  Json answer{};           // of hardbop check --json; null where there is none

  [[nodiscard]] bool is_decided() const;
  [[nodiscard]] bool holds() const;
  /// "right", "wrong", "unknown", "error"; "" if it is decided and nothing was expected.
  [[nodiscard]] std::string category() const;
};

[[nodiscard]] Json to_json(const Row& row);
/// Nothing where it is no row.
[[nodiscard]] std::optional<Row> row_from(const Json& json);

/// Identifies what a task asks, with its limits.
[[nodiscard]] std::string key_of(const Task& task);
/// A row that has nothing but the task.
[[nodiscard]] Row row_for(const Task& task);
/// What the end of its process says of a task.
[[nodiscard]] Row row_of(const Task& task, Outcome&& outcome);

}  // namespace hardbop::suite
