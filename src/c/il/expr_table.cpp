// SPDX-License-Identifier: MIT
#include "c/il/expr_table.hpp"

#include <algorithm>

namespace hardbop::c {

namespace {

std::uint32_t hash_of(const Expr& expr) {
  const auto both = [](std::uint64_t low, std::uint64_t high) { return low | high << 32U; };
  const std::uint64_t shape = both(static_cast<std::uint64_t>(expr.kind) << 16U |
                                       static_cast<std::uint64_t>(expr.op) << 8U | expr.type.bits,
                                   expr.function.index());
  std::uint64_t hash = shape;
  for (const std::uint64_t part : {both(expr.a, expr.b), both(expr.c, expr.object), expr.value}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32U;
  }
  return static_cast<std::uint32_t>(hash);
}

}  // namespace

ExprId ExprTable::find_or_add(const std::vector<Expr>& all, const Expr& expr, ExprId fresh) {
  if (3 * used_ >= 2 * slots_.size()) grow();
  const std::uint32_t hash = hash_of(expr);
  const std::size_t last = slots_.size() - 1;
  for (std::size_t at = hash & last;; at = (at + 1) & last) {
    Slot& slot = slots_[at];
    if (slot.id == none) {
      slot = {hash, fresh};
      ++used_;
      return fresh;
    }
    if (slot.hash == hash && all[slot.id] == expr) return slot.id;
  }
}

void ExprTable::grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(std::max<std::size_t>(64, 4 * old.size()), {});
  const std::size_t last = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == none) continue;
    std::size_t at = slot.hash & last;
    while (slots_[at].id != none) at = (at + 1) & last;
    slots_[at] = slot;
  }
}

}  // namespace hardbop::c
