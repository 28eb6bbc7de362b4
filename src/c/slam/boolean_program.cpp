// SPDX-License-Identifier: MIT
#include "c/slam/boolean_program.hpp"

#include "boolean/analysis/liveness.hpp"

namespace hardbop::slam {

BooleanProgram::BooleanProgram(const Abstraction& abstraction, const Procedures& procedures)
    : abstraction_(abstraction), checked_(abstraction.program) {
  if (is_concurrent()) {
    owners_.assign(graph().procedures().size(), procedures.main());
    return;
  }
  for (const Procedure& procedure : procedures.all()) owners_.push_back(procedure.function);
  for (bp::ProcedureId p = 0; p < graph().procedures().size(); ++p)
    if (owners_[p] == procedures.main()) entries_ = {p};
}

std::set<ExprId> BooleanProgram::idle(const std::set<ExprId>& looked_at) const {
  const analysis::CallGraph calls(graph());
  const analysis::ModRef mod_ref(graph(), calls);
  const analysis::Liveness liveness(graph(), calls, mod_ref);
  std::set<ExprId> idle;
  std::set<ExprId> busy = looked_at;
  for (bp::VertexId v = 0; v < graph().vertices().size(); ++v) {
    const auto procedure = owners_.at(graph().vertex(v).procedure);
    const std::vector<SlotMeaning>& slots = abstraction_.slots.at(procedure);
    for (bp::Slot slot = 0; slot < slots.size(); ++slot)
      if (slots[slot].condition && slots[slot].call == c::none)
        (liveness.live(v, slot) ? busy : idle).insert(*slots[slot].condition);
  }
  std::erase_if(idle, [&](ExprId predicate) { return busy.contains(predicate); });
  return idle;
}

}  // namespace hardbop::slam
