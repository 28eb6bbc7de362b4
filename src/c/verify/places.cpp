// SPDX-License-Identifier: MIT
#include "c/verify/places.hpp"

#include <algorithm>

namespace hardbop::verify {

Places error_places(const c::Program& program) {
  Places out;
  for (const c::Function& function : program.functions)
    for (const c::StatementId s : function.statements) {
      const c::Statement& statement = program.statements[s];
      if (statement.kind == c::Statement::Kind::Error)
        out.emplace(statement.at.file, statement.at.line, statement.at.column);
    }
  return out;
}

bool has_gaps(const c::Program& program) {
  return std::ranges::any_of(program.functions, [&](const c::Function& function) {
    return std::ranges::any_of(function.statements, [&](c::StatementId s) {
      return program.statements[s].kind == c::Statement::Kind::Unsupported;
    });
  });
}

}  // namespace hardbop::verify
