// SPDX-License-Identifier: MIT
#include "c/il/expr_table.hpp"

#include <algorithm>

namespace hardbop::c {

namespace {

std::uint32_t hash_of(const Expr& expr) {
  std::uint64_t hash =
      static_cast<std::uint64_t>(expr.kind) * 31U + static_cast<std::uint64_t>(expr.op);
  for (const std::uint64_t part :
       {std::uint64_t{expr.a}, std::uint64_t{expr.b}, std::uint64_t{expr.c},
        std::uint64_t{expr.object}, std::uint64_t{expr.function.index()}, expr.value,
        std::uint64_t{expr.type.bits}}) {
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
