// SPDX-License-Identifier: MIT
#include "boolean/language/checked_program.hpp"

#include "base/util/invariant.hpp"
#include "boolean/language/checker.hpp"

namespace hardbop::bp {

namespace {

Symbols symbols_of(const Program& program) {
  Diagnostics diagnostics;
  Symbols symbols = check_program(program, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "a program that was made should be correct");
  return symbols;
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): which argument is made first is open
CheckedProgram::CheckedProgram(std::shared_ptr<const Program> program)
    : CheckedProgram(program, symbols_of(*program)) {}

CheckedProgram::CheckedProgram(std::shared_ptr<const Program> program, Symbols symbols)
    : program_(std::move(program)), symbols_(std::move(symbols)), graph_(*program_, symbols_) {}

}  // namespace hardbop::bp
