// SPDX-License-Identifier: MIT
#include "words/engine/bmc/unroll.hpp"

#include <algorithm>

namespace hardbop::bmc {

namespace {

constexpr std::size_t most_terms = 4'000'000;
constexpr std::size_t most_instances = 20'000'000;
constexpr std::size_t most_unrolled_bytes = 1'700'000'000;
constexpr std::size_t deepest_stack = 200'000;
/// Of a choice between ways: no input has such a number.
constexpr std::uint32_t choice_inputs = std::uint32_t{1} << 31U;

constexpr std::uint32_t first_rounds = 4;
constexpr std::uint32_t first_calls = 3;
constexpr std::uint64_t first_visits = 20'000;
constexpr std::uint64_t final_visits = 1'000'000;

}  // namespace

Depths first_depths(const Program& program, std::optional<std::uint32_t> unwind) {
  return {std::vector(program.graph.blocks.size(), unwind.value_or(first_rounds)),
          std::vector(program.procedures.size(), unwind.value_or(first_calls)),
          unwind ? final_visits : first_visits, unwind.has_value()};
}

std::size_t Unroller::PlaceHash::operator()(const Visit& visit) const {
  std::uint64_t hash = visit.size();
  for (const std::uint32_t part : visit) {
    hash = (hash ^ part) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

Unroller::Unroller(const Program& program, const std::vector<bool>& is_target, Terms& terms,
                   Arrays& arrays)
    : program_(program),
      graph_(program.graph),
      is_target_(is_target),
      terms_(terms),
      arrays_(arrays),
      nesting_(program),
      relevance_(program),
      folder_(program.graph, terms, arrays),
      calls_(program.graph.blocks.size(), nullptr),
      leaves_(program.graph.blocks.size(), false) {
  for (const Call& call : program.calls) calls_[call.block] = &call;
  for (const BlockId b : program.leaves) leaves_[b] = true;
}

Unrolling Unroller::run(const Depths& depths, Budget& budget) {
  depths_ = &depths;
  paths_.emplace(terms_);
  out_ = {};
  stack_.clear();
  active_.assign(program_.procedures.size(), {});
  enter(0, 0, {Paths::start, first_state(), 0});
  std::uint64_t steps = 0;
  while (!stack_.empty()) {
    if (++steps % 256 == 0 && budget.poll(out_.instances.size()) != StopReason::None) break;
    const std::size_t terms = terms_.expressions().size();
    const std::size_t visits = out_.instances.size();
    if (terms > most_terms || visits > most_instances ||
        unrolled_bytes(terms, visits) > most_unrolled_bytes)
      out_.is_too_large = true;
    if (out_.is_too_large) break;
    step();
  }
  stack_.clear();
  paths_.reset();  // visits and cuts have their conditions
  return std::move(out_);
}

State Unroller::first_state() {
  State state(graph_.variables.size());
  for (words::VariableId v = 0; v < graph_.variables.size(); ++v) {
    const words::Variable& variable = graph_.variables[v];
    state.set(v, variable.initial ? number(*variable.initial)
                                  : terms_.input(start_name(v), variable.width));
  }
  for (words::ArrayId a = 0; a < graph_.arrays.size(); ++a) {
    const words::ArrayVariable& array = graph_.arrays[a];
    state.arrays.push_back(array.initial ? arrays_.constant(*array.initial, array.sort)
                                         : arrays_.input(start_name(a), array.sort));
  }
  return state;
}

// Activations

void Unroller::enter(std::uint32_t procedure, std::uint32_t id, Arrival arrival) {
  Activation& top = stack_.emplace_back();
  top.procedure = procedure;
  top.id = id;
  top.path = arrival.path;
  const BlockId entry = stack_.size() == 1 ? graph_.entry : program_.procedures[procedure].entry;
  if (!active_[procedure].empty()) {
    const Activation& below = *active_[procedure].back();
    top.counted = below.counted + (below.path == top.path ? 0 : 1);
  }
  active_[procedure].push_back(&top);
  arrive(top, nesting_.first(entry), entry, std::move(arrival));
}

void Unroller::leave() {
  Activation done = std::move(stack_.back());
  stack_.pop_back();
  active_[done.procedure].pop_back();
  if (stack_.empty() || done.exits.empty()) return;
  Arrival arrival = join(done.exits);
  Activation& caller = stack_.back();
  const Procedure& procedure = program_.procedures[caller.procedure];
  for (const words::VariableId v : procedure.locals) arrival.state.set(v, done.saved[v]);
  for (const words::ArrayId a : procedure.local_arrays)
    arrival.state.arrays[a] = done.saved.arrays[a];
  arrive(caller, nesting_.next(done.called, done.call, done.continuation), done.continuation,
         std::move(arrival));
}

void Unroller::arrive(Activation& at, Visit visit, BlockId b, Arrival arrival) {
  Pending& pending = at.pending[std::move(visit)];
  pending.block = b;
  pending.arrivals.push_back(std::move(arrival));
}

void Unroller::step() {
  Activation& top = stack_.back();
  if (top.pending.empty()) return leave();
  auto first = top.pending.extract(top.pending.begin());
  execute(std::move(first.key()), first.mapped().block, join(first.mapped().arrivals));
}

/// Those that came last first: so what a loop was left with in its last round is the innermost
/// choice.
Unroller::Arrival Unroller::join(std::vector<Arrival>& arrivals) {
  Arrival out = std::move(arrivals.back());
  for (std::size_t i = arrivals.size() - 1; i-- > 0;) {
    const Arrival& other = arrivals[i];
    const Paths::Joined joined = paths_->join(out.path, other.path);
    const State before = out.state;
    State::for_each_difference(
        before, other.state, graph_.variables.size(), [&](words::VariableId v) {
          out.state.set(v, terms_.conditional(joined.is_first, before[v], other.state[v],
                                              graph_.variables[v].width));
        });
    for (words::ArrayId a = 0; a < graph_.arrays.size(); ++a)
      out.state.arrays[a] =
          arrays_.conditional(joined.is_first, before.arrays[a], other.state.arrays[a]);
    out.path = joined.path;
    out.steps = std::min(out.steps, other.steps);
  }
  return out;
}

// Limits

void Unroller::cut(Cut::Kind kind, std::uint32_t which, PathId path) {
  out_.cuts.push_back({kind, which, paths_->condition(path)});
}

/// A round is certain if no way led out of the last one, other than to targets.
bool Unroller::may_go_on(BlockId head, const Visit& visit, const Arrival& arrival) {
  LoopRun& loop = stack_.back().loops[head];
  const std::uint32_t round = Nesting::round(visit);
  const auto around = visit.end() - 2;
  if (round == 0 || !std::equal(loop.entered.begin(), loop.entered.end(), visit.begin(), around)) {
    loop = {Visit(visit.begin(), around), false, inputs_read_, 0, arrival.state, round + 1};
    return true;
  }
  if (repeats(head, loop.state, arrival.state)) return false;
  const bool reads = loop.inputs != inputs_read_;
  if (loop.is_left || (reads && (asks() || depths_->are_final))) ++loop.counted;
  loop.is_left = false;
  loop.inputs = inputs_read_;
  if (round == loop.next) {  // after 1, 2, 4 and so on [brent80]
    loop.next *= 2;
    loop.state = arrival.state;
  }
  if (loop.counted > depths_->rounds[head]) {
    cut(Cut::Kind::Loop, head, arrival.path);
    return false;
  }
  if (!is_cut_short(arrival.path)) return true;
  cut(Cut::Kind::Visits, head, arrival.path);
  return false;
}

/// The way to a round is one to those before, with more conditions; not so if a run may have come
/// into the loop later.
bool Unroller::repeats(BlockId head, const State& last, const State& now) const {
  bool out = !nesting_.has_other_entry(head);
  State::for_each_difference(last, now, graph_.variables.size(), [&](words::VariableId v) {
    if (relevance_.matters(head, v)) out = false;
  });
  for (words::ArrayId a = 0; out && a < graph_.arrays.size(); ++a)
    out = arrays_.are_equal(last.arrays[a], now.arrays[a]);
  return out;
}

// Visits

bool Unroller::has_inputs(BlockId b) const {
  const words::Block& block = graph_.blocks[b];
  return !block.inputs.empty() || !block.array_inputs.empty() || calls_[b] != nullptr ||
         program_.has_choices;
}

std::uint32_t Unroller::place(const Visit& visit) {
  Visit name = visit;
  name.push_back(stack_.back().id);
  return places_.try_emplace(std::move(name), static_cast<std::uint32_t>(places_.size() + 1))
      .first->second;
}

void Unroller::execute(Visit visit, BlockId b, Arrival arrival) {
  if (paths_->condition(arrival.path).is(0)) return;
  while (true) {
    if (nesting_.is_head(b) && !may_go_on(b, visit, arrival)) return;
    const std::uint32_t here = has_inputs(b) ? place(visit) : 0;
    out_.instances.push_back({b, here, paths_->condition(arrival.path), arrival.steps++});
    if (is_target_[b]) {
      out_.reached.push_back(static_cast<std::uint32_t>(out_.instances.size() - 1));
      return;
    }
    evaluate(b, here, arrival);
    if (calls_[b] != nullptr) return call(visit, b, here, std::move(arrival));
    assign(arrival.state);
    if (leaves_[b]) return stack_.back().exits.push_back(std::move(arrival));
    if (ways_.empty()) return;
    note_exits(b);
    Activation& top = stack_.back();
    for (std::size_t i = 1; i < ways_.size(); ++i)
      arrive(top, nesting_.next(visit, b, ways_[i].to), ways_[i].to,
             {ways_[i].path, arrival.state, arrival.steps});
    Visit next = nesting_.next(visit, b, ways_[0].to);
    arrival.path = ways_[0].path;
    if (!top.pending.empty() && !(next < top.pending.begin()->first))
      return arrive(top, std::move(next), ways_[0].to, std::move(arrival));
    if (out_.instances.size() % 4096 == 0)  // others look at the limits
      return arrive(top, std::move(next), ways_[0].to, std::move(arrival));
    b = ways_[0].to;
    visit = std::move(next);
  }
}

void Unroller::note_exits(BlockId b) {
  for (const Way& way : ways_)
    if (!is_target_[way.to])
      nesting_.for_each_left(b, way.to,
                             [&](BlockId head) { stack_.back().loops[head].is_left = true; });
}

/// What the block assigns, and which ways lead on.
void Unroller::evaluate(BlockId b, std::uint32_t place, const Arrival& arrival) {
  const words::Block& block = graph_.blocks[b];
  folder_.enter(
      arrival.state,
      [this, place](InputId input) {
        ++inputs_read_;
        return terms_.input(input_name(place, input), graph_.inputs[input]);
      },
      [this, place](words::ArrayInputId input) {
        ++inputs_read_;
        return arrays_.input(input_name(place, input), graph_.array_inputs[input]);
      });
  choose_ways(block, place, arrival.path);
  updates_.clear();
  array_updates_.clear();
  if (ways_.empty() && !leaves_[b]) return;
  for (const words::Assignment& assignment : block.assignments)
    updates_.emplace_back(assignment.variable, folder_.value(assignment.value));
  for (const words::ArrayAssignment& assignment : block.array_assignments)
    array_updates_.emplace_back(assignment.array, folder_.array(assignment.value));
}

void Unroller::choose_ways(const words::Block& block, std::uint32_t place, PathId path) {
  ways_.clear();
  Value is_left = yes;  // none of the ways before is taken
  for (std::size_t k = 0; k < block.edges.size(); ++k) {
    Value guard = folder_.value(block.edges[k].guard);
    if (program_.has_choices) {
      guard = terms_.conjunction(is_left, guard);
      const bool is_last = k + 1 == block.edges.size();
      if (!is_last && !guard.is(0)) {
        ++inputs_read_;
        guard = terms_.conjunction(
            guard, terms_.input(input_name(place, choice_inputs + static_cast<InputId>(k)), 1));
      }
      is_left = terms_.conjunction(is_left, terms_.negation(guard));
    }
    add_way(block.edges[k].to, path, guard);
  }
}

void Unroller::add_way(BlockId to, PathId path, const Value& guard) {
  if (guard.is(0)) return;
  const PathId along = paths_->extend(path, guard);
  if (!paths_->condition(along).is(0)) ways_.push_back({to, along});
}

void Unroller::assign(State& state) const {
  for (const auto& [variable, value] : updates_) state.set(variable, value);
  for (const auto& [array, value] : array_updates_) state.arrays[array] = value;
}

void Unroller::call(const Visit& visit, BlockId b, std::uint32_t place, Arrival arrival) {
  const Call& call = *calls_[b];
  const BlockId entry = program_.procedures[call.callee].entry;
  const State saved = arrival.state;
  assign(arrival.state);
  Activation& caller = stack_.back();
  std::optional<PathId> inside;
  for (const Way& way : ways_) {
    if (way.to == entry && !inside)
      inside = way.path;
    else
      arrive(caller, nesting_.next(visit, b, way.to), way.to,
             {way.path, arrival.state, arrival.steps});
  }
  if (!inside) return;
  arrival.path = *inside;
  enter(call.callee, place, std::move(arrival));
  Activation& callee = stack_.back();
  callee.called = visit;
  callee.call = b;
  callee.continuation = call.continuation;
  callee.saved = saved;
  if (stack_.size() > deepest_stack) out_.is_too_large = true;
  const bool is_deep = callee.counted > depths_->calls[call.callee];
  if (!is_deep && !is_cut_short(*inside)) return;
  cut(is_deep ? Cut::Kind::Call : Cut::Kind::Visits, call.callee, *inside);
  callee.pending.clear();
}

}  // namespace hardbop::bmc
