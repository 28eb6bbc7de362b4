// SPDX-License-Identifier: MIT
// What is asked of a C program, one question after the other: each has its share of the time, and
// whoever wants to know is told what is known so far. Private to the layer.
#pragma once

#include <chrono>
#include <vector>

#include "product/api/c_ltl.hpp"
#include "product/api/c_rules.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

class Announcement {
 public:
  /// Tells what is asked. Time counts from here.
  Announcement(const std::string& input, const std::vector<const CProperty*>& asked,
               const CFormulas& formulas, const std::vector<WovenRule>& rules,
               const Question& question);

  /// The question, with its share of what is left of the time, for the one of this number.
  [[nodiscard]] Question next(std::size_t number) const;
  /// The question, with what is left of the time.
  [[nodiscard]] Question rest() const;
  /// What all answers from now on rest on.
  void assume(const std::vector<std::string>& assumptions) { answer_.assumptions = assumptions; }
  /// Tells what was decided of the one of this number.
  void tell(std::size_t number, std::vector<PropertyResult> results, const std::string& engine);

 private:
  const Question& question_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Answer answer_;
  std::vector<std::vector<PropertyResult>> results_;  // by number of what is asked

  void tell();
  void add(PropertyResult::Kind kind, const std::string& property);
};

}  // namespace hardbop::api
