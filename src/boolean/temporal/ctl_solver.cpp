// SPDX-License-Identifier: MIT
#include "boolean/temporal/ctl_solver.hpp"

#include <fmt/format.h>
#include <numeric>
#include <queue>

#include "boolean/analysis/order.hpp"
#include "boolean/logic/propositions.hpp"
#include "boolean/temporal/restricted_summaries.hpp"

namespace hardbop::temporal {

using bdd::Bdd;
using bp::VertexId;
using bp::VertexKind;

namespace {

constexpr std::size_t most_instances = 200'000;

bool is_temporal(Op op) {
  return op == Op::ExistsNext || op == Op::ExistsUntil || op == Op::ExistsGlobally;
}

/// A proposition's truth at configurations that stand so, if its operands have these.
Bdd connective(const Node& node, const std::function<Bdd(NodeId)>& operand) {
  switch (node.op) {
    case Op::Not: return ~operand(node.left);
    case Op::And: return operand(node.left) & operand(node.right);
    default: return operand(node.left) | operand(node.right);
  }
}

Bdd atom(const Backward& backward, const Atom& atom, const Position& position) {
  const Meaning meaning = meaning_of(atom, position);
  if (meaning.is_constant) return backward.manager().constant(meaning.value);
  return backward.manager().var(backward.slots().current(meaning.slot));
}

}  // namespace

CtlSolver::CtlSolver(Heads& heads, Formula& formula, std::vector<bp::ProcedureId> entries,
                     Budget& budget)
    : heads_(heads),
      formula_(formula),
      entries_(std::move(entries)),
      budget_(budget),
      backward_(heads.path_edges()),
      graph_(heads.graph()) {
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p)
    exits_.push_back(bdd::exists(reached(graph_.procedure(p).exit),
                                 backward_.manager().cube(backward_.locals(p))));
  set_order();
  make_first_level();
}

/// Callees before callers, and in a procedure what comes last first.
void CtlSolver::set_order() {
  const analysis::CallGraph& calls = heads_.path_edges().calls();
  const std::vector<std::uint32_t> forwards = analysis::iteration_order(graph_, calls);
  std::vector<std::uint64_t> place(graph_.procedures().size());
  for (std::size_t i = 0; i < calls.bottom_up().size(); ++i) place[calls.bottom_up()[i]] = i;
  constexpr unsigned half = 32;
  for (VertexId v = 0; v < graph_.vertices().size(); ++v)
    order_.push_back((place[graph_.vertex(v).procedure] << half) + (bp::no_index - forwards[v]));
}

bool CtlSolver::go_on() {
  if ((++steps_ & 0x3FU) != 0 || budget_.poll(steps_) == StopReason::None) return true;
  reason_ = budget_.reason();
  return false;
}

void CtlSolver::make_first_level() {
  Level level{Instances(graph_), {}, {}, {}, {}};
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) level.instances.add(p);
  for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    if (vertex.kind == VertexKind::Call && !reached(v).is_false())
      level.instances.add_call(vertex.procedure, v, {heads_.manager().one(), vertex.callee});
  }
  level.roots.assign(entries_.begin(), entries_.end());
  levels_.push_back(std::move(level));
}

bool CtlSolver::solve(NodeId root) {
  std::vector<bool> needed(root + std::size_t{1});
  needed[root] = true;
  for (NodeId id = root + 1; id-- > 0;) {
    const Node& node = formula_.node(id);
    if (!needed[id] || node.op <= Op::Atom) continue;
    needed[node.left] = true;
    needed[node.right] = true;
  }
  for (NodeId id = 0; id <= root; ++id)
    if (needed[id] && is_temporal(formula_.node(id).op) && !level_of_.contains(id) &&
        !solve_temporal(id))
      return false;
  return true;
}

bool CtlSolver::solve_temporal(NodeId id) {
  const Node node = formula_.node(id);
  if (node.op == Op::ExistsNext) return solve_next(id);
  InstanceSets stay;
  for (InstanceId i = 0; i < instances().size(); ++i)
    stay.emplace_back(instances().vertices(i).count, nothing());
  std::vector<Bdd> summaries;
  if (!summarise(node.left, summaries)) return false;
  if (node.op == Op::ExistsUntil) {
    if (!stay_until(node.left, node.right, summaries, stay)) return false;
  } else if (!stay_globally(node.left, summaries, stay)) {
    return false;
  }
  return refine(id, [&](InstanceId instance, const Bdd& context) {
    return with_context(node.left, summaries, stay, instance, context);
  });
}

