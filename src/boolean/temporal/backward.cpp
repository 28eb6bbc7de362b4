// SPDX-License-Identifier: MIT
#include "boolean/temporal/backward.hpp"

#include <algorithm>

namespace hardbop::temporal {

using bdd::Bdd;
using bdd::Var;
using bp::VertexId;
using Pairs = std::vector<std::pair<Var, Var>>;

Backward::Backward(engine::PathEdges& path_edges)
    : path_edges_(path_edges), enforce_(path_edges.graph().procedures().size()) {}

Bdd Backward::rename(const Bdd& set, Pairs pairs) {
  if (pairs.empty()) return set;
  std::ranges::sort(pairs);
  auto found = renamings_.find(pairs);
  if (found == renamings_.end()) found = renamings_.emplace(pairs, manager().renaming(pairs)).first;
  return bdd::rename(set, found->second);
}

const Bdd& Backward::enforce(bp::ProcedureId p) {
  if (!enforce_[p]) {
    std::vector<Var> copies;
    for (bp::Slot slot = 0; slot < graph().globals() + graph().procedure(p).formals; ++slot)
      copies.push_back(slots().entry(slot));
    enforce_[p] = bdd::exists(path_edges_.transfers().entry(p).relation, manager().cube(copies));
  }
  return *enforce_[p];
}

std::vector<Var> Backward::locals(bp::ProcedureId p) const {
  std::vector<Var> vars;
  for (bp::Slot slot = graph().globals(); slot < graph().first_result(p); ++slot)
    vars.push_back(slots().current(slot));
  return vars;
}

/// Of a set at the entry: what globals and formals must be, formals as the caller's arguments.
Bdd Backward::at_entry(bp::ProcedureId p, const Bdd& set) {
  const std::uint32_t formals = graph().procedure(p).formals;
  std::vector<Var> own = locals(p);
  own.erase(own.begin(), own.begin() + formals);
  Pairs pairs;
  for (std::uint32_t i = 0; i < formals; ++i)
    pairs.emplace_back(slots().current(graph().globals() + i), slots().argument(i));
  return rename(bdd::and_exists(set, enforce(p), manager().cube(own)), std::move(pairs));
}

Bdd Backward::before_entry(VertexId call, const Bdd& set) {
  const bp::Vertex& vertex = graph().vertex(call);
  const VertexId first = graph().procedure(vertex.callee).entry;
  std::vector<Var> arguments;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) arguments.push_back(slots().argument(i));
  return bdd::and_exists(path_edges_.call_transfer(call).arguments,
                         at_entry(vertex.callee, with_any_results(first, set)),
                         manager().cube(arguments));
}

Bdd Backward::before_return(VertexId call, const Bdd& through, const Bdd& set) {
  const encode::CallTransfer& transfer = path_edges_.call_transfer(call);
  const Bdd effect = bdd::and_exists(transfer.arguments, through, transfer.forgotten);
  const Bdd after = with_any_results(graph().vertex(call).next, set) & transfer.enforce;
  return engine::preimage(path_edges_.back(call, effect), after);
}

Bdd Backward::with_any_results(VertexId w, const Bdd& set) const {
  return path_edges_.transfers().without_results(w, set);
}

Bdd Backward::at_callee_exit(VertexId call, const Bdd& set) {
  const bp::Vertex& vertex = graph().vertex(call);
  Pairs pairs;
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const bp::Slot slot = graph().left_hand_side(vertex.names.first + i);
    if (slot != bp::discard_slot) pairs.emplace_back(slots().current(slot), slots().result(i));
  }
  const Bdd after = with_any_results(vertex.next, set) & enforce(vertex.procedure);
  return rename(after, std::move(pairs));
}

}  // namespace hardbop::temporal
