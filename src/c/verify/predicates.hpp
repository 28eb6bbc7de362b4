// SPDX-License-Identifier: MIT
// Predicates and abstractions as texts.
#pragma once

#include <string>
#include <vector>

#include "c/slam/procedures.hpp"
#include "c/verify/message.hpp"

namespace hardbop::verify {

/// A file of predicates.
struct PredicateText {
  std::string path;  // for messages
  std::string text;
};

struct ReadPredicates {
  std::vector<slam::ExprId> predicates;  // of all files
  Messages problems;
};
[[nodiscard]] ReadPredicates read_predicates(const std::vector<PredicateText>& files,
                                             slam::Procedures& procedures);

/// A file that can be read again, of texts such as "f: x == 1".
[[nodiscard]] std::string predicates_text(const std::string& input,
                                          const std::vector<std::string>& predicates);

/// With a head that says what it is, and whether its integers are unbounded.
[[nodiscard]] std::string abstraction_text(const std::string& input,
                                           const std::vector<std::string>& predicates,
                                           bool unbounded, const std::string& program);

}  // namespace hardbop::verify
