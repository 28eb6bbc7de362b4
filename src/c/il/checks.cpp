// SPDX-License-Identifier: MIT
#include "c/il/checks.hpp"

namespace hardbop::c {

/// What is checked follows a branch or a call at its own place; those of C's own are elsewhere.
std::vector<bool> find_checks(const Program& program) {
  std::vector<bool> out(program.statements.size(), false);
  for (const Statement& statement : program.statements) {
    if (statement.kind != Statement::Kind::Branch && statement.kind != Statement::Kind::Call)
      continue;
    for (const StatementId s : {statement.next, statement.otherwise})
      if (s != none && program.statements[s].kind == Statement::Kind::Unsupported &&
          program.statements[s].at == statement.at)
        out[s] = true;
  }
  return out;
}

}  // namespace hardbop::c
