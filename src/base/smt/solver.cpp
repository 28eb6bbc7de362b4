// SPDX-License-Identifier: MIT
#include "base/smt/solver.hpp"

#include <sys/mman.h>

#include "base/smt/horn_solver.hpp"
#include "base/smt/module.hpp"
#include "base/util/module.hpp"

namespace hardbop::smt {

namespace {

constexpr const char* module_name = "hardbop-z3.so";

using Make = Solver* (*)(const words::Expressions*, Integers);

/// Z3 does not survive its own start where there is less address space than this.
constexpr std::size_t needed_bytes = 256U << 20U;

bool has_room() {
  void* const room =
      mmap(nullptr, needed_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, needed_bytes);
  return true;
}

}  // namespace

FoundFunction find_in_z3(const char* function) {
  if (!has_room()) return {nullptr, "there is too little memory for Z3"};
  std::string why;
  void* const found = find_in_module(module_name, function, why);
#ifdef HARDBOP_HAS_Z3
  return {found, "Z3 cannot be loaded: " + why};
#else
  return {found, "hardbop was built without Z3; install libz3-dev and build it again"};
#endif
}

namespace {

Make load() {
  return reinterpret_cast<Make>(find_in_z3("hardbop_make_solver").function);
}

}  // namespace

std::optional<std::string> run_script(const std::string& script) {
  const std::unique_ptr<ScriptRunner> runner = make_script_runner();
  if (!runner) return std::nullopt;
  return runner->run(script);
}

bool has_solver() {
  return load() != nullptr;
}

std::string why_no_solver() {
  return find_in_z3("hardbop_make_solver").problem;
}

std::string why_solver_is_missing() {
#ifdef HARDBOP_HAS_Z3
  return why_not_found(module_name);
#else
  return {};
#endif
}

std::unique_ptr<Solver> make_solver(const words::Expressions& expressions, Integers integers) {
  const Make make = load();
  return std::unique_ptr<Solver>(make == nullptr ? nullptr : make(&expressions, integers));
}

}  // namespace hardbop::smt
