// SPDX-License-Identifier: MIT
// C programs: deciding whether an error can be reached.
#pragma once

#include <string>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/c.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

struct CQuestion {
  /// "unreach-call": a failing assertion, a call of reach_error, a label ERROR.
  std::string property = "unreach-call";
  /// Copies of a function that calls itself, and pieces of heap that one place can allocate.
  /// Where a run needs more, the answer is unknown; holds-bounded where the bound was typed.
  std::uint64_t recursion = 8;
  std::uint32_t heap = 4;
  bool bounds_given = false;
  bool harness = false;  // make CAnswer::harness
};

struct CAnswer {
  Answer answer;
  std::vector<Message> messages;  // what Clang and the front end say
  std::string harness;            // of a violation: a C file that makes the program follow it
};

/// Limits, traces and progress are taken from `question`. Never throws for bad input.
[[nodiscard]] CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                              const CQuestion& c_question, const Question& question);

/// The property that a file of SV-COMP's (.prp) asks for; empty where it asks for none of ours.
[[nodiscard]] std::string read_property(const std::string& text);

}  // namespace hardbop
