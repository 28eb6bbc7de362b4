// SPDX-License-Identifier: MIT
#include "base/smt/horn_solver.hpp"

#include "base/smt/module.hpp"

namespace hardbop::smt {

std::unique_ptr<HornSolver> make_horn_solver() {
  using Make = HornSolver* (*)();
  const auto make = reinterpret_cast<Make>(find_in_z3("hardbop_make_horn_solver").function);
  return std::unique_ptr<HornSolver>(make == nullptr ? nullptr : make());
}

std::unique_ptr<ScriptRunner> make_script_runner() {
  using Make = ScriptRunner* (*)();
  const auto make = reinterpret_cast<Make>(find_in_z3("hardbop_make_script_runner").function);
  return std::unique_ptr<ScriptRunner>(make == nullptr ? nullptr : make());
}

}  // namespace hardbop::smt
