// SPDX-License-Identifier: MIT
#include "boolean/transform/simulations.hpp"

#include <algorithm>

namespace hardbop::transform {

namespace {

/// A simulated thread could be left where it entered, before its first statement; that it did
/// enter would be seen where it comes back there, and an `enforce` asks for something.
bool may_leave_at_entry(const bp::Graph& graph, const SharedUse& use) {
  for (const ThreadKind& kind : use.kinds())
    for (const bp::ProcedureId p : kind.entries)
      if (!graph.procedure(p).enforce.empty() && use.is_switch_point(graph.procedure(p).entry))
        return true;
  return false;
}

}  // namespace

/// Threads of the kind that is active last, or `init`.
bool concerns(const bp::Graph& graph, const SharedUse& use, const Simulation& simulation,
              const std::vector<bp::VertexId>& target) {
  return std::ranges::any_of(target, [&](bp::VertexId v) {
    const bp::ProcedureId p = graph.vertex(v).procedure;
    return use.kinds()[simulation.last_kind].procedures[p] || use.init_procedures()[p];
  });
}

/// In rounds, any number of started threads could run; in no round, none at all.
bool can_be_simulated(const bp::Threads& threads, const SharedUse& use, const Bound& bound) {
  if (bound.kind == Bound::Kind::None || may_leave_at_entry(threads.graph(), use)) return false;
  return bound.kind != Bound::Kind::Rounds || (bound.limit != 0 && threads.sites().empty());
}

/// One thread never switches; in a round there are as many contexts as threads.
std::uint64_t most_switches(const bp::Threads& threads, const Bound& bound) {
  const std::uint64_t count = threads.initial().size();
  if (count == 1 && threads.sites().empty()) return 0;
  return bound.kind == Bound::Kind::Rounds ? count * bound.limit - 1 : bound.limit;
}

std::vector<Simulation> simulations_of(const SharedUse& use, const Bound& bound,
                                       std::uint32_t switches) {
  std::vector<Simulation> out;
  const bool rounds = bound.kind == Bound::Kind::Rounds;
  for (std::size_t kind = 0; kind < use.kinds().size(); ++kind) {
    const std::size_t copies = use.kinds()[kind].initial.size();
    const auto last = static_cast<std::uint32_t>(
        rounds ? std::min<std::size_t>(copies, switches + std::size_t{1}) : 1);
    for (std::uint32_t copy = 0; copy < last; ++copy)
      out.push_back({switches, rounds ? bound.limit : 0, kind, copy});
  }
  return out;
}

std::vector<Simulation> simulations_within(const bp::Threads& threads, const SharedUse& use,
                                           const Bound& bound,
                                           const std::vector<bp::VertexId>& target) {
  std::vector<Simulation> out;
  const std::uint64_t most = most_switches(threads, bound);
  for (std::uint32_t switches = 0; switches <= most; ++switches)
    for (const Simulation& one : simulations_of(use, bound, switches))
      if (concerns(threads.graph(), use, one, target)) out.push_back(one);
  return out;
}

}  // namespace hardbop::transform
