// SPDX-License-Identifier: MIT
// What the rows of a run say together, alone and compared with those of another run.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "product/suite/results.hpp"

namespace hardbop::suite {

struct Counts {
  std::size_t tasks = 0;
  std::map<std::string, std::size_t> verdicts{};
  std::size_t right = 0;
  std::size_t wrong = 0;
  double wall = 0;
  double cpu = 0;

  void add(const Row& row);
  [[nodiscard]] std::size_t of(const std::string& verdict) const;
  [[nodiscard]] std::size_t holding() const;
};

/// By group, or by question where there are no groups.
[[nodiscard]] std::map<std::string, Counts> count_rows(const RowSet& rows);

/// How a run differs from its baseline: tasks, with what changed.
struct Differences {
  struct Change {
    std::string id;
    std::string text;
  };
  std::vector<Change> new_violations{};
  std::vector<Change> lost_proofs{};
  std::vector<Change> gone_violations{};
  std::vector<Change> decided{};  // that were not
  std::vector<Change> undecided{};
  std::vector<Change> slower{};
  std::vector<Change> added{};
  std::vector<Change> removed{};

  /// With what each list is called.
  [[nodiscard]] std::vector<std::pair<const char*, const std::vector<Change>*>> lists() const;
};

/// `factor`: how many times slower is told; differences below a second are not.
[[nodiscard]] Differences compare(const RowSet& baseline, const RowSet& now, double factor);

/// The tasks that make a run fail, by these words: violated (and not expected to be), unknown,
/// wrong, error, new.
[[nodiscard]] std::vector<std::string> failures(const RowSet& rows, const Differences& differences,
                                                const std::set<std::string>& words);
[[nodiscard]] const std::vector<std::string>& failure_words();

/// A table of counts, the tasks that want attention, and differences if there is a baseline.
[[nodiscard]] std::string summary_text(const RowSet& rows, const Differences* differences);
/// Each task with its verdict and time.
[[nodiscard]] std::string rows_text(const RowSet& rows);

}  // namespace hardbop::suite
