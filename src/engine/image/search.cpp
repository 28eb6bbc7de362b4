// SPDX-License-Identifier: MIT
#include "engine/image/search.hpp"

#include <algorithm>

#include "util/invariant.hpp"

namespace hardbop::engine::image {

using bdd::Bdd;
using ltg::BlockId;
using ltg::VariableId;

namespace {

constexpr double dear_step = 0.002;  // seconds

}  // namespace

Search::Search(const flow::Reduction& reduction, const flow::LtgLiveness& liveness,
               const Layout& layout, const Grouping& grouping, Images& images, Machines& machines,
               const ImageOptions& options, bool keeps_records, Budget& budget)
    : reduction_(reduction),
      liveness_(liveness),
      layout_(layout),
      grouping_(grouping),
      images_(images),
      machines_(machines),
      options_(options),
      keeps_records_(keeps_records),
      budget_(budget),
      reached_(grouping.groups.size(), layout.manager().zero()),
      waiting_(grouping.groups.size(), Waiting{layout.manager().zero(), {}}),
      targets_at_(reduction.graph.blocks.size()),
      target_blocks_(grouping.groups.size()) {
  number_bits();
}

std::size_t Search::HashOfState::operator()(const std::vector<std::uint64_t>& bits) const {
  std::uint64_t hash = bits.size();
  for (const std::uint64_t word : bits) {
    hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 31U;
  }
  return hash;
}

void Search::number_bits() {
  alone_.resize(grouping_.groups.size());
  live_bits_.assign(grouping_.groups.size(), 0);
  place_.assign(layout_.manager().var_count(), 0);
  std::uint32_t count = 0;
  for (VariableId v = 0; v < reduction_.graph.variables.size(); ++v) {
    for (const bdd::Var bit : layout_.current(v)) place_[bit] = count++;
    for (GroupId g = 0; g < grouping_.groups.size(); ++g)
      if (grouping_.groups[g].size() == 1 && liveness_.live(grouping_.groups[g].front(), v))
        live_bits_[g] += layout_.current(v).size();
  }
}

/// The bits of the one state that the set has; nothing where it has more.
std::optional<std::vector<std::uint64_t>> Search::single_state(GroupId g, const Bdd& states) const {
  if (live_bits_[g] == 0) return std::nullopt;
  const std::optional<std::vector<bdd::Literal>> literals = as_cube(states);
  if (!literals || literals->size() != live_bits_[g]) return std::nullopt;
  std::vector<std::uint64_t> out;
  for (const bdd::Literal literal : *literals) {
    const std::uint32_t place = place_[literal.var];
    if (place / 64 >= out.size()) out.resize(place / 64 + 1, 0);
    if (literal.positive) out[place / 64] |= std::uint64_t{1} << place % 64;
  }
  return out;
}

/// Adds states to those of the group; what is new of them. A state that arrived alone may be
/// called new once more when it arrives among others.
Bdd Search::add(GroupId g, const Bdd& states) {
  if (std::optional<std::vector<std::uint64_t>> state = single_state(g, states)) {
    const bool is_new =
        !bdd::is_subset(states, reached_[g]) && alone_[g].insert(std::move(*state)).second;
    return is_new ? states : layout_.manager().zero();
  }
  Bdd fresh = states - reached_[g];
  reached_[g] |= fresh;
  return fresh;
}

void Search::watch(const std::vector<std::vector<BlockId>>& targets) {
  hits_.resize(targets.size());
  missing_ = std::min(wanted_, targets.size());
  std::vector<bool> is_left(targets_at_.size(), false);
  for (const BlockId b : reduction_.blocks) is_left[b] = true;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const BlockId b : targets[i]) {
      if (!is_left[b]) continue;  // no way leads there
      if (targets_at_[b].empty()) target_blocks_[grouping_.group_of[b]].push_back(b);
      targets_at_[b].push_back(i);
    }
  }
}