/// By instance: what a call does that goes through configurations with `a` alone.
bool CtlSolver::summarise(NodeId a, std::vector<Bdd>& summaries) {
  if (formula_.node(a).op != Op::True) {
    RestrictedSummaries restricted(
        heads_, instances(), [&](InstanceId i) -> const std::vector<Bdd>& { return values(a, i); });
    if (!restricted.run([&] { return go_on(); })) return false;
    summaries = std::move(restricted.summaries());
    return true;
  }
  engine::PathEdges& path_edges = heads_.path_edges();
  std::vector<Bdd> of_procedures;
  for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) {
    const bdd::Renaming* const lift = path_edges.transfers().lift(p);
    const Bdd& summary = path_edges.summary(p);
    of_procedures.push_back(lift == nullptr ? summary : bdd::rename(summary, *lift));
  }
  for (InstanceId i = 0; i < instances().size(); ++i)
    summaries.push_back(of_procedures[instances().procedure(i)]);
  return true;
}

/// First the contexts of the operand, then one step.
bool CtlSolver::solve_next(NodeId id) {
  const NodeId a = formula_.node(id).left;
  if (!refine(id, [&](InstanceId instance, const Bdd&) { return values(a, instance); }))
    return false;
  Level& level = levels_.back();
  const InstanceSets of_a = level.values;
  for (InstanceId instance = 0; instance < level.instances.size(); ++instance) {
    const bp::Range range = level.instances.vertices(instance);
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (!go_on()) return false;
      const VertexId v = range.first + i;
      level.values[instance][i] = reached(v).is_false() || is_exit(v)
                                      ? nothing()
                                      : before_next(instance, v, of_a) & reached(v);
    }
  }
  return true;
}

Bdd CtlSolver::before_next(InstanceId instance, VertexId v, const InstanceSets& of_a) {
  const Level& level = levels_.back();
  const auto arriving = [&](InstanceId i, VertexId w) {
    return is_exit(w) ? level.contexts[i] : of_a[i][w - level.instances.vertices(i).first];
  };
  const bp::Vertex& vertex = graph_.vertex(v);
  if (vertex.kind == VertexKind::Error) return arriving(instance, v);
  Bdd before = nothing();
  if (vertex.kind == VertexKind::Call) {
    const VertexId entry = graph_.procedure(vertex.callee).entry;
    for (const CallCase& one : level.instances.calls(instance, v))
      before |= one.guard & backward_.before_entry(v, arriving(one.callee, entry));
    return before;
  }
  for (const encode::Edge edge : backward_.edges(v))
    before |= Backward::before(edge, arriving(instance, edge.target));
  return before;
}

/// Runs `update(instance, vertex)`, which tells whether it changed the set there, until nothing
/// changes.
template <typename Update>
bool CtlSolver::iterate(const std::vector<InstanceId>& which, Update update) {
  struct Work {
    std::uint64_t place;
    InstanceId instance;
    VertexId vertex;
    bool operator>(const Work& other) const {
      return std::tie(place, instance) > std::tie(other.place, other.instance);
    }
  };
  const Instances& all = instances();
  std::priority_queue<Work, std::vector<Work>, std::greater<>> queue;
  std::map<InstanceId, std::vector<bool>> waits;
  const auto add = [&](InstanceId instance, VertexId v) {
    const auto found = waits.find(instance);
    if (found == waits.end() || reached(v).is_false()) return;
    std::vector<bool>& own = found->second;
    if (own[v - all.vertices(instance).first]) return;
    own[v - all.vertices(instance).first] = true;
    queue.push({order_[v], instance, v});
  };
  for (const InstanceId instance : which) {
    const bp::Range range = all.vertices(instance);
    waits.emplace(instance, std::vector<bool>(range.count));
    for (VertexId v = range.first; v < range.first + range.count; ++v) add(instance, v);
  }
  while (!queue.empty()) {
    if (!go_on()) return false;
    const Work work = queue.top();
    queue.pop();
    waits.at(work.instance)[work.vertex - all.vertices(work.instance).first] = false;
    if (!update(work.instance, work.vertex)) continue;
    for (const HeadEdge& edge : heads_.in(work.vertex))
      if (edge.by != engine::PlannedPlace::By::Call) add(work.instance, edge.from);
    if (graph_.procedure(all.procedure(work.instance)).entry == work.vertex)
      for (const auto& [caller, call] : all.callers(work.instance)) add(caller, call);
  }
  return true;
}

/// Frames from which one step, or a call that comes back, leads into the sets; or a call that
/// does not.
Bdd CtlSolver::leading(InstanceId instance, VertexId v, const InstanceSets& sets,
                       const std::vector<Bdd>& summaries, bool into_calls) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const VertexId first = instances().vertices(instance).first;
  Bdd out = nothing();
  if (vertex.kind != VertexKind::Call) {
    for (const encode::Edge edge : backward_.edges(v))
      if (const Bdd& set = sets[instance][edge.target - first]; !set.is_false())
        out |= Backward::before(edge, set);
    return out;
  }
  const bp::GraphProcedure& callee = graph_.procedure(vertex.callee);
  const Bdd& after = sets[instance][vertex.next - first];
  for (const CallCase& one : instances().calls(instance, v)) {
    if (into_calls && callee.entry != callee.exit)
      out |= one.guard &
             backward_.before_entry(v, sets[one.callee][callee.entry - callee.vertices.first]);
    if (!summaries[one.callee].is_false() && !after.is_false())
      out |= one.guard & backward_.before_return(v, summaries[one.callee], after);
  }
  return out;
}

