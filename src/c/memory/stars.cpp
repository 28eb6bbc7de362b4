// SPDX-License-Identifier: MIT
// A block's assignments are parallel, so the new value of STAR_p is read from memory after them.
// The paper's rules are the simple cases: p := q makes STAR_p := STAR_q, p := &x makes it x, and *q
// := v makes it `p == q ? v : STAR_p`. If p gets one of several values, each value has its own
// rule; if p gets anything else, STAR_p is read as it would be without such variables.
#include "c/memory/stars.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::c {

using words::ExprId;
using words::Op;
using words::VariableId;

namespace {

constexpr std::size_t most_places = 64;  // that STAR_p may be the value of
constexpr unsigned most_choices = 16;    // one within the other, of a pointer's new value

}  // namespace

ExprId Stars::variable(VariableId id) {
  return e().variable(id, graph_.variables[id].width);
}

ExprId Stars::offset_by(ExprId address, std::uint64_t offset) {
  return e().binary(Op::Add, address, e().constant(e().width(address), offset));
}

void Stars::add(VariableId pointer, std::uint64_t offset, Type type, const Pointees& pointees) {
  const Key key{pointer, offset, type.bits};
  if (by_pointer_.contains(key)) return;
  const auto candidates =
      memory_.candidates({offset_by(variable(pointer), offset), type, pointees});
  if (!candidates || candidates->empty() || candidates->size() > most_places) return;
  const std::size_t id = stars_.size();
  by_pointer_[key] = id;
  const auto made = static_cast<VariableId>(graph_.variables.size());
  words::Variable star;
  star.name = fmt::format("STAR_{}+{}", graph_.variables[pointer].name, offset);
  star.width = type.bits;
  graph_.variables.push_back(std::move(star));
  stars_.push_back({pointer, offset, type, pointees, *candidates, made});
  std::vector<VariableId> watched{pointer};
  for (const Memory::Candidate& candidate : *candidates)
    for (const VariableId v : memory_.variables(candidate, type)) watched.push_back(v);
  std::ranges::sort(watched);
  watched.erase(std::unique(watched.begin(), watched.end()), watched.end());
  for (const VariableId v : watched) watchers_[v].push_back(id);
}

std::optional<ExprId> Stars::value(ExprId pointer, std::uint64_t offset, Type type) {
  const words::Node& node = e().node(pointer);
  if (node.op != Op::Variable) return std::nullopt;
  const auto found = by_pointer_.find({static_cast<VariableId>(node.value), offset, type.bits});
  if (found == by_pointer_.end()) return std::nullopt;
  return variable(stars_[found->second].variable);
}

/// The value after the block where the pointer pointed to before it.
ExprId Stars::aliased(const Star& star, const Memory::Updates& updates,
                      const std::optional<Write>& only) {
  const ExprId address = offset_by(variable(star.pointer), star.offset);
  ExprId out = variable(star.variable);
  std::vector<const Memory::Candidate*> changed;
  for (const Memory::Candidate& candidate : star.candidates) {
    const std::vector<VariableId> cells = memory_.variables(candidate, star.type);
    if (std::ranges::any_of(cells, [&](VariableId v) { return updates.variables.contains(v); }))
      changed.push_back(&candidate);
  }
  if (!changed.empty() && only && e().width(only->value) == star.type.bits &&
      !memory_.may_overlap(star.type))
    return e().conditional(e().binary(Op::Equal, address, only->address), only->value, out);
  for (const Memory::Candidate* candidate : changed)
    out = e().conditional(memory_.is_at(address, *candidate),
                          memory_.load(*candidate, star.type, &updates), out);
  return out;
}

/// The value after the block where a pointer with that value points to.
ExprId Stars::inferred(const Star& star, ExprId pointer, const Memory::Updates& updates,
                       const std::optional<Write>& only, unsigned depth) {
  const words::Node node = e().node(pointer);
  if (node.op == Op::Conditional && depth < most_choices)
    return e().conditional(node.a, inferred(star, node.b, updates, only, depth + 1),
                           inferred(star, node.c, updates, only, depth + 1));
  ExprId base = pointer;
  std::uint64_t offset = star.offset;
  if (node.op == Op::Add && e().is_constant(node.b)) {
    base = node.a;
    offset += e().node(node.b).value;
  }
  offset &= words::mask(e().width(pointer));
  const words::Node& from = e().node(base);
  if (from.op == Op::Variable) {
    const auto found =
        by_pointer_.find({static_cast<VariableId>(from.value), offset, star.type.bits});
    if (found != by_pointer_.end()) return aliased(stars_[found->second], updates, only);
  }
  const ExprId address = offset_by(pointer, star.offset);
  const auto read = memory_.read({address, star.type, star.pointees}, &updates);
  return read ? read->value : e().constant(star.type.bits, 0);
}

void Stars::follow(Memory::Updates& updates, const std::optional<Write>& only) {
  std::vector<std::size_t> affected;
  for (const auto& [v, value] : updates.variables)
    if (const auto found = watchers_.find(v); found != watchers_.end())
      affected.insert(affected.end(), found->second.begin(), found->second.end());
  std::ranges::sort(affected);
  affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
  std::map<VariableId, ExprId> more;
  for (const std::size_t id : affected) {
    const Star& star = stars_[id];
    const auto assigned = updates.variables.find(star.pointer);
    more[star.variable] = assigned == updates.variables.end()
                              ? aliased(star, updates, only)
                              : inferred(star, assigned->second, updates, only, 0);
  }
  updates.variables.merge(more);
}

Memory::Updates Stars::start() {
  Memory::Updates out;
  for (const Star& star : stars_) {
    const ExprId address = offset_by(variable(star.pointer), star.offset);
    out.variables[star.variable] = memory_.read({address, star.type, star.pointees})->value;
  }
  return out;
}

}  // namespace hardbop::c
