// SPDX-License-Identifier: MIT
#include "c/memory.hpp"

#include <algorithm>

#include "util/invariant.hpp"

namespace hardbop::c {

using ltg::Op;
using ltg::Width;

namespace {

/// An access that could be to more places than this is not followed.
constexpr std::size_t most_candidates = 1024;
/// Between objects, so that an address one past an object's end is no other object's.
constexpr std::uint64_t gap = 8;

std::uint32_t bytes_of(Type type) {
  return type.bits / 8U;
}

}  // namespace

Memory::Memory(const Program& program, ltg::Graph& graph) : program_(program), graph_(graph) {}

RegionId Memory::add(const Pointee& what, InstanceId instance, const std::string& name,
                     std::uint32_t size, std::vector<Cell> cells, bool is_zero) {
  const auto id = static_cast<RegionId>(regions_.size());
  const auto first = static_cast<ltg::VariableId>(graph_.variables.size());
  for (const Cell& cell : cells) {
    ltg::Variable& variable = graph_.variables.emplace_back();
    variable.name = name + cell.name;
    variable.width = cell.type.bits;
    if (is_zero) variable.initial = 0;
    if (cell.offset % alignment(bytes_of(cell.type)) != 0) has_odd_cells_ = true;
  }
  regions_.push_back({what, instance, next_address_, size, std::move(cells), first});
  by_pointee_[what].push_back(id);
  next_address_ += (size + gap + 7) / 8 * 8;
  return id;
}

const std::vector<RegionId>& Memory::regions(const Pointee& what) const {
  static const std::vector<RegionId> no_regions;
  const auto found = by_pointee_.find(what);
  return found == by_pointee_.end() ? no_regions : found->second;
}

const Region& Memory::region(const Pointee& what, InstanceId instance) const {
  for (const RegionId id : regions(what))
    if (regions_[id].instance == none || regions_[id].instance == instance) return regions_[id];
  HARDBOP_INVARIANT(false, "every object should have a region");
}

const Region* Memory::only_region(const Pointee& what) const {
  const std::vector<RegionId>& all = regions(what);
  return all.size() == 1 ? &regions_[all.front()] : nullptr;
}

// Places

template <typename Visit>
void Memory::for_each_part(const Candidate& candidate, std::uint32_t bytes, Visit visit) const {
  const Region& region = regions_[candidate.region];
  const std::uint32_t end = candidate.offset + bytes;
  auto cell = std::partition_point(region.cells.begin(), region.cells.end(), [&](const Cell& one) {
    return one.offset + bytes_of(one.type) <= candidate.offset;
  });
  for (; cell != region.cells.end() && cell->offset < end; ++cell)
    visit(region.first + static_cast<ltg::VariableId>(cell - region.cells.begin()), *cell);
}

bool Memory::covers(const Region& region, std::uint32_t offset, std::uint32_t bytes) const {
  const auto id = static_cast<RegionId>(&region - regions_.data());
  std::uint32_t reached = offset;
  bool is_whole = true;
  for_each_part({id, offset}, bytes, [&](ltg::VariableId, const Cell& cell) {
    is_whole = is_whole && cell.offset <= reached;
    reached = std::max(reached, cell.offset + bytes_of(cell.type));
  });
  return is_whole && reached >= offset + bytes;
}

void Memory::add_offsets(RegionId id, std::uint32_t bytes, std::vector<Candidate>& out) const {
  const Region& region = regions_[id];
  const std::uint32_t step = alignment(bytes);
  for (std::uint32_t offset = 0; offset + bytes <= region.size; offset += step) {
    if (covers(region, offset, bytes)) out.push_back({id, offset});
    if (out.size() > most_candidates) return;
  }
  if (!has_odd_cells_) return;
  for (const Cell& cell : region.cells)
    if (bytes_of(cell.type) == bytes && cell.offset % step != 0) out.push_back({id, cell.offset});
}

std::uint32_t Memory::alignment(std::uint32_t bytes) const {
  return program_.data_model.pointer_bits == 32 ? std::min(bytes, 4U) : bytes;
}

bool Memory::may_overlap(Type type) const {
  return has_odd_cells_ || alignment(bytes_of(type)) != bytes_of(type);
}

std::optional<std::vector<Memory::Candidate>> Memory::candidates(ltg::ExprId address, Type type,
                                                                 const Pointees& pointees) const {
  std::vector<Candidate> out;
  const ltg::Expressions& expressions = graph_.expressions;
  if (expressions.is_constant(address)) {
    const std::uint64_t number = expressions.node(address).value;
    for (RegionId id = 0; id < regions_.size(); ++id) {
      const Region& region = regions_[id];
      if (number < region.base || number + bytes_of(type) > region.base + region.size) continue;
      const auto offset = static_cast<std::uint32_t>(number - region.base);
      if (covers(region, offset, bytes_of(type))) out.push_back({id, offset});
    }
    return out;
  }
  for (const Pointee& pointee : pointees) {
    if (pointee.kind == Pointee::Kind::Function) continue;
    for (const RegionId id : regions(pointee)) add_offsets(id, bytes_of(type), out);
    if (out.size() > most_candidates) return std::nullopt;
  }
  return out;
}

std::vector<ltg::VariableId> Memory::variables(const Candidate& candidate, Type type) const {
  std::vector<ltg::VariableId> out;
  for_each_part(candidate, bytes_of(type),
                [&](ltg::VariableId variable, const Cell&) { out.push_back(variable); });
  return out;
}

// Values

ltg::ExprId Memory::is_at(ltg::ExprId address, const Candidate& candidate) {
  ltg::Expressions& e = graph_.expressions;
  const std::uint64_t number = regions_[candidate.region].base + candidate.offset;
  return e.binary(Op::Equal, address, e.constant(e.width(address), number));
}

/// Little-endian, from the bytes of all cells there.
ltg::ExprId Memory::load(const Candidate& candidate, Type type, const Updates* after) {
  ltg::Expressions& e = graph_.expressions;
  const std::uint32_t bytes = bytes_of(type);
  std::optional<ltg::ExprId> out;
  const std::uint32_t end = candidate.offset + bytes;
  for_each_part(candidate, bytes, [&](ltg::VariableId variable, const Cell& cell) {
    const std::uint32_t from = std::max(cell.offset, candidate.offset);
    const std::uint32_t to = std::min(cell.offset + bytes_of(cell.type), end);
    const auto changed = after == nullptr ? Updates::const_iterator() : after->find(variable);
    const ltg::ExprId whole = after == nullptr || changed == after->end()
                                  ? e.variable(variable, cell.type.bits)
                                  : changed->second;
    const ltg::ExprId part = e.extract(whole, static_cast<Width>((from - cell.offset) * 8),
                                       static_cast<Width>((to - from) * 8));
    out = out ? e.concatenate(part, *out) : part;
  });
  return *out;
}

void Memory::store(const Candidate& candidate, std::uint32_t bytes, ltg::ExprId value,
                   ltg::ExprId condition, Updates& updates) {
  ltg::Expressions& e = graph_.expressions;
  const std::uint32_t end = candidate.offset + bytes;
  for_each_part(candidate, bytes, [&](ltg::VariableId variable, const Cell& cell) {
    const Width bits = cell.type.bits;
    const std::uint32_t from = std::max(cell.offset, candidate.offset);
    const std::uint32_t to = std::min(cell.offset + bytes_of(cell.type), end);
    const auto low = static_cast<Width>((from - cell.offset) * 8);
    const auto high = static_cast<Width>((to - cell.offset) * 8);
    const auto known = updates.find(variable);
    const ltg::ExprId old = known == updates.end() ? e.variable(variable, bits) : known->second;
    ltg::ExprId now = e.extract(value, static_cast<Width>((from - candidate.offset) * 8),
                                static_cast<Width>(high - low));
    if (low > 0) now = e.concatenate(now, e.extract(old, 0, low));
    if (high < bits)
      now = e.concatenate(e.extract(old, high, static_cast<Width>(bits - high)), now);
    updates[variable] = e.conditional(condition, now, old);
  });
}

std::optional<Memory::Read> Memory::read(ltg::ExprId address, Type type, const Pointees& pointees,
                                         const Updates* after) {
  const auto found = candidates(address, type, pointees);
  if (!found) return std::nullopt;
  ltg::Expressions& e = graph_.expressions;
  Read out{e.constant(type.bits, 0), e.truth(false)};
  for (const Candidate& candidate : *found) {
    const ltg::ExprId here = is_at(address, candidate);
    const ltg::ExprId value = load(candidate, type, after);
    const bool is_default = &candidate == &found->front();
    out.value = is_default ? value : e.conditional(here, value, out.value);
    out.valid = e.binary(Op::Or, out.valid, here);
  }
  return out;
}

std::optional<ltg::ExprId> Memory::write(ltg::ExprId address, Type type, ltg::ExprId value,
                                         const Pointees& pointees, Updates& updates) {
  const auto found = candidates(address, type, pointees);
  if (!found) return std::nullopt;
  ltg::Expressions& e = graph_.expressions;
  ltg::ExprId valid = e.truth(false);
  for (const Candidate& candidate : *found) {
    const ltg::ExprId here = is_at(address, candidate);
    store(candidate, bytes_of(type), value, found->size() == 1 ? e.truth(true) : here, updates);
    valid = e.binary(Op::Or, valid, here);
  }
  return valid;
}

}  // namespace hardbop::c
