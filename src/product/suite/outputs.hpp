// SPDX-License-Identifier: MIT
// Rows in the formats of other tools.
#pragma once

#include <string>

#include "product/suite/summary.hpp"

namespace hardbop::suite {

/// One line per row, quoted as RFC 4180 says.
[[nodiscard]] std::string to_csv(const RowSet& rows);
/// A table of counts, the tasks that want attention, and differences if there is a baseline.
[[nodiscard]] std::string to_markdown(const RowSet& rows, const Differences* differences);
/// A test suite for each group: what is wrong, or violated and not expected to be, is a failure; an
/// error is one, and what is unknown is skipped.
[[nodiscard]] std::string to_junit(const RowSet& rows, const std::string& name);
/// As BenchExec's result files, which its table-generator reads.
[[nodiscard]] std::string to_benchexec(const RowSet& rows, const std::string& name);
/// One log with one run: the results of all answers. `root`: the folder in which the tasks ran.
/// The rows need their answers.
[[nodiscard]] std::string to_sarif(const RowSet& rows, const std::string& root);

}  // namespace hardbop::suite
