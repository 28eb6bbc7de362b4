// SPDX-License-Identifier: MIT
#include "boolean/engine/store/diagrams.hpp"

#include <algorithm>

namespace hardbop::engine {

using bdd::Bdd;
using VariableKind = DiagramVariable::Kind;

GlobalNames::GlobalNames(const bp::Graph& graph, Snapshot& snapshot) {
  for (const bp::NameRef& name : graph.symbols().shared)
    names_.push_back(snapshot.add_name(graph.program().text(name.name)));
  slots_.assign(snapshot.names().size(), bp::no_index);
  for (bp::Slot slot = 0; slot < names_.size(); ++slot) slots_[names_[slot]] = slot;
}

DiagramWriter::DiagramWriter(const bp::Graph& graph, const encode::Slots& slots,
                             const GlobalNames& names, Snapshot& snapshot)
    : snapshot_(snapshot), variables_(slots.manager().var_count()) {
  std::uint32_t formals = 0;
  std::uint32_t results = 0;
  for (const bp::GraphProcedure& procedure : graph.procedures()) {
    formals = std::max(formals, procedure.formals);
    results = std::max(results, procedure.results);
  }
  for (bp::Slot slot = 0; slot < graph.globals(); ++slot) {
    variables_[slots.current(slot)] = {VariableKind::CurrentGlobal, names.name(slot)};
    variables_[slots.entry(slot)] = {VariableKind::EntryGlobal, names.name(slot)};
  }
  for (std::uint32_t i = 0; i < formals; ++i) {
    variables_[slots.current(graph.globals() + i)] = {VariableKind::CurrentFormal, i};
    variables_[slots.entry(graph.globals() + i)] = {VariableKind::EntryFormal, i};
  }
  for (std::uint32_t i = 0; i < results; ++i)
    variables_[slots.result(i)] = {VariableKind::Result, i};
}

DiagramId DiagramWriter::ref(const Bdd& f) const {
  if (f.is_constant()) return f.is_true() ? 1 : 0;
  return known_.at(f);
}

/// Not recursive: a diagram can be as deep as there are variables.
DiagramId DiagramWriter::write(const Bdd& f) {
  std::vector<Bdd> open{f};
  while (!open.empty()) {
    const Bdd top = open.back();
    if (top.is_constant() || known_.contains(top)) {
      open.pop_back();
      continue;
    }
    const Bdd high = top.high();
    const Bdd low = top.low();
    const std::size_t before = open.size();
    for (const Bdd& part : {high, low})
      if (!part.is_constant() && !known_.contains(part)) open.push_back(part);
    if (open.size() != before) continue;
    known_.emplace(top, snapshot_.add_node({variables_[top.top()].code(), ref(high), ref(low)}));
    open.pop_back();
  }
  return ref(f);
}

bdd::Var DiagramReader::variable(std::uint32_t code, const FormalCopies& copies,
                                 bool is_summary) const {
  const DiagramVariable variable = DiagramVariable::of(code);
  const bp::Slot formal = graph_.globals() + variable.index;
  switch (variable.kind) {
    case VariableKind::CurrentGlobal: return slots_.current(names_.slot(variable.index));
    case VariableKind::EntryGlobal: return slots_.entry(names_.slot(variable.index));
    case VariableKind::Result: return slots_.result(variable.index);
    default: break;
  }
  // A summary speaks of a formal's value at the entry only.
  const bool copy = is_summary && variable.index < copies.size() && copies[variable.index];
  return copy ? slots_.entry(formal) : slots_.current(formal);
}

Bdd DiagramReader::read(DiagramId id, const FormalCopies& copies, bool is_summary) {
  const bdd::Manager& manager = slots_.manager();
  if (id < 2) return manager.constant(id == 1);
  Known& known = known_[{is_summary, copies}];
  const auto value = [&](DiagramId part) {
    return part < 2 ? manager.constant(part == 1) : known.at(part);
  };
  std::vector<DiagramId> open{id};
  while (!open.empty()) {
    const DiagramId top = open.back();
    if (known.contains(top)) {
      open.pop_back();
      continue;
    }
    const DiagramNode& node = snapshot_.node(top);
    const std::size_t before = open.size();
    for (const DiagramId part : {node.high, node.low})
      if (part >= 2 && !known.contains(part)) open.push_back(part);
    if (open.size() != before) continue;
    known.emplace(top, bdd::ite(manager.var(variable(node.variable, copies, is_summary)),
                                value(node.high), value(node.low)));
    open.pop_back();
  }
  return known.at(id);
}

}  // namespace hardbop::engine
