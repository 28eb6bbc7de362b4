// SPDX-License-Identifier: MIT
// The outputs of 'hardbop check': the answer, and the files that the user asked for.
#pragma once

#include <string>
#include <vector>

#include "product/main/report_page.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/c_check.hpp>

namespace hardbop::cli {

/// Says what an answer calls its options in flags, and prints what was wrong; the exit status. If
/// that is bad_input or internal_error, nothing else is to be written.
[[nodiscard]] int conclude(Answer& answer);

class CheckOutputs {
 public:
  std::string certificate_path;
  std::string invariants_path;
  std::string harness_path;
  std::string witness_path;
  std::string sarif_path;
  std::string report_path;
  std::string log_path;            // of the events of the engine
  ReportInput report;              // but for the answer, what the page is made of
  std::string keep;                // a folder for what the engine slam does in each round
  std::string trace_style;         // empty: without
  std::vector<std::string> specs;  // the rules that are asked, as --spec names them
  bool json = false;
  bool statistics = false;

  /// Whether each file can be written, and is none of the inputs: asked before the search, which
  /// may be long. Reports why not.
  [[nodiscard]] bool can_be_written(const std::vector<std::string>& inputs) const;
  [[nodiscard]] bool wants_traces() const {
    return !trace_style.empty() || !sarif_path.empty() || !report_path.empty();
  }

  void keep_iteration(const CIteration& iteration);

  /// Writes all that there is; the exit status. What cannot be written keeps nothing else from it.
  [[nodiscard]] int write(Answer answer);
  [[nodiscard]] int write(CAnswer found);
  /// Says of files that were asked for why there are none.
  void say_missing(const std::string& input, const std::string& why) const;

 private:
  bool is_written_ = true;  // all so far

  void write_to(const std::string& path, std::string_view text);
  void write_certificate(const Answer& answer);
  void write_invariants(Answer& answer);
};

}  // namespace hardbop::cli
