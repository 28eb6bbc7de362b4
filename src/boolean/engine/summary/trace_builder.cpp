// SPDX-License-Identifier: MIT
#include "boolean/engine/summary/trace_builder.hpp"

#include <algorithm>
#include <tuple>

#include "base/util/invariant.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bp::Slot;
using bp::Valuation;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

namespace {

/// Above every part of a summary.
constexpr std::uint64_t any_rank = UINT64_MAX;

std::optional<bool> find(const std::map<bdd::Var, bool>& literals, bdd::Var var) {
  const auto found = literals.find(var);
  if (found == literals.end()) return std::nullopt;
  return found->second;
}

}  // namespace

TraceBuilder::TraceBuilder(PathEdges& path_edges, Planner& planner, Budget& budget)
    : path_edges_(path_edges),
      planner_(planner),
      graph_(path_edges.graph()),
      slots_(path_edges.slots()),
      budget_(budget),
      evaluator_(graph_) {}

TraceBuilder::Literals TraceBuilder::literals(const Bdd& set) {
  const auto cube = bdd::satisfying_cube(set);
  HARDBOP_INVARIANT(cube.has_value(), "a plan should have a way on from every state");
  Literals out;
  for (const bdd::Literal& literal : *cube) out[literal.var] = literal.positive;
  return out;
}

/// The cube of all current values of a frame and of the entry values of its procedure.
Bdd TraceBuilder::known(bp::ProcedureId p, const Valuation& frame, const Valuation& entry) const {
  std::vector<bdd::Literal> out;
  for (Slot slot = 0; slot < graph_.first_result(p); ++slot) {
    out.push_back({slots_.current(slot), frame.get(slot)});
    if (path_edges_.transfers().has_entry_copy(p, slot))
      out.push_back({slots_.entry(slot), entry.get(slot)});
  }
  return slots_.manager().cube(std::span<const bdd::Literal>(out));
}

/// What a set asks of the values after a step, given those before it.
Bdd TraceBuilder::required_after(const bdd::Renaming* renaming, const Bdd& set,
                                 const Bdd& values) const {
  const Bdd after = renaming == nullptr ? set : bdd::rename(set, renaming->inverse());
  return bdd::cofactor(after, values);
}

bool TraceBuilder::value_of(std::uint32_t expression, const Valuation& frame) {
  return !evaluator_.evaluate(expression, frame.words()).has(false);
}

/// At an exit, results have values: those wanted, where some are.
void TraceBuilder::give_results(bp::ProcedureId p, const Literals& wanted, Valuation& frame) const {
  for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
    frame.set(graph_.first_result(p) + i, find(wanted, slots_.result(i)).value_or(false));
}

std::optional<trace::Trace> TraceBuilder::to(const std::vector<bp::ProcedureId>& entries,
                                             const std::vector<VertexId>& targets) {
  trace_ = {};
  bodies_.clear();
  const std::optional<Plan> plan = planner_.outer(entries, targets);
  if (!plan) return std::nullopt;
  // One open body per stretch between two calls that do not come back.
  Valuation context = initial_context(plan->front());
  for (auto first = plan->begin(); first != plan->end();) {
    const auto last = std::find_if(first + 1, plan->end(), [](const PlannedPlace& place) {
      return place.by == PlannedPlace::By::Call;
    });
    if (!run(start(Plan(first, last), any_rank, context))) return std::nullopt;
    Task task = std::move(tasks_.back());
    tasks_.pop_back();
    if (last != plan->end()) {
      context = called_context(task, *last);
      task.body.steps.push_back({task.body.end, task.body.after, trace::no_body});
    }
    trace_.open.push_back(static_cast<trace::BodyId>(trace_.bodies.size()));
    trace_.bodies.push_back(std::move(task.body));
    first = last;
  }
  return std::move(trace_);
}

/// Globals and formals with which a run can start so that it is in the plan's first set.
Valuation TraceBuilder::initial_context(const PlannedPlace& place) {
  const bp::ProcedureId p = graph_.vertex(place.vertex).procedure;
  encode::Transfers& transfers = path_edges_.transfers();
  const Literals chosen =
      literals(transfers.entries_of(p, place.set) & transfers.initial_globals());
  Valuation context(graph_.frame_size(p));
  for (Slot slot = 0; slot < graph_.globals() + graph_.procedure(p).formals; ++slot)
    context.set(slot, find(chosen, slots_.current(slot)).value_or(false));
  return context;
}

