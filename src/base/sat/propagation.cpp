// SPDX-License-Identifier: MIT
// Two watched literals, as in solvers [moskewicz01]. Three things are not as there:
//
// - Literals are unassigned back to any state in which nothing was left to propagate, not to a
//   decision. A watched literal that is false has then become so together with a true literal of
//   its clause, or after it: both go at once, or the false one first.
// - Clauses are detached by a flag. Their watches are dropped when they are come across, and so are
//   those that a clause left behind when it was attached again with others.
// - Clauses that are used have watches of their own, which are all followed first [heule13].
#include "base/sat/propagation.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <new>
#include <utility>

namespace hardbop::sat {

Propagation::Propagation(Literal last, std::size_t clauses)
    : last_(last),
      words_(1),  // as no clause is named 0
      buckets_(std::bit_ceil(clauses + 1), none),
      values_(index(last) + 1),
      variables_(number(last) + 1),
      heads_{} {
  for (Watches& watches : watches_) watches.resize(values_.size());
}

/// Of the literals, each once, which are then in `sorted_`.
Propagation::ClauseId& Propagation::sort_and_find_bucket(std::span<const Literal> literals) {
  sorted_.assign(literals.begin(), literals.end());
  std::ranges::sort(sorted_);
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
  std::uint64_t hash = sorted_.size();
  for (const Literal literal : sorted_) {
    hash = (hash ^ index(literal)) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 32U;
  }
  return buckets_[hash & (buckets_.size() - 1)];
}

Propagation::ClauseId Propagation::store(std::span<const Literal> literals) {
  ClauseId& bucket = sort_and_find_bucket(literals);
  const std::size_t place = words_.size() + next_before;
  if (place + sorted_.size() > std::numeric_limits<ClauseId>::max()) throw std::bad_alloc();
  words_.resize(place);
  words_[place - size_before] = static_cast<int>(sorted_.size());
  words_[place - next_before] = std::bit_cast<int>(bucket);
  words_.insert(words_.end(), sorted_.begin(), sorted_.end());
  return bucket = static_cast<ClauseId>(place);
}

Propagation::ClauseId Propagation::find(std::span<const Literal> literals) {
  ClauseId clause = sort_and_find_bucket(literals);
  const auto is_wanted = [&](Literal literal) {
    return std::ranges::binary_search(sorted_, literal);
  };
  for (; clause != none; clause = std::bit_cast<ClauseId>(words_[clause - next_before]))
    if (is_attached(clause) && size(clause) == sorted_.size() &&
        std::ranges::all_of(this->literals(clause), is_wanted))
      break;
  return clause;
}

void Propagation::assign(Literal literal, ClauseId reason) {
  values_[index(literal)] = 1;
  values_[index(-literal)] = -1;
  variables_[number(literal)] = {.position = trail_.size(), .reason = reason};
  trail_.push_back(literal);
}

/// For literals that are not false later than all others.
std::size_t Propagation::false_since(Literal literal) const {
  return is_false(literal) ? variables_[number(literal)].position
                           : std::numeric_limits<std::size_t>::max();
}

void Propagation::watch(Literal literal, Watch watch) {
  watches_[is_used(watch.clause) ? 1 : 0][index(literal)].push_back(watch);
}

Propagation::ClauseId Propagation::attach(ClauseId clause) {
  words_[clause - flags_before] |= attached;
  const std::span literals = mutable_literals(clause);
  const std::size_t watched = std::min<std::size_t>(literals.size(), 2);
  std::ranges::partial_sort(literals, literals.begin() + static_cast<std::ptrdiff_t>(watched),
                            std::greater(), [&](Literal literal) { return false_since(literal); });
  if (watched == 2) {
    watch(literals[0], {clause, literals[1]});
    watch(literals[1], {clause, literals[0]});
  }
  if (literals.empty() || is_false(literals[0])) return clause;
  if (!is_true(literals[0]) && (watched == 1 || is_false(literals[1]))) assign(literals[0], clause);
  return propagate();
}

std::optional<Propagation::ClauseId> Propagation::contradict(std::span<const Literal> literals) {
  for (const Literal literal : literals) {
    if (is_true(literal)) return variables_[number(literal)].reason;
    if (!is_false(literal)) assign(-literal, none);
  }
  const ClauseId conflict = propagate();
  if (conflict == none) return {};
  return conflict;
}

/// A clause of which all literals are false ends it.
Propagation::ClauseId Propagation::propagate() {
  while (heads_[0] < trail_.size()) {
    const bool is_used = heads_[1] < trail_.size();
    const ClauseId conflict = visit(is_used, trail_[heads_[is_used ? 1 : 0]++]);
    if (conflict != none) return conflict;
  }
  return none;
}

/// Follows the watches of what became false because a literal is true.
Propagation::ClauseId Propagation::visit(bool is_used, Literal literal) {
  std::vector<Watch>& watches = watches_[is_used ? 1 : 0][index(-literal)];
  ClauseId conflict = none;
  std::size_t kept = 0;
  std::size_t next = 0;
  while (next < watches.size() && conflict == none) {
    Watch watch = watches[next++];
    if (is_true(watch.other)) {
      watches[kept++] = watch;
      continue;
    }
    const std::span literals = mutable_literals(watch.clause);
    if (!is_attached(watch.clause) || (literals[0] != -literal && literals[1] != -literal))
      continue;
    if (literals[0] == -literal) std::swap(literals[0], literals[1]);
    if (!is_true(literals[0]) && watch_another(literals, watch.clause)) continue;
    watch.other = literals[0];
    if (this->is_used(watch.clause) == is_used)
      watches[kept++] = watch;
    else
      this->watch(-literal, watch);
    if (is_false(literals[0])) conflict = watch.clause;
    if (!is_true(literals[0]) && conflict == none) assign(literals[0], watch.clause);
  }
  watches.erase(watches.begin() + static_cast<std::ptrdiff_t>(kept),
                watches.begin() + static_cast<std::ptrdiff_t>(next));
  return conflict;
}

/// In place of the second literal, which became false.
bool Propagation::watch_another(std::span<Literal> literals, ClauseId clause) {
  for (Literal& literal : literals.subspan(2)) {
    if (is_false(literal)) continue;
    std::swap(literals[1], literal);
    watch(literals[1], {clause, literals[0]});
    return true;
  }
  return false;
}

bool Propagation::is_reason(ClauseId clause) const {
  const std::span literals = this->literals(clause);
  return !literals.empty() && is_true(literals[0]) &&
         variables_[number(literals[0])].reason == clause;
}

void Propagation::undo(std::size_t assigned) {
  while (trail_.size() > assigned) {
    values_[index(trail_.back())] = 0;
    values_[index(-trail_.back())] = 0;
    trail_.pop_back();
  }
  heads_ = {assigned, assigned};
}

void Propagation::use(ClauseId clause, std::vector<ClauseId>& fresh) {
  open_.assign(1, clause);
  while (!open_.empty()) {
    const ClauseId next = open_.back();
    open_.pop_back();
    if (!is_used(next)) fresh.push_back(next);
    words_[next - flags_before] |= used;
    for (const Literal literal : literals(next)) {
      Variable& variable = variables_[number(literal)];
      if (!std::exchange(variable.is_explained, true) && variable.reason != none)
        open_.push_back(variable.reason);
    }
  }
}

}  // namespace hardbop::sat
