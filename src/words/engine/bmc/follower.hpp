// SPDX-License-Identifier: MIT
// Tells a SAT solver what words stand for that it chose as no array has them: those alone, and only
// once it did, as in lemmas on demand [brummayer09].
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "words/engine/bmc/completion.hpp"

namespace hardbop::bmc {

class Follower {
 public:
  Follower(Terms& terms, Arrays& arrays) : terms_(terms), arrays_(arrays) {}

  /// Conditions that are always true, but not of the values that were found for the question;
  /// `whole` are these values, completed. None where there is no such condition of bearable size.
  [[nodiscard]] std::vector<ExprId> follow(ExprId question, const InputValues& found,
                                           const CompleteValues& whole);

 private:
  Terms& terms_;
  Arrays& arrays_;
  std::unordered_map<std::size_t, std::vector<ExprId>> told_;  // by placeholder
  std::set<std::size_t> followed_;                             // placeholders, through stores
  std::set<std::pair<std::size_t, std::size_t>> compared_;     // of placeholders of an input

  using Places = std::map<std::pair<BaseId, std::uint64_t>, std::size_t>;
  [[nodiscard]] Places right_words(const InputValues& found, const CompleteValues& whole) const;
  void follow_stores(std::size_t which, std::vector<ExprId>& out);
  void compare(std::size_t which, std::size_t with, std::vector<ExprId>& out);
};

}  // namespace hardbop::bmc
