// SPDX-License-Identifier: MIT
#include "base/bdd/cubes.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::bdd {

std::optional<std::vector<Literal>> satisfying_cube(const Bdd& f) {
  CubeEnumerator cubes(f);
  if (!cubes.next()) return std::nullopt;
  return std::vector<Literal>(cubes.cube().begin(), cubes.cube().end());
}

CubeEnumerator::CubeEnumerator(Bdd f) : root_(std::move(f)) {
  HARDBOP_INVARIANT(!root_.is_null(), "an operand should be a function");
}

bool CubeEnumerator::next() {
  if (!started_) {
    started_ = true;
    return descend(root_.id());
  }
  const NodeStore& store = root_.kernel()->store;
  while (!path_.empty()) {
    const bool was_low = !literals_.back().positive;
    const Ref high = store.high(path_.back());
    if (was_low && high != false_ref) {
      literals_.back().positive = true;
      return descend(high);
    }
    path_.pop_back();
    literals_.pop_back();
  }
  return false;
}

/// Follows the first path to true from here. Every node but false has one.
bool CubeEnumerator::descend(Ref ref) {
  const Kernel& kernel = *root_.kernel();
  while (!is_constant(ref)) {
    const Ref low = kernel.store.low(ref);
    const bool positive = low == false_ref;
    path_.push_back(ref);
    literals_.push_back({kernel.order.var_at(kernel.store.level(ref)), positive});
    ref = positive ? kernel.store.high(ref) : low;
  }
  return ref == true_ref;
}

}  // namespace hardbop::bdd
