// SPDX-License-Identifier: MIT
#include "product/lsp/reachable.hpp"

namespace hardbop::lsp {

namespace {

/// The innermost statement that the place is in; null if there is none that is a step.
const bp::Statement* statement_at(const bp::Program& program, SourceOffset offset) {
  const bp::Statement* found = nullptr;
  for (const bp::Statement& one : program.statements) {
    const bool is_step =
        one.kind != bp::StatementKind::Decl && one.kind != bp::StatementKind::Enforce;
    if (is_step && one.span.begin <= offset && offset < one.span.end) found = &one;
  }
  return found;
}

}  // namespace

std::string reachable_values(const Document& document, const Occurrence& variable) {
  const SymbolKind kind = variable.symbol.kind;
  if (kind != SymbolKind::Global && kind != SymbolKind::Local) return {};
  const bp::Program* const program = document.program();
  const bp::Statement* const statement = statement_at(*program, variable.at.begin);
  if (statement == nullptr) return {};
  const LineColumn place = program->source->locate(statement->span.begin);
  const Invariants& invariants = document.invariants();
  for (const Invariant& one : invariants.statements) {
    if (one.at.line != place.line || one.at.column != place.column) continue;
    const std::string_view name = program->source->text(variable.at);
    const bool can_be_false = invariants.can_be(one, name, false);
    const bool can_be_true = invariants.can_be(one, name, true);
    if (!can_be_false && !can_be_true) return "no run arrives here";
    if (can_be_false && can_be_true) return "0 or 1 in runs that arrive here";
    return can_be_true ? "always 1 in runs that arrive here" : "always 0 in runs that arrive here";
  }
  return {};
}

}  // namespace hardbop::lsp