/// Globals and formals of a callee that is entered from the place where the caller stands.
Valuation TraceBuilder::called_context(const Task& caller, const PlannedPlace& place) {
  const Vertex& call = graph_.vertex(caller.body.end);
  const encode::CallTransfer& transfer = path_edges_.call_transfer(caller.body.end);
  const Bdd values = known(call.procedure, caller.body.after, caller.entry);
  const Bdd entries = path_edges_.transfers().entries_of(call.callee, place.set);
  const Literals chosen = literals(bdd::cofactor(transfer.arguments, values) &
                                   required_after(transfer.enter.renaming, entries, values));
  Valuation context(graph_.frame_size(call.callee));
  for (Slot slot = 0; slot < graph_.globals(); ++slot)
    context.set(slot, caller.body.after.get(slot));
  for (std::uint32_t i = 0; i < call.exprs.count; ++i)
    context.set(graph_.globals() + i,
                find(chosen, slots_.argument(i))
                    .value_or(value_of(call.exprs.first + i, caller.body.after)));
  return context;
}

/// Chooses the locals, and stands at the first place.
TraceBuilder::Task TraceBuilder::start(Plan plan, std::uint64_t rank, Valuation context) {
  Task task;
  task.plan = std::move(plan);
  task.rank = rank;
  task.entry = context;
  task.frame = std::move(context);
  const VertexId first = task.plan.front().vertex;
  const bp::ProcedureId p = graph_.vertex(first).procedure;
  std::vector<bdd::Literal> given;
  for (Slot slot = 0; slot < graph_.globals() + graph_.procedure(p).formals; ++slot) {
    given.push_back({slots_.current(slot), task.frame.get(slot)});
    if (path_edges_.transfers().has_entry_copy(p, slot))
      given.push_back({slots_.entry(slot), task.frame.get(slot)});
  }
  const Bdd values = slots_.manager().cube(std::span<const bdd::Literal>(given));
  const Literals chosen = literals(
      bdd::cofactor(path_edges_.transfers().entry(p).relation & task.plan.front().set, values));
  for (Slot slot = graph_.globals() + graph_.procedure(p).formals; slot < graph_.first_result(p);
       ++slot)
    task.frame.set(slot, find(chosen, slots_.current(slot)).value_or(false));
  if (graph_.procedure(p).entry == graph_.procedure(p).exit)
    give_results(p, literals(task.plan.front().set), task.frame);
  task.body.procedure = p;
  return task;
}

/// Completes a task, and before it the calls it needs; it stays on top of the stack. A stack of
/// our own, as calls can nest as deep as the program is long.
bool TraceBuilder::run(Task task) {
  const std::size_t base = tasks_.size();
  tasks_.push_back(std::move(task));
  while (true) {
    if (budget_.poll(trace_.bodies.size()) != StopReason::None) return false;
    const std::size_t depth = tasks_.size();
    if (!advance(tasks_.back())) return false;
    if (tasks_.size() > depth) continue;  // a call must be completed first
    Task& done = tasks_.back();
    done.body.end = done.plan.back().vertex;
    done.body.after = done.frame;
    if (tasks_.size() == base + 1) return true;
    bodies_[*done.key] = static_cast<trace::BodyId>(trace_.bodies.size());
    trace_.bodies.push_back(std::move(done.body));
    tasks_.pop_back();
  }
}

/// Goes on to the end of the plan, or until a call must be completed, which is pushed.
bool TraceBuilder::advance(Task& task) {
  while (task.at + 1 < task.plan.size()) {
    if (task.plan[task.at + 1].by == PlannedPlace::By::Step) {
      step(task);
      continue;
    }
    const std::optional<CallKey> key = choose_tuple(task);
    const auto found = bodies_.find(*key);
    if (found == bodies_.end()) return push_call(*key);
    come_back(task, found->second);
  }
  return true;
}

void TraceBuilder::move(Task& task, trace::BodyId callee, Valuation after) {
  task.body.steps.push_back({task.plan[task.at].vertex, std::move(task.frame), callee});
  task.frame = std::move(after);
  ++task.at;
}

void TraceBuilder::step(Task& task) {
  const VertexId u = task.plan[task.at].vertex;
  const PlannedPlace& to = task.plan[task.at + 1];
  const Vertex& vertex = graph_.vertex(u);
  const Bdd values = known(vertex.procedure, task.frame, task.entry);
  Bdd ways = slots_.manager().zero();
  for (const encode::Edge edge : path_edges_.edges(u)) {
    if (edge.target != to.vertex) continue;
    ways = bdd::cofactor(edge.transfer.relation, values) &
           required_after(edge.transfer.renaming, to.set, values);
    if (!ways.is_false()) break;
  }
  const Literals chosen = literals(ways);
  Valuation after = task.frame;
  if (vertex.kind == VertexKind::Assign || vertex.kind == VertexKind::Dead) {
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot) continue;
      const bool otherwise =
          vertex.kind == VertexKind::Assign && value_of(vertex.exprs.first + i, task.frame);
      after.set(slot, find(chosen, slots_.next(slot)).value_or(otherwise));
    }
  }
  if (to.vertex == graph_.procedure(vertex.procedure).exit) {
    give_results(vertex.procedure, chosen, after);
    if (vertex.kind == VertexKind::Return)
      for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
        if (!chosen.contains(slots_.result(i)))
          after.set(graph_.first_result(vertex.procedure) + i,
                    value_of(vertex.exprs.first + i, task.frame));
  }
  move(task, trace::no_body, std::move(after));
}

