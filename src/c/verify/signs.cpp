// SPDX-License-Identifier: MIT
#include "c/verify/signs.hpp"

namespace hardbop::verify {

namespace {

bool is_signed(const c::Program& program, c::ObjectId object, std::size_t cell) {
  if (object == c::none) return true;
  const std::vector<c::Cell>& cells = program.objects[object].cells;
  return cell >= cells.size() || cells[cell].type.is_signed;
}

}  // namespace

std::vector<bool> signed_variables(const c::Program& program, const c::Model& model) {
  std::vector<bool> out(model.graph.variables.size(), true);
  for (words::VariableId v = 0; v < model.variables.size(); ++v)
    out[v] = is_signed(program, model.variables[v].object, model.variables[v].cell);
  return out;
}

std::vector<bool> signed_arrays(const c::Program& program, const c::Model& model) {
  std::vector<bool> out(model.graph.arrays.size(), true);
  for (words::ArrayId a = 0; a < model.arrays.size(); ++a)
    out[a] = is_signed(program, model.arrays[a].object, 0);
  return out;
}

}  // namespace hardbop::verify
