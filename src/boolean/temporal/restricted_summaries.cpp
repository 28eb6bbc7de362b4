// SPDX-License-Identifier: MIT
#include "boolean/temporal/restricted_summaries.hpp"

#include "boolean/analysis/order.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;

RestrictedSummaries::RestrictedSummaries(Heads& heads, const Instances& instances, Allowed allowed)
    : heads_(heads),
      instances_(instances),
      allowed_(std::move(allowed)),
      path_edges_(heads.path_edges()),
      graph_(heads.graph()),
      order_(analysis::iteration_order(graph_, path_edges_.calls())),
      summaries_(instances.size(), heads.manager().zero()) {
  for (InstanceId i = 0; i < instances.size(); ++i)
    sets_.emplace_back(instances.vertices(i).count, heads.manager().zero());
  pending_ = sets_;
}

bool RestrictedSummaries::run(const std::function<bool()>& go_on) {
  enter_all();
  while (!queue_.empty()) {
    if (!go_on()) return false;
    const Work work = queue_.top();
    queue_.pop();
    const Bdd set = std::exchange(pending(work.instance, work.vertex), heads_.manager().zero());
    process(work.instance, work.vertex, set);
  }
  return true;
}

void RestrictedSummaries::enter_all() {
  for (InstanceId i = 0; i < instances_.size(); ++i) {
    Bdd entries = heads_.manager().zero();
    for (const auto& [caller, call] : instances_.callers(i)) {
      const Bdd at_call =
          heads_.reached()[call] & allowed_(caller)[call - instances_.vertices(caller).first];
      for (const CallCase& one : instances_.calls(caller, call))
        if (one.callee == i)
          entries |= path_edges_.call_transfer(call).enter.apply(at_call & one.guard);
    }
    const bp::ProcedureId p = instances_.procedure(i);
    arrive(i, graph_.procedure(p).entry, path_edges_.transfers().entry(p).apply(entries));
  }
}

void RestrictedSummaries::arrive(InstanceId instance, VertexId v, const Bdd& set) {
  const std::size_t i = v - instances_.vertices(instance).first;
  const bool is_exit = graph_.vertex(v).kind == VertexKind::Exit;
  Bdd& known = sets_[instance][i];
  const Bdd fresh = (is_exit ? set : set & allowed_(instance)[i]) - known;
  if (fresh.is_false()) return;
  known |= fresh;
  if (pending_[instance][i].is_false()) queue_.push({order_[v], instance, v});
  pending_[instance][i] |= fresh;
}

void RestrictedSummaries::process(InstanceId instance, VertexId v, const Bdd& set) {
  const bp::Vertex& vertex = graph_.vertex(v);
  if (vertex.kind == VertexKind::Call) {
    for (const CallCase& one : instances_.calls(instance, v))
      come_back(instance, v, set, one, summaries_[one.callee]);
    return;
  }
  if (vertex.kind != VertexKind::Exit) {
    for (const encode::Edge edge : path_edges_.edges(v))
      arrive(instance, edge.target, edge.transfer.apply(set));
    return;
  }
  const Bdd exits = path_edges_.transfers().summary(vertex.procedure, set);
  const bdd::Renaming* const lift = path_edges_.transfers().lift(vertex.procedure);
  const Bdd fresh = (lift == nullptr ? exits : bdd::rename(exits, *lift)) - summaries_[instance];
  if (fresh.is_false()) return;
  summaries_[instance] |= fresh;
  for (const auto& [caller, call] : instances_.callers(instance)) {
    const Bdd at_call = sets_[caller][call - instances_.vertices(caller).first];
    for (const CallCase& one : instances_.calls(caller, call))
      if (one.callee == instance) come_back(caller, call, at_call, one, fresh);
  }
}

void RestrictedSummaries::come_back(InstanceId instance, VertexId call, const Bdd& set,
                                    const CallCase& one, const Bdd& summary) {
  if (set.is_false() || summary.is_false()) return;
  const encode::CallTransfer& transfer = path_edges_.call_transfer(call);
  const Bdd effect = bdd::and_exists(transfer.arguments, summary, transfer.forgotten);
  arrive(instance, graph_.vertex(call).next,
         path_edges_.back(call, effect).apply(set & one.guard) & transfer.enforce);
}

}  // namespace hardbop::temporal
