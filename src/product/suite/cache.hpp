// SPDX-License-Identifier: MIT
// Answers of earlier runs, by content: an answer counts as long as every file that was read for it
// is the same, and no other file would be read instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "product/suite/row.hpp"

namespace hardbop::suite {

/// What a task reads, and which files it would have read if there were any.
struct TaskFiles {
  std::vector<std::string> files;
  std::vector<std::string> absent;
};

class Cache {
 public:
  /// `identity`: of the program that answers. `folder`: in which the tasks run.
  Cache(std::string path, std::string identity, std::string folder);

  /// The answer, if there is one that counts.
  [[nodiscard]] std::optional<Row> find(const Task& task) const;
  /// `started`: when the task did, in nanoseconds of the system's clock; files that have changed
  /// since then are not those that it read, and the row is not kept. Says what fails.
  [[nodiscard]] std::string store(const Task& task, const Row& row, const TaskFiles& files,
                                  std::int64_t started) const;

  /// Removes the answers that were not used for the longest time, until the rest is not larger.
  void trim(std::uint64_t most_bytes) const;

  /// Files that the task's arguments name.
  [[nodiscard]] std::vector<std::string> named_files(const Task& task) const;

 private:
  std::string path_;
  std::string identity_;
  std::string folder_;

  [[nodiscard]] std::string path_of(const Task& task) const;
  [[nodiscard]] bool is_same(const Json& file, std::int64_t written) const;
  [[nodiscard]] bool is_still_absent(const Json& folder, std::int64_t written) const;
  [[nodiscard]] Json absent_json(const std::vector<std::string>& absent) const;
};

/// Nanoseconds of the system's clock, to which times of files are compared.
[[nodiscard]] std::int64_t system_now();

/// Identifies the program with its modules by their content, and what it takes from the
/// environment.
[[nodiscard]] std::string identity_of(const std::string& program);

}  // namespace hardbop::suite
