// SPDX-License-Identifier: MIT
// For refinement that does not terminate because the predicates differ only in their constants,
// with one more for each round of a loop. Then common loop invariants are tried instead: how the
// variables relate to each other, and to the constants that the program compares them with.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "c/slam/predicates.hpp"

namespace hardbop::slam {

class Generaliser {
 public:
  explicit Generaliser(Procedures& procedures);

  /// How many predicates like this one were counted; none where the program's own text has it.
  [[nodiscard]] std::size_t alike(ExprId predicate) const;
  void count(ExprId predicate);
  /// Predicates that say less about the same variables.
  [[nodiscard]] std::vector<ExprId> templates(ExprId predicate);

 private:
  Procedures& procedures_;
  std::set<ExprId> native_;                           // atoms of guards
  std::map<VariableId, std::set<ExprId>> constants_;  // that a variable is compared with
  std::set<VariableId> is_signed_;                    // and how
  std::set<std::uint64_t> written_;            // constants that are assigned or compared with
  std::map<std::string, std::size_t> counts_;  // by shape

  void note(ExprId atom);
  [[nodiscard]] bool is_native(ExprId predicate) const;
  [[nodiscard]] std::string shape(ExprId predicate) const;
};

}  // namespace hardbop::slam
