// SPDX-License-Identifier: MIT
// A Boolean function as a readable formula.
#pragma once

#include <vector>

#include "base/bdd/manager.hpp"

namespace hardbop::slam {

using Literals = std::vector<bdd::Literal>;

/// All facts are true, one of the cases is, and of each clause a literal.
struct Formula {
  Literals facts;
  std::vector<Literals> cases;  // where there is none, nothing is said by them
  std::vector<Literals> clauses;
};

/// What is true wherever f is. It says all that f says of what is `possible`, or, where that would
/// be too long to be read, what f says of single variables and of pairs. f is not false there.
[[nodiscard]] Formula to_formula(const bdd::Manager& manager, const bdd::Bdd& f,
                                 const bdd::Bdd& possible);

}  // namespace hardbop::slam
