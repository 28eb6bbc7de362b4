// SPDX-License-Identifier: MIT
// The file of results: a line of JSON for each row, in the order in which tasks end. One process
// writes it; whoever ends in the middle of a line leaves all other lines whole.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "product/suite/row.hpp"

namespace hardbop::suite {

/// What reading a file of results has found besides rows.
struct ResultsRead {
  std::uint64_t end = 0;      // of the last whole line
  bool is_torn = false;       // something follows that is not a whole line
  std::size_t bad_lines = 0;  // whole lines that are no rows
  std::string problem{};      // the file could not be read
};

using VisitRow = std::function<void(Row&&)>;

/// Reads line by line, so that a file may be larger than memory.
[[nodiscard]] ResultsRead read_results(const std::string& path, const VisitRow& visit);

/// The files of results of a run: its own, and those of its parts.
[[nodiscard]] std::vector<std::string> result_files(const std::string& folder);

/// Rows by their tasks, each once.
struct RowSet {
  std::map<std::string, Row> rows{};
  std::size_t doubles = 0;  // rows of tasks that had one already
  std::vector<std::string>
      contradictions;  // tasks that hold in one row and are violated in another

  /// Of two rows of one task, the one with an answer stays, or else the first.
  void add(Row&& row);
};

/// The rows of a folder, or of a file of results. `answers`: with those. What is wrong with a file
/// goes to `problems`.
[[nodiscard]] RowSet read_rows(const std::string& path, bool answers,
                               std::vector<std::string>& problems);

/// The writer.
class ResultsFile {
 public:
  ResultsFile() = default;
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;
  ~ResultsFile();

  /// Opens the file for this process alone and keeps the rows that `is_wanted` says; others, and
  /// a torn end, are removed. Says why not.
  [[nodiscard]] std::string open(const std::string& path,
                                 const std::function<bool(const Row&)>& is_wanted);
  /// Takes the row; commit() writes it.
  void append(const Row& row);
  /// Writes what was appended, and waits until it is on the disk. Says why not; then the file is as
  /// it was before.
  [[nodiscard]] std::string commit();

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::string waiting_;

  [[nodiscard]] std::string keep(const std::function<bool(const Row&)>& is_wanted);
};

/// Replaces a file whole or not at all, and waits until it is on the disk. Says why not.
[[nodiscard]] std::string replace_file(const std::string& path, const std::string& text);

}  // namespace hardbop::suite
