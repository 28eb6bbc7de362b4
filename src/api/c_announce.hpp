// SPDX-License-Identifier: MIT
// What is asked of a C program, one question after the other: each has its share of the time, and
// whoever wants to know is told what is known so far. Private to the layer.
#pragma once

#include <chrono>
#include <vector>

#include "api/c_ltl.hpp"
#include "api/c_rules.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

class Announcement {
 public:
  /// Tells what is asked. Time counts from here.
  Announcement(const std::string& input, const CQuestion& c_question, const CFormulas& formulas,
               const std::vector<WovenRule>& rules, const Question& question);

  /// The question, with its share of what is left of the time, when so many are decided.
  [[nodiscard]] Question next(std::size_t decided) const;
  /// What all answers from now on rest on.
  void assume(const std::vector<std::string>& assumptions) { answer_.assumptions = assumptions; }
  /// Tells these results, the first of which is that of this question.
  void tell(std::size_t first, const Answer& decided);

 private:
  const Question& question_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Answer answer_;

  void add(PropertyResult::Kind kind, const std::string& property);
};

}  // namespace hardbop::api