/// The lowest part of the callee's summary with which the call can lead into the next place.
std::optional<TraceBuilder::CallKey> TraceBuilder::choose_tuple(const Task& task) {
  const VertexId u = task.plan[task.at].vertex;
  const Vertex& call = graph_.vertex(u);
  const encode::CallTransfer& transfer = path_edges_.call_transfer(u);
  const Bdd values = known(call.procedure, task.frame, task.entry);
  const PlannedPlace& to = task.plan[task.at + 1];
  const Bdd after = path_edges_.transfers().without_results(to.vertex, to.set);
  const Bdd wanted =
      bdd::cofactor(transfer.arguments, values) & required_after(transfer.back, after, values);
  const bdd::Renaming* const lift = path_edges_.transfers().lift(call.callee);
  for (const SummaryPart& part : planner_.parts(call.callee)) {
    if (part.rank >= task.rank) break;
    const Bdd lifted = lift == nullptr ? part.added : bdd::rename(part.added, *lift);
    const Bdd tuples = wanted & bdd::cofactor(lifted, values);
    if (tuples.is_false()) continue;
    const Literals chosen = literals(tuples);
    CallKey key;
    key.procedure = call.callee;
    key.rank = part.rank;
    Valuation context(graph_.frame_size(call.callee));
    for (Slot slot = 0; slot < graph_.globals(); ++slot) {
      context.set(slot, task.frame.get(slot));
      if (const auto value = find(chosen, slots_.next(slot)))
        key.goal.emplace_back(slots_.current(slot), *value);
    }
    for (std::uint32_t i = 0; i < call.exprs.count; ++i)
      context.set(
          graph_.globals() + i,
          find(chosen, slots_.argument(i)).value_or(value_of(call.exprs.first + i, task.frame)));
    for (std::uint32_t i = 0; i < graph_.procedure(call.callee).results; ++i)
      if (const auto value = find(chosen, slots_.result(i)))
        key.goal.emplace_back(slots_.result(i), *value);
    key.context.assign(context.words().begin(), context.words().end());
    return key;
  }
  HARDBOP_INVARIANT(false, "a step over a call should come from some part of the summary");
  return std::nullopt;
}

/// Plans the inside of a call and puts it on the stack.
bool TraceBuilder::push_call(const CallKey& key) {
  const Valuation context{std::span<const bp::Word>(key.context)};
  const bp::GraphProcedure& procedure = graph_.procedure(key.procedure);
  std::vector<bdd::Literal> entry;
  for (Slot slot = 0; slot < graph_.globals() + procedure.formals; ++slot)
    entry.push_back({slots_.current(slot), context.get(slot)});
  std::vector<bdd::Literal> goal;
  for (const auto& [var, value] : key.goal) goal.push_back({var, value});
  const bdd::Manager& manager = slots_.manager();
  const Bdd first = path_edges_.transfers()
                        .entry(key.procedure)
                        .apply(manager.cube(std::span<const bdd::Literal>(entry)));
  std::optional<Plan> plan = planner_.inner(
      key.procedure, first, manager.cube(std::span<const bdd::Literal>(goal)), key.rank);
  if (!plan) {
    HARDBOP_INVARIANT(budget_.stopped() != StopReason::None,
                      "a part of a summary should have a way from entry to exit");
    return false;
  }
  Task task = start(*std::move(plan), key.rank, context);
  task.key = key;
  tasks_.push_back(std::move(task));
  return true;
}

void TraceBuilder::come_back(Task& task, trace::BodyId callee) {
  const Vertex& call = graph_.vertex(task.plan[task.at].vertex);
  const PlannedPlace& to = task.plan[task.at + 1];
  const Valuation& exit = trace_.bodies[callee].after;
  Valuation after = task.frame;
  for (Slot slot = 0; slot < graph_.globals(); ++slot) after.set(slot, exit.get(slot));
  for (std::uint32_t i = 0; i < call.names.count; ++i) {
    const Slot slot = graph_.left_hand_side(call.names.first + i);
    if (slot != bp::discard_slot) after.set(slot, exit.get(graph_.first_result(call.callee) + i));
  }
  if (to.vertex == graph_.procedure(call.procedure).exit)
    give_results(call.procedure, literals(to.set), after);
  move(task, callee, std::move(after));
}

}  // namespace hardbop::engine