bool CtlSolver::stay_until(NodeId a, NodeId b, const std::vector<Bdd>& summaries,
                           InstanceSets& out) {
  std::vector<InstanceId> all(instances().size());
  std::iota(all.begin(), all.end(), 0);
  return iterate(all, [&](InstanceId instance, VertexId v) {
    if (is_exit(v)) return false;
    const std::size_t i = v - instances().vertices(instance).first;
    const Bdd on_the_way = values(a, instance)[i] & leading(instance, v, out, summaries, true);
    Bdd grown = (values(b, instance)[i] | on_the_way) & reached(v);
    if (grown == out[instance][i]) return false;
    out[instance][i] = std::move(grown);
    return true;
  });
}

bool CtlSolver::stay_globally(NodeId a, const std::vector<Bdd>& summaries, InstanceSets& out) {
  std::vector<InstanceId> all(instances().size());
  std::iota(all.begin(), all.end(), 0);
  for (const InstanceId instance : all) {
    const bp::Range range = instances().vertices(instance);
    for (std::uint32_t i = 0; i < range.count; ++i)
      if (!is_exit(range.first + i))
        out[instance][i] = values(a, instance)[i] & reached(range.first + i);
  }
  return iterate(all, [&](InstanceId instance, VertexId v) {
    if (is_exit(v) || graph_.vertex(v).kind == VertexKind::Error) return false;
    Bdd& set = out[instance][v - instances().vertices(instance).first];
    if (set.is_false()) return false;
    Bdd shrunk = set & leading(instance, v, out, summaries, true);
    if (shrunk == set) return false;
    set = std::move(shrunk);
    return true;
  });
}

/// What stays, and what leads to an exit in the context by a path with `a`. Uses the sets of
/// that instance in `stay`, and restores them.
std::vector<Bdd> CtlSolver::with_context(NodeId a, const std::vector<Bdd>& summaries,
                                         InstanceSets& stay, InstanceId instance,
                                         const Bdd& context) {
  const std::vector<Bdd> before = stay[instance];
  std::vector<Bdd>& sets = stay[instance];
  const VertexId first = instances().vertices(instance).first;
  const VertexId exit = graph_.procedure(instances().procedure(instance)).exit;
  sets[exit - first] = context;
  const bool finished = context.is_false() || iterate({instance}, [&](InstanceId, VertexId v) {
                          if (v == exit) return false;
                          Bdd& set = sets[v - first];
                          const Bdd allowed = values(a, instance)[v - first] & reached(v);
                          if (allowed <= set) return false;
                          Bdd grown =
                              set | (allowed & leading(instance, v, stay, summaries, false));
                          if (grown == set) return false;
                          set = std::move(grown);
                          return true;
                        });
  sets[exit - first] = nothing();
  return finished ? std::exchange(stay[instance], before) : std::vector<Bdd>();
}

/// Splits instances by the contexts of one more formula. Contexts are found from the start of
/// the program down.
bool CtlSolver::refine(NodeId id, const Values& values_in) {
  Level level{Instances(graph_), {}, {}, {}, {}};
  Known known;
  const NodeId told = formula_.node(id).op == Op::ExistsNext ? formula_.node(id).left : id;
  for (std::size_t entry = 0; entry < entries_.size(); ++entry)
    level.roots.push_back(instance_of(level, known, levels_.back().roots[entry], entries_[entry],
                                      final(told) & exits_[entries_[entry]]));
  for (InstanceId instance = 0; instance < level.instances.size(); ++instance) {
    level.values.push_back(values_in(level.parents[instance], level.contexts[instance]));
    if (!reason_.empty() || !go_on() || !add_calls(level, instance, known)) return false;
  }
  levels_.push_back(std::move(level));
  level_of_[id] = levels_.size() - 1;
  combined_.clear();
  return true;
}

InstanceId CtlSolver::instance_of(Level& level, Known& known, InstanceId parent, bp::ProcedureId p,
                                  const Bdd& context) const {
  const auto [found, is_new] = known.emplace(std::pair(parent, context.id()),
                                             static_cast<InstanceId>(level.instances.size()));
  if (is_new) {
    level.instances.add(p);
    level.parents.push_back(parent);
    level.contexts.push_back(context);
  }
  return found->second;
}

