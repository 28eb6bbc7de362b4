// SPDX-License-Identifier: MIT
// Accesses to regions that are arrays. Which region an access is to is decided by its address, as
// is which element: so a region costs one comparison, however many elements it has.
#include <bit>

#include "c/memory/memory.hpp"

namespace hardbop::c {

using words::Op;
using words::Width;

words::ExprId Memory::is_within(const Region& region, words::ExprId offset, std::uint32_t bytes) {
  words::Expressions& e = graph_.expressions;
  const Width width = e.width(offset);
  const words::ExprId needed = e.constant(width, bytes);
  if (!region.length) {
    if (region.size < bytes) return e.truth(false);
    return e.binary(Op::LessEqualUnsigned, offset, e.constant(width, region.size - bytes));
  }
  const words::ExprId length = e.variable(*region.length, width);
  return e.binary(Op::And, e.binary(Op::LessEqualUnsigned, needed, length),
                  e.binary(Op::LessEqualUnsigned, offset, e.binary(Op::Subtract, length, needed)));
}

std::optional<Memory::Spot> Memory::spot(RegionId id, const Target& target) {
  const Region& region = regions_[id];
  const std::uint32_t bytes = target.type.bits / 8U;
  words::Expressions& e = graph_.expressions;
  const Width width = e.width(target.address);
  const words::ExprId offset =
      e.binary(Op::Subtract, target.address, e.constant(width, region.base));
  words::ExprId here = is_within(region, offset, bytes);
  const auto low = static_cast<Width>(std::countr_zero(region.layout.bytes));
  const Width zeros = std::min(low, static_cast<Width>(std::countr_zero(bytes)));
  if (zeros > 0)
    here = e.binary(Op::And, here,
                    e.binary(Op::Equal, e.extract(offset, 0, zeros), e.constant(zeros, 0)));
  if (e.is_constant(here, 0)) return std::nullopt;
  Spot out{id, here, e.extract(offset, low, graph_.arrays[*region.array].sort.index)};
  if (zeros < low) out.part = e.extract(offset, zeros, static_cast<Width>(low - zeros));
  return out;
}

std::vector<Memory::Spot> Memory::spots(const Target& target) {
  std::vector<Spot> out;
  for (const RegionId id : possible(target)) {
    if (!regions_[id].array) continue;
    if (const auto found = spot(id, target)) out.push_back(*found);
  }
  return out;
}

words::ExprId Memory::array_of(const Region& region, const Updates* after) {
  if (after != nullptr)
    if (const auto changed = after->arrays.find(*region.array); changed != after->arrays.end())
      return changed->second;
  return graph_.expressions.array(*region.array, graph_.arrays[*region.array].sort);
}

/// Little-endian: part 0 is the lowest.
words::ExprId Memory::part_of(words::ExprId element, words::ExprId part, Width bits) {
  words::Expressions& e = graph_.expressions;
  words::ExprId out = e.extract(element, 0, bits);
  for (unsigned k = 1; k < e.width(element) / bits; ++k)
    out = e.conditional(e.binary(Op::Equal, part, e.constant(e.width(part), k)),
                        e.extract(element, static_cast<Width>(k * bits), bits), out);
  return out;
}

words::ExprId Memory::with_part(words::ExprId element, words::ExprId part, words::ExprId value) {
  words::Expressions& e = graph_.expressions;
  const Width bits = e.width(value);
  std::optional<words::ExprId> out;
  for (unsigned k = 0; k < e.width(element) / bits; ++k) {
    const words::ExprId one =
        e.conditional(e.binary(Op::Equal, part, e.constant(e.width(part), k)), value,
                      e.extract(element, static_cast<Width>(k * bits), bits));
    out = out ? e.concatenate(one, *out) : one;
  }
  return *out;
}

/// Little-endian.
words::ExprId Memory::load(const Spot& spot, Type type, const Updates* after) {
  words::Expressions& e = graph_.expressions;
  const Region& region = regions_[spot.region];
  const words::ExprId array = array_of(region, after);
  if (spot.part) return part_of(e.select(array, spot.index), *spot.part, type.bits);
  std::optional<words::ExprId> out;
  for (std::uint32_t k = 0; k < type.bits / 8U / region.layout.bytes; ++k) {
    const words::ExprId index = e.binary(Op::Add, spot.index, e.constant(e.width(spot.index), k));
    const auto bits = static_cast<Width>(8 * region.layout.bytes);
    const words::ExprId part = e.extend(Op::ZeroExtend, e.select(array, index), bits);
    out = out ? e.concatenate(part, *out) : part;
  }
  return *out;
}

/// One store for each element, whatever the condition: that is what engines look for.
void Memory::store(const Spot& spot, std::uint32_t bytes, words::ExprId value,
                   words::ExprId condition, Updates& updates) {
  words::Expressions& e = graph_.expressions;
  const Region& region = regions_[spot.region];
  const words::ExprId before = array_of(region, &updates);
  const Width width = graph_.arrays[*region.array].sort.element;
  words::ExprId array = before;
  if (spot.part) {
    const words::ExprId old = e.select(before, spot.index);
    const words::ExprId now = with_part(old, *spot.part, value);
    updates.arrays[*region.array] = e.store(before, spot.index, e.conditional(condition, now, old));
    return;
  }
  for (std::uint32_t k = 0; k < bytes / region.layout.bytes; ++k) {
    const words::ExprId index = e.binary(Op::Add, spot.index, e.constant(e.width(spot.index), k));
    const auto lowest = static_cast<Width>(8 * region.layout.bytes * k);
    const words::ExprId word = e.extract(value, lowest, width);
    array = e.store(array, index, e.conditional(condition, word, e.select(before, index)));
  }
  updates.arrays[*region.array] = array;
}

}  // namespace hardbop::c
