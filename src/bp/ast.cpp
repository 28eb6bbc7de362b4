// SPDX-License-Identifier: MIT
#include "bp/ast.hpp"

namespace hardbop::bp {

ProcedureId Program::find_procedure(std::string_view name) const {
  const NameId id = names.find(name);
  for (const Item& item : items)
    if (item.kind == Item::Kind::Procedure && procedures[item.index].name.name == id)
      return item.index;
  return no_index;
}

}  // namespace hardbop::bp
