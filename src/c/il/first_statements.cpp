// SPDX-License-Identifier: MIT
#include "c/il/first_statements.hpp"

#include <set>
#include <utility>

namespace hardbop::c {

namespace {

/// Whether it may be there without being written: a check, the end of a function, or the way back
/// to the head of a loop.
bool is_implicit(const Statement& statement) {
  using Kind = Statement::Kind;
  const bool leads_back =
      statement.kind == Kind::Skip && statement.text.empty() && statement.loop.line == 0;
  return leads_back || statement.kind == Kind::Fault || statement.kind == Kind::Error ||
         statement.kind == Kind::Unsupported || statement.kind == Kind::Return;
}

}  // namespace

std::vector<FirstStatement> first_statements(const Program& program, const Function& function) {
  using Line = std::pair<std::uint32_t, std::uint32_t>;
  std::set<Line> started;
  for (const StatementId s : function.statements) {
    const Statement& statement = program.statements[s];
    if (statement.start.line != 0) started.emplace(statement.start.file, statement.start.line);
  }
  std::vector<FirstStatement> out;
  for (const StatementId s : function.statements) {
    const Statement& statement = program.statements[s];
    if (statement.start.line != 0)
      out.push_back({statement.start, s});
    else if (!is_implicit(statement) && statement.at.line != 0 &&
             started.emplace(statement.at.file, statement.at.line).second)
      out.push_back({statement.at, s});
  }
  return out;
}

}  // namespace hardbop::c
