// SPDX-License-Identifier: MIT
#include "slam/solver.hpp"

#include "util/module.hpp"

namespace hardbop::slam {

std::unique_ptr<Solver> make_solver(const ltg::Expressions& expressions) {
  using Make = Solver* (*)(const ltg::Expressions*);
  const auto make = reinterpret_cast<Make>(find_in_module("hardbop-z3.so", "hardbop_make_solver"));
  return std::unique_ptr<Solver>(make == nullptr ? nullptr : make(&expressions));
}

}  // namespace hardbop::slam