void Search::hit(GroupId g, const Bdd& states, std::optional<std::size_t> source) {
  std::vector<BlockId>& blocks = target_blocks_[g];
  for (std::size_t k = 0; k < blocks.size();) {
    const BlockId b = blocks[k];
    const Bdd here = machines_.part(b, states);
    if (here.is_false()) {
      ++k;
      continue;
    }
    for (const std::size_t i : targets_at_[b]) {
      if (hits_[i]) continue;
      hits_[i] = Hit{b, here, source};
      if (i < wanted_) --missing_;
    }
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void Search::arrive(GroupId g, const Bdd& states, std::optional<std::size_t> source) {
  const Bdd fresh = add(g, states);
  if (fresh.is_false()) return;
  waiting_[g].set |= fresh;
  std::vector<std::size_t>& sources = waiting_[g].sources;
  if (source && keeps_records_ && (sources.empty() || sources.back() != *source))
    sources.push_back(*source);
  work_.insert(g);
  if (!target_blocks_[g].empty()) hit(g, fresh, source);
}

void Search::start() {
  const BlockId entry = reduction_.graph.entry;
  std::vector<bdd::Literal> literals;
  for (VariableId v = 0; v < reduction_.graph.variables.size(); ++v) {
    const ltg::Variable& variable = reduction_.graph.variables[v];
    if (variable.initial && liveness_.live(entry, v))
      images_.add_literals(v, *variable.initial, literals);
  }
  arrive(grouping_.group_of[entry], layout_.manager().cube(literals) & machines_.at(entry),
         std::nullopt);
}

Bdd Search::set_of(const Record& record) const {
  return record.set.is_null() ? layout_.manager().cube(record.literals) : record.set;
}

/// A better order pays only where steps take long; so it may take as long as they have taken.
void Search::note_time(double seconds) {
  if (seconds < dear_step) return;
  dear_seconds_ += seconds;
  if (dear_seconds_ < dear_enough_) return;
  bdd::Sifting sifting;
  sifting.seconds = dear_seconds_;
  layout_.manager().reorder(sifting);
  dear_enough_ = 2 * dear_seconds_;
  dear_seconds_ = 0;
}

/// Takes the image of some states of a group; false where the budget is used up.
bool Search::step(GroupId g, Waiting from) {
  std::optional<std::size_t> source;
  if (keeps_records_) {
    source = records_.size();
    Record record;
    record.group = g;
    record.sources = std::move(from.sources);
    if (auto literals = as_cube(from.set)) {
      record.literals = std::move(*literals);
    } else {
      record.set = from.set;
    }
    records_.push_back(std::move(record));
  }
  const double started = budget_.seconds();
  machines_.leave(g, from.set, [&](GroupId h, const Bdd& image) { arrive(h, image, source); });
  ++steps_;
  note_time(budget_.seconds() - started);
  if (options_.on_step)
    options_.on_step({steps_, bdd::node_count(from.set), layout_.manager().statistics().nodes});
  return steps_ % 64 != 0 || budget_.poll(steps_) == StopReason::None;
}

/// One step of all groups that have something new.
bool Search::frame() {
  std::vector<std::pair<GroupId, Waiting>> all;
  for (const GroupId g : work_)
    all.emplace_back(g, std::exchange(waiting_[g], Waiting{layout_.manager().zero(), {}}));
  work_.clear();
  for (auto& [g, from] : all) {
    if (!step(g, std::move(from))) return false;
    if (missing_ == 0) break;
  }
  return true;
}

bool Search::run(const std::vector<std::vector<BlockId>>& targets, std::size_t wanted) {
  wanted_ = wanted;
  watch(targets);
  start();
  while (!work_.empty() && missing_ != 0) {
    ++frames_;
    if (options_.traversal == ImageOptions::Traversal::FrameByFrame) {
      if (!frame()) return false;
      continue;
    }
    const GroupId g = *work_.begin();
    work_.erase(work_.begin());
    if (!step(g, std::exchange(waiting_[g], Waiting{layout_.manager().zero(), {}}))) return false;
  }
  return true;
}

/// A point from which one step leads to `to`, in one of the records; which one it was.
ltg::Point Search::step_back(const ltg::Point& to, std::size_t& record,
                             const std::vector<std::size_t>& sources) {
  for (const std::size_t source : sources) {
    const Record& from = records_[source];
    for (const BlockId b : grouping_.groups[from.group]) {
      const std::vector<ltg::Edge>& edges = reduction_.graph.blocks[b].edges;
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (edges[e].to != to.block) continue;
        const Bdd here = machines_.part(b, set_of(from));
        if (here.is_false()) break;
        std::optional<ltg::Point> found = images_.before({b, e, to.block}, here, to.variables);
        if (!found) continue;
        record = source;
        return std::move(*found);
      }
    }
  }
  HARDBOP_INVARIANT(false, "a state that was reached should have one before it");
  return {};
}

ltg::Run Search::run_to(const Hit& hit) {
  ltg::Run out;
  ltg::Point point;
  point.block = hit.block;
  point.variables = images_.some_state(hit.states);
  point.inputs.assign(reduction_.graph.inputs.size(), 0);
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
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace hardbop::engine::image
