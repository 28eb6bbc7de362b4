// SPDX-License-Identifier: MIT
#include "words/engine/image/search.hpp"

#include <algorithm>
#include <thread>

#include "base/util/invariant.hpp"
#include "words/engine/image/observer.hpp"

namespace hardbop::image {

using bdd::Bdd;
using words::BlockId;
using words::VariableId;

Search::Search(const Model& model, const Grouping& grouping, Worlds& worlds,
               const ImageOptions& options, std::size_t record_nodes, Budget& budget)
    : model_(model),
      grouping_(grouping),
      worlds_(worlds),
      options_(options),
      budget_(budget),
      places_(grouping.groups.size()),
      targets_at_(model.reduction.graph.blocks.size()),
      is_busy_(worlds.size(), false),
      record_nodes_(record_nodes),
      keeps_records_(record_nodes != 0),
      nodes_(worlds.size(), 0) {
  count_live_bits();
}

std::size_t Search::HashOfState::operator()(const std::vector<std::uint64_t>& bits) const {
  std::uint64_t hash = bits.size();
  for (const std::uint64_t word : bits) {
    hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 31U;
  }
  return hash;
}

void Search::count_live_bits() {
  for (GroupId g = 0; g < places_.size(); ++g) {
    if (grouping_.groups[g].size() != 1) continue;
    for (VariableId v = 0; v < model_.reduction.graph.variables.size(); ++v)
      if (model_.liveness.live(grouping_.groups[g].front(), v))
        places_[g].live_bits += bits_needed(model_.ranges[v]);
  }
}

void Search::watch(const std::vector<std::vector<BlockId>>& targets) {
  hits_.resize(targets.size());
  reached_.resize(targets.size());
  missing_ = std::min(wanted_, targets.size());
  std::vector<bool> is_left(targets_at_.size(), false);
  for (const BlockId b : model_.reduction.blocks) is_left[b] = true;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const BlockId b : targets[i]) {
      if (!is_left[b]) continue;  // no way leads there
      if (targets_at_[b].empty()) places_[grouping_.group_of[b]].targets.push_back(b);
      targets_at_[b].push_back(i);
    }
  }
}

// Sets

/// The bits of the one state that the set has; nothing where it has more.
std::optional<std::vector<std::uint64_t>> Search::single_state(GroupId g, const Bdd& states) const {
  if (places_[g].live_bits == 0) return std::nullopt;
  const std::optional<std::vector<bdd::Literal>> literals = as_cube(states);
  if (!literals || literals->size() != places_[g].live_bits) return std::nullopt;
  const Layout& layout = worlds_.of(g).layout;
  std::vector<std::uint64_t> out;
  for (const bdd::Literal literal : *literals) {
    const std::uint32_t place = layout.number(literal.var);
    if (place / 64 >= out.size()) out.resize(place / 64 + 1, 0);
    if (literal.positive) out[place / 64] |= std::uint64_t{1} << place % 64;
  }
  return out;
}

/// Adds states to those of the group; what is new of them. A state that arrived alone may be
/// called new once more when it arrives among others.
Bdd Search::add(GroupId g, const Bdd& states) {
  Place& place = places_[g];
  const bdd::Manager& manager = worlds_.of(g).manager;
  if (place.reached.is_null()) place.reached = manager.zero();
  if (std::optional<std::vector<std::uint64_t>> state = single_state(g, states)) {
    const bool is_new =
        !bdd::is_subset(states, place.reached) && place.alone.insert(std::move(*state)).second;
    return is_new ? states : manager.zero();
  }
  Bdd fresh = states - place.reached;
  place.reached |= fresh;
  return fresh;
}

