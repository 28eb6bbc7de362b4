// SPDX-License-Identifier: MIT
#include "base/bdd/kernel.hpp"

#include <algorithm>
#include <bit>

#include "base/bdd/reorder.hpp"
#include "base/util/budget.hpp"
#include "base/util/invariant.hpp"
#include "base/util/statistics.hpp"

namespace hardbop::bdd {

namespace {

/// Most references protected at once: an operation has one frame per level with two
/// each, and so has the one it calls for its halves.
std::size_t protection_for(std::size_t levels) {
  return 5 * (levels + 4) + 64;
}

Limit limit_for(StopReason reason) {
  switch (reason) {
    case StopReason::Time: return Limit::Time;
    case StopReason::Memory: return Limit::Memory;
    default: return Limit::Cancelled;
  }
}

}  // namespace

std::string_view to_string(Limit limit) {
  switch (limit) {
    case Limit::Nodes: return "node limit";
    case Limit::Memory: return "memory limit";
    case Limit::Time: return "time limit";
    case Limit::Cancelled: return "cancelled";
  }
  return "cancelled";
}

const char* LimitReached::what() const noexcept {
  return to_string(limit_).data();
}

Kernel::Kernel(const Options& options)
    : cache(OpCache::Third::Tag, std::bit_ceil(std::max<std::size_t>(options.cache_entries, 2))),
      ite_cache(OpCache::Third::Operand, 256),
      options_(options),
      fuel_(std::max<std::uint32_t>(options.poll_interval, 1)) {
  protected_.resize(protection_for(0));
}

Var Kernel::insert_variable(Level level, std::string name) {
  HARDBOP_INVARIANT(order.size() < max_variables,
                    "a manager should have at most a million variables");
  HARDBOP_INVARIANT(level <= order.size(), "a new level should lie inside the order");
  const std::size_t needed = protection_for(order.size() + 1);
  if (protected_.size() < needed) protected_.resize(needed + needed / 2);
  store.insert_level(level);
  return order.insert(level, std::move(name));
}

std::size_t Kernel::handles_on(Index index) const {
  const auto more = more_handles_.find(index);
  return store.at(index).handles() + (more == more_handles_.end() ? 0 : more->second);
}

void Kernel::refuel() {
  steps_ += options_.poll_interval;
  fuel_ = std::max<std::uint32_t>(options_.poll_interval, 1);
  cache.adapt(store.in_use(), options_.max_cache_entries);
  ite_cache.adapt(store.in_use(), options_.max_cache_entries);
  look_at_budget();
}

void Kernel::look_at_budget() {
  if (budget_ == nullptr) return;
  const StopReason reason = budget_->poll(budget_->count());
  if (reason != StopReason::None) throw LimitReached(limit_for(reason));
}

std::uint32_t Kernel::number(ParameterId& id) {
  if (id.era == era_ && id.value != 0) return id.value;
  if (next_parameter_ > max_parameter) {
    // Out of numbers after 134 million parameters: start over, with no entry left that
    // could name one of the last era.
    cache.clear();
    fused_.clear();
    next_parameter_ = 1;
    ++era_;
  }
  id = {next_parameter_++, era_};
  return id.value;
}

std::uint32_t Kernel::number_of_pair(Ref cube, RenamingData& renaming) {
  const std::uint32_t second = number(renaming.id);
  const std::uint64_t key = (std::uint64_t{cube} << 32) | second;
  if (const auto known = fused_.find(key); known != fused_.end()) return known->second;
  ParameterId id;
  const std::uint32_t era = era_;
  const std::uint32_t fresh = number(id);
  if (era != era_) return number_of_pair(cube, renaming);  // the renaming's number changed
  fused_.emplace(key, fresh);
  return fresh;
}

std::size_t Kernel::PairsHash::operator()(const std::vector<std::pair<Var, Var>>& pairs) const {
  std::uint64_t value = pairs.size();
  for (const auto& [from, to] : pairs) value = (value ^ hash(from, to)) * hash_factor2;
  return value;
}

std::shared_ptr<RenamingData> Kernel::renaming(std::vector<std::pair<Var, Var>> pairs) {
  // The same map twice is the same parameter, so that its cache entries are found again.
  std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
  std::ranges::sort(pairs);
  const auto known = renamings_.find(pairs);
  if (known != renamings_.end()) {
    if (auto data = known->second.lock()) return data;
  }
  auto data = std::make_shared<RenamingData>(pairs, order);
  renamings_[std::move(pairs)] = data;
  return data;
}

void Kernel::set_automatic(std::optional<AutoReorder> automatic) {
  automatic_ = automatic;
  reorder_growth_ = automatic ? automatic->growth : 2.0;
  steps_at_reordering_ = steps_;
  reorder_at_ = automatic ? std::max(automatic->first_at, store.in_use())
                          : std::numeric_limits<std::size_t>::max();
  if (automatic && store.allowed() > reorder_at_) store.allow(reorder_at_);
}

/// Sifting must earn its time: it may move only so many nodes for the steps taken since the last,
/// and where it saved little it is not soon tried again.
void Kernel::reorder_automatically() {
  if (!automatic_) return;
  Sifting sifting = automatic_->sifting;
  const double work =
      automatic_->work_per_step * static_cast<double>(steps_ - steps_at_reordering_ + 1);
  if (work < static_cast<double>(sifting.max_work))
    sifting.max_work = static_cast<std::uint64_t>(work);
  const std::size_t started_at = reorder_at_;
  const ReorderResult result = sift(*this, sifting);
  const bool has_earned = result.nodes_after + result.nodes_before / 10 < result.nodes_before;
  reorder_growth_ = has_earned ? automatic_->growth : reorder_growth_ * 2;
  reorder_at_ = started_at;
  put_off_reordering();
}

/// Never below where the last one started: an operation that needs so many nodes for its own
/// work would be restarted for ever, with the same order each time.
void Kernel::put_off_reordering() {
  const auto base = static_cast<double>(std::max(store.in_use(), reorder_at_));
  const double next = std::min(base * reorder_growth_, static_cast<double>(max_nodes));
  reorder_at_ = std::max(automatic_->first_at, static_cast<std::size_t>(next) + 1);
  steps_at_reordering_ = steps_;
}

void Kernel::note_reordering(double seconds, std::uint64_t swaps) {
  ++statistics_.reorderings;
  statistics_.reordering_seconds += seconds;
  statistics_.swaps += swaps;
  statistics_.live_nodes = store.in_use();
  if (automatic_) put_off_reordering();
  let_grow();
}

KernelStatistics Kernel::statistics() const {
  KernelStatistics result = statistics_;
  result.variables = order.size();
  result.nodes = store.in_use();
  result.peak_nodes = std::max(result.peak_nodes, result.nodes);
  result.handles = handles_;
  result.cache_entries = cache.entries() + ite_cache.entries();
  result.bytes = store.bytes() + result.cache_entries * 4 * sizeof(std::uint32_t);
  result.cache_hits = cache.hits() + ite_cache.hits();
  // A lookup that fails is followed by a step.
  result.cache_lookups = result.cache_hits + steps_ + (options_.poll_interval - fuel_);
  return result;
}

void KernelStatistics::record(Statistics& into, const std::string& prefix) const {
  const auto count = [&](const char* name, std::uint64_t value) {
    into.set(prefix + "." + name, value);
  };
  count("variables", variables);
  count("nodes", nodes);
  count("live_nodes", live_nodes);
  count("peak_nodes", peak_nodes);
  count("bytes", bytes);
  count("cache.entries", cache_entries);
  count("cache.lookups", cache_lookups);
  count("cache.hits", cache_hits);
  count("gc.runs", collections);
  count("gc.nodes", collected_nodes);
  into.set(prefix + ".gc.time_s", collection_seconds);
  count("reorder.runs", reorderings);
  count("reorder.swaps", swaps);
  into.set(prefix + ".reorder.time_s", reordering_seconds);
}

}  // namespace hardbop::bdd
