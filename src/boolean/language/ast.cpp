// SPDX-License-Identifier: MIT
#include "boolean/language/ast.hpp"

namespace hardbop::bp {

ProcedureId Program::find_procedure(std::string_view name) const {
  const NameId id = names.find(name);
  for (const Item& item : items)
    if (item.kind == Item::Kind::Procedure && procedures[item.index].name.name == id)
      return item.index;
  return no_index;
}

bool starts_thread(const Program& program, const Statement& statement) {
  if (statement.kind == StatementKind::StartThreadGoto ||
      statement.kind == StatementKind::StartThreadCall)
    return true;
  if (statement.kind != StatementKind::Call) return false;
  for (std::uint32_t i = 0; i < statement.labels.count; ++i)
    if (program.text(program.refs[statement.labels.first + i].name).starts_with("ASYNC_"))
      return true;
  return false;
}

}  // namespace hardbop::bp
