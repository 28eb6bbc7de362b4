// SPDX-License-Identifier: MIT
#include "slam/solver.hpp"

#include "util/module.hpp"

namespace hardbop::slam {

namespace {

using Make = Solver* (*)(const ltg::Expressions*);

void* find(const char* function) {
  std::string problem;
  return find_in_module("hardbop-z3.so", function, problem);
}

Make load() {
  return reinterpret_cast<Make>(find("hardbop_make_solver"));
}

}  // namespace

std::optional<std::string> run_script(const std::string& script) {
  using Run = void (*)(const std::string&, std::string&);
  const auto run = reinterpret_cast<Run>(find("hardbop_run_script"));
  if (run == nullptr) return std::nullopt;
  std::string answers;
  run(script, answers);
  return answers;
}

bool has_solver() {
  return load() != nullptr;
}

std::unique_ptr<Solver> make_solver(const ltg::Expressions& expressions) {
  const Make make = load();
  return std::unique_ptr<Solver>(make == nullptr ? nullptr : make(&expressions));
}

}  // namespace hardbop::slam
