// SPDX-License-Identifier: MIT
// Which function a statement is part of.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

class Owners {
 public:
  explicit Owners(const Program& program)
      : program_(program), functions_(program.statements.size()) {
    for (const FunctionId f : program.functions.ids())
      for (const StatementId s : program.functions[f].statements) functions_[s] = f;
  }
  /// Of one of the program's statements.
  [[nodiscard]] FunctionId of(const Statement& statement) const {
    return functions_[static_cast<std::size_t>(&statement - program_.statements.data())];
  }

 private:
  const Program& program_;
  std::vector<FunctionId> functions_;  // by statement
};

}  // namespace hardbop::c
