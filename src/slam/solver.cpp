// SPDX-License-Identifier: MIT
#include "slam/solver.hpp"

#include "util/module.hpp"

namespace hardbop::slam {

namespace {

using Make = Solver* (*)(const ltg::Expressions*);

Make load() {
  return reinterpret_cast<Make>(find_in_module("hardbop-z3.so", "hardbop_make_solver"));
}

}  // namespace

bool has_solver() {
  return load() != nullptr;
}

std::unique_ptr<Solver> make_solver(const ltg::Expressions& expressions) {
  const Make make = load();
  return std::unique_ptr<Solver>(make == nullptr ? nullptr : make(&expressions));
}

}  // namespace hardbop::slam
