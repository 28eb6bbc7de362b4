// SPDX-License-Identifier: MIT
#include "c/verify/signs.hpp"

namespace hardbop::verify {

std::vector<bool> signed_variables(const slam::Procedures& procedures) {
  const c::Model& model = procedures.model();
  std::vector<bool> out(procedures.graph().variables.size(), true);
  for (words::VariableId v = 0; v < model.variables.size(); ++v) {
    const c::VariableMeaning& meaning = model.variables[v];
    if (meaning.object == c::none) continue;
    const c::Object& object = procedures.program().objects[meaning.object];
    if (meaning.cell < object.cells.size()) out[v] = object.cells[meaning.cell].type.is_signed;
  }
  return out;
}

}  // namespace hardbop::verify