void Search::hit(GroupId g, const Bdd& states, Source source) {
  std::vector<BlockId>& blocks = places_[g].targets;
  for (std::size_t k = 0; k < blocks.size();) {
    const BlockId b = blocks[k];
    const Bdd here = worlds_.of(g).machines->part(b, states);
    if (here.is_false()) {
      ++k;
      continue;
    }
    const std::scoped_lock lock(mutex_);
    for (const std::size_t i : targets_at_[b]) {
      reached_[i].push_back(b);
      if (hits_[i]) continue;
      hits_[i] = Hit{b, here, source};
      if (i < wanted_) --missing_;
    }
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

/// Whether some of the states are new; these then wait.
bool Search::arrive(GroupId g, const Bdd& states, Source source, Waiting& into) {
  const Bdd fresh = add(g, states);
  if (fresh.is_false()) return false;
  into.set = into.set.is_null() ? fresh : into.set | fresh;
  if (source && keeps_records_ && (into.sources.empty() || into.sources.back() != *source))
    into.sources.push_back(*source);
  if (!places_[g].targets.empty()) hit(g, fresh, source);
  return true;
}

void Search::start() {
  const BlockId entry = model_.reduction.graph.entry;
  const GroupId g = grouping_.group_of[entry];
  World& world = worlds_.of(g);
  std::vector<bdd::Literal> literals;
  for (VariableId v = 0; v < model_.reduction.graph.variables.size(); ++v) {
    const words::Variable& variable = model_.reduction.graph.variables[v];
    if (variable.initial && model_.liveness.live(entry, v))
      world.images.add_literals(v, *variable.initial, literals);
  }
  const Bdd states = world.manager.cube(literals) & world.machines->at(entry);
  if (arrive(g, states, std::nullopt, places_[g].waiting))
    (goes_by_frames() ? next_work_ : work_).insert(g);
}

// Steps

Bdd Search::set_of(const Record& record) const {
  return record.set.is_null() ? worlds_.of(record.group).manager.cube(record.literals) : record.set;
}

/// Notes where states come from; the number of the record. Where there is no room for it, none
/// are kept any more: who wants a run will have to search again.
Search::Source Search::keep(GroupId g, Waiting& from) {
  if (!keeps_records_) return std::nullopt;
  Record record;
  record.group = g;
  record.sources = std::move(from.sources);
  if (auto literals = as_cube(from.set)) {
    record.literals = std::move(*literals);
  } else {
    record.set = from.set;
  }
  const std::size_t nodes = record.set.is_null() ? 0 : bdd::node_count(record.set);
  const std::scoped_lock lock(mutex_);
  if (nodes > record_nodes_) {
    keeps_records_ = false;
    if (options_.threads <= 1) records_.clear();  // else others may be in the managers
  }
  if (!keeps_records_) return std::nullopt;
  record_nodes_ -= nodes;
  records_.push_back(std::move(record));
  return records_.size() - 1;
}

/// Takes the image of some states of a group.
Search::Outcome Search::step(GroupId g, Waiting from, Budget& budget) {
  World& world = worlds_.of(g);
  const Source source = keep(g, from);
  Outcome out;
  world.machines->leave(g, from.set, [&](GroupId h, const Bdd& image) {
    if (worlds_.id(h) != worlds_.id(g)) {
      out.parcels.push_back({h, pack(image, world.layout), source});
    } else if (arrive(h, image, source, places_[h].waiting)) {
      out.groups.push_back(h);
    }
  });
  world.note_step();
  const std::scoped_lock lock(mutex_);
  ++steps_;
  if (options_.on_step || options_.observer != nullptr) tell(g, world, from.set);
  if (steps_ % 64 == 0 && budget.poll(steps_) != StopReason::None) stops_ = true;
  return out;
}

/// The mutex must be held.
void Search::tell(GroupId g, const World& world, const Bdd& left) {
  std::size_t& nodes = nodes_[worlds_.id(g)];
  all_nodes_ -= nodes;
  nodes = world.manager.statistics().nodes;
  all_nodes_ += nodes;
  const std::size_t new_nodes = bdd::node_count(left);
  if (options_.on_step) options_.on_step({steps_, frames_, new_nodes, all_nodes_});
  if (options_.observer != nullptr)
    options_.observer->step({steps_, frames_, grouping_.groups[g], left, world.layout,
                             model_.reduction.graph, new_nodes, all_nodes_});
}

/// One step of a group, with what came for it from other managers.
Search::Outcome Search::visit(GroupId g, std::vector<Parcel> parcels, Budget& budget) {
  World& world = worlds_.of(g);
  world.manager.set_budget(&budget);
  Place& place = places_[g];
  Waiting from = std::exchange(goes_by_frames() ? place.now : place.waiting, Waiting());
  for (const Parcel& parcel : parcels)
    static_cast<void>(arrive(g, unpack(parcel.set, world.layout), parcel.source, from));
  return from.set.is_null() ? Outcome() : step(g, std::move(from), budget);
}

/// The next group, which nobody else works in; the mutex must be held.
std::optional<GroupId> Search::take() {
  if (missing_ == 0 || stops_) return std::nullopt;
  if (goes_by_frames() && work_.empty() && busy_ == 0 && !take_frame()) return std::nullopt;
  for (const GroupId g : work_) {
    if (is_busy_[worlds_.id(g)]) continue;
    work_.erase(g);
    is_busy_[worlds_.id(g)] = true;
    ++busy_;
    if (!goes_by_frames()) ++frames_;
    return g;
  }
  return std::nullopt;
}

/// Makes what is new the work of the next frame; whether there is any.
bool Search::take_frame() {
  work_ = std::exchange(next_work_, {});
  for (Parcel& parcel : std::exchange(next_parcels_, {})) {
    work_.insert(parcel.to);
    places_[parcel.to].parcels.push_back(std::move(parcel));
  }
  for (const GroupId g : work_) places_[g].now = std::exchange(places_[g].waiting, Waiting());
  if (!work_.empty()) ++frames_;
  return !work_.empty();
}

/// Hands on what a visit led to; the mutex must be held.
void Search::finish(GroupId g, Outcome outcome) {
  (goes_by_frames() ? next_work_ : work_).insert(outcome.groups.begin(), outcome.groups.end());
  for (Parcel& parcel : outcome.parcels) {
    if (goes_by_frames()) {
      next_parcels_.push_back(std::move(parcel));
      continue;
    }
    work_.insert(parcel.to);
    places_[parcel.to].parcels.push_back(std::move(parcel));
  }
  is_busy_[worlds_.id(g)] = false;
  --busy_;
}

bool Search::run_alone() {
  std::unique_lock lock(mutex_);
  while (const std::optional<GroupId> g = take()) {
    std::vector<Parcel> parcels = std::exchange(places_[*g].parcels, {});
    lock.unlock();
    Outcome outcome = visit(*g, std::move(parcels), budget_);
    lock.lock();
    finish(*g, std::move(outcome));
  }
  return !stops_;
}

/// What one of several threads does.
void Search::work() {
  Budget budget({std::nullopt, std::nullopt, &stops_});
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::optional<GroupId> g = take();
    if (!g) {
      if (busy_ == 0 || stops_ || missing_ == 0) break;
      changed_.wait(lock);
      continue;
    }
    std::vector<Parcel> parcels = std::exchange(places_[*g].parcels, {});
    lock.unlock();
    Outcome outcome;
    std::exception_ptr failure;
    try {
      outcome = visit(*g, std::move(parcels), budget);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    finish(*g, std::move(outcome));
    if (failure && !stops_) {
      failure_ = failure;
      stops_ = true;
    }
    changed_.notify_all();
  }
  changed_.notify_all();
}

/// The budget is for one thread, so this one watches it for the others.
bool Search::run_together() {
  std::vector<std::jthread> threads;
  std::size_t running = options_.threads;
  for (unsigned i = 0; i < options_.threads; ++i) {
    threads.emplace_back([this, &running] {
      work();
      const std::scoped_lock lock(mutex_);
      --running;
      changed_.notify_all();
    });
  }
  {
    std::unique_lock lock(mutex_);
    while (running != 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(20));
      if (budget_.poll(steps_) != StopReason::None) stops_ = true;
    }
  }
  threads.clear();
  worlds_.set_budget(&budget_);
  if (failure_) std::rethrow_exception(failure_);
  return !stops_;
}

bool Search::run(const std::vector<std::vector<BlockId>>& targets, std::size_t wanted) {
  wanted_ = wanted;
  watch(targets);
  start();
  return options_.threads > 1 && worlds_.size() > 1 ? run_together() : run_alone();
}

Bdd Search::states(BlockId b) {
  const GroupId g = grouping_.group_of[b];
  Place& place = places_[g];
  World& world = worlds_.of(g);
  if (place.reached.is_null()) return world.manager.zero();
  for (const std::vector<std::uint64_t>& bits : place.alone) {
    std::vector<bdd::Literal> literals;
    for (VariableId v = 0; v < model_.reduction.graph.variables.size(); ++v) {
      if (!model_.liveness.live(b, v)) continue;
      for (const bdd::Var var : world.layout.current(v)) {
        const std::uint32_t number = world.layout.number(var);
        const bool is_set = number / 64 < bits.size() && (bits[number / 64] >> number % 64 & 1U);
        literals.push_back({var, is_set});
      }
    }
    place.reached |= world.manager.cube(literals);
  }
  place.alone.clear();
  return world.machines->part(b, place.reached);
}

// Runs

/// A point from which one step leads to `to`, in one of the records; which one it was.
words::Point Search::step_back(const words::Point& to, std::size_t& record,
                               const std::vector<std::size_t>& sources) {
  for (const std::size_t source : sources) {
    const Record& from = records_[source];
    World& world = worlds_.of(from.group);
    for (const BlockId b : grouping_.groups[from.group]) {
      const std::vector<words::Edge>& edges = model_.reduction.graph.blocks[b].edges;
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (edges[e].to != to.block) continue;
        const Bdd here = world.machines->part(b, set_of(from));
        if (here.is_false()) break;
        std::optional<words::Point> found =
            world.images.before({b, e, to.block}, here, to.variables);
        if (!found) continue;
        record = source;
        return std::move(*found);
      }
    }
  }
  HARDBOP_INVARIANT(false, "a state that was reached should have one before it");
  return {};
}

words::Run Search::run_to(const Hit& hit) {
  words::Run out;
  words::Point point;
  point.block = hit.block;
  point.variables = worlds_.of(grouping_.group_of[hit.block]).images.some_state(hit.states);
  point.inputs.assign(model_.reduction.graph.inputs.size(), 0);
  out.push_back(point);
  std::vector<std::size_t> sources;
  if (hit.source) sources.push_back(*hit.source);
  std::uint64_t count = 0;
  while (!sources.empty()) {
    std::size_t record = 0;
    out.push_back(step_back(out.back(), record, sources));
    sources = records_[record].sources;
    if (++count % 64 == 0 && budget_.poll(count) != StopReason::None)
      throw bdd::LimitReached(bdd::Limit::Time);
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace hardbop::image
