// SPDX-License-Identifier: MIT
// Gathers what the page of answers shows: the files that they are about, and drawings.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hardbop/c.hpp>
#include <hardbop/program.hpp>

namespace hardbop::cli {

struct ReportInput {
  std::vector<std::string> answers;                          // in JSON
  std::vector<std::pair<std::string, std::string>> names{};  // as in PageContent
  std::map<std::string, std::string> texts{};  // by path, those that cannot be read again
  std::vector<CSource> c_sources{};            // how the files of C are read; by default, as such
  COptions c_options{};
  OperatorDialect dialect = OperatorDialect::Standard;
  std::string root{};      // the folder of relative paths; empty: this one
  bool has_graphs = true;  // control-flow graphs are drawn
};

/// The page; empty if one of the answers is none.
[[nodiscard]] std::string make_report(const ReportInput& input);

}  // namespace hardbop::cli