/// The contexts that an instance gives to what it calls.
bool CtlSolver::add_calls(Level& level, InstanceId instance, Known& known) {
  const bp::Range range = level.instances.vertices(instance);
  for (VertexId v = range.first; v < range.first + range.count; ++v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    if (vertex.kind != VertexKind::Call || reached(v).is_false()) continue;
    const Bdd after = is_exit(vertex.next) ? level.contexts[instance]
                                           : level.values[instance][vertex.next - range.first];
    const auto contexts = cases(v, after);
    for (const CallCase& before : instances().calls(level.parents[instance], v)) {
      for (const auto& [context, where] : contexts) {
        const Bdd guard = before.guard & where;
        if (guard.is_false()) continue;
        const InstanceId callee = instance_of(level, known, before.callee, vertex.callee, context);
        level.instances.add_call(instance, v, {guard, callee});
      }
    }
    if (level.instances.size() <= most_instances) continue;
    reason_ = fmt::format("more than {} contexts of procedures", most_instances);
    return false;
  }
  return true;
}

/// The sets of exits after which a call comes back into `after`: one for each way in which
/// that depends on the caller's own variables, and where it is so.
std::vector<std::pair<Bdd, Bdd>> CtlSolver::cases(VertexId call, const Bdd& after) {
  using Cases = std::map<bdd::Ref, std::pair<Bdd, Bdd>>;
  const auto put = [](Cases& out, const Bdd& exits, const Bdd& where) {
    if (where.is_false()) return;
    const auto [found, is_new] = out.emplace(exits.id(), std::pair(exits, where));
    if (!is_new) found->second.second |= where;
  };
  const bp::Vertex& vertex = graph_.vertex(call);
  Cases all;
  put(all, backward_.at_callee_exit(call, after) & exits_[vertex.callee], reached(call));
  for (const bdd::Var local : backward_.locals(vertex.procedure)) {
    const Bdd is_1 = heads_.manager().var(local);
    Cases split;
    for (const auto& [id, one] : all) {
      const auto& [exits, where] = one;
      const Bdd high = bdd::cofactor(exits, is_1);
      const Bdd low = bdd::cofactor(exits, ~is_1);
      put(split, high, high == low ? where : where & is_1);
      if (high != low) put(split, low, where - is_1);
    }
    all = std::move(split);
  }
  std::vector<std::pair<Bdd, Bdd>> out;
  out.reserve(all.size());
  for (auto& [id, one] : all) out.push_back(std::move(one));
  return out;
}

Bdd CtlSolver::final(NodeId id) {
  const auto found = final_.find(id);
  if (found != final_.end()) return found->second;
  const Position position{Position::Kind::Terminated, 0, bp::no_index};
  const Node& node = formula_.node(id);
  Bdd value = backward_.manager().constant(node.op == Op::True);
  switch (node.op) {
    case Op::True:
    case Op::False: break;
    case Op::Atom: value = atom(backward_, formula_.atoms()[node.left], position); break;
    case Op::ExistsNext:
    case Op::ExistsGlobally: value = final(node.left); break;
    case Op::ExistsUntil: value = final(node.right); break;
    default: value = connective(node, [&](NodeId operand) { return final(operand); });
  }
  final_.emplace(id, value);
  return value;
}

const std::vector<Bdd>& CtlSolver::values(NodeId id, InstanceId instance) {
  const auto found = combined_.find({id, instance});
  if (found != combined_.end()) return found->second;
  std::vector<Bdd> computed = combine(id, instance);
  return combined_.emplace(std::pair(id, instance), std::move(computed)).first->second;
}

std::vector<Bdd> CtlSolver::combine(NodeId id, InstanceId instance) {
  if (const auto known = level_of_.find(id); known != level_of_.end()) {
    for (std::size_t level = levels_.size() - 1; level > known->second; --level)
      instance = levels_[level].parents[instance];
    return levels_[known->second].values[instance];
  }
  const Node& node = formula_.node(id);
  const bp::Range range = graph_.procedure(instances().procedure(instance)).vertices;
  std::vector<Bdd> out;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const VertexId v = range.first + i;
    switch (node.op) {
      case Op::True: out.push_back(backward_.manager().one()); break;
      case Op::False: out.push_back(backward_.manager().zero()); break;
      case Op::Atom:
        out.push_back(atom(backward_, formula_.atoms()[node.left], position_at(graph_, v)));
        break;
      default:
        out.push_back(
            connective(node, [&](NodeId operand) { return values(operand, instance)[i]; }));
    }
  }
  return out;
}

Bdd CtlSolver::initial(std::size_t entry) {
  const bp::ProcedureId p = entries_[entry];
  return heads_.path_edges().transfers().initial_globals() & backward_.enforce(p);
}

}  // namespace hardbop::temporal
