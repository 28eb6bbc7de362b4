// SPDX-License-Identifier: MIT
#include "boolean/calculus/layout.hpp"

#include <algorithm>

namespace hardbop::calculus {

Layout::Layout(const System& system, bdd::Manager& manager) : system_(system), manager_(manager) {
  for (const auto& [root, colours] : system.colours) add_root(root);
  choose_places();
  std::ranges::stable_sort(families_,
                           [](const Family& a, const Family& b) { return a.place < b.place; });
  allocate();
}

std::uint64_t Layout::size(const System& system) {
  std::uint64_t out = 0;
  for (const auto& [root, colours] : system.colours)
    out += std::uint64_t{system.types[root].bits} * colours;
  return out;
}

void Layout::add_root(TypeId root) {
  for (const Leaf& leaf : system_.types.leaves(root))
    family_of(root, leaf).units.push_back({root, leaf.first_bit});
}

Layout::Family& Layout::family_of(TypeId root, const Leaf& leaf) {
  const bool named = !system_.types[leaf.type].name.empty();
  for (Family& family : families_) {
    if (leaf.array != no_index) {
      if (family.array == leaf.array && family.element == leaf.element) return family;
      continue;
    }
    if (!named || family.scalar != leaf.type) continue;
    if (std::ranges::none_of(family.units, [&](const Unit& unit) { return unit.root == root; }))
      return family;
  }
  Family& out = families_.emplace_back();
  out.array = leaf.array;
  out.element = leaf.element;
  if (named) out.scalar = leaf.type;
  out.bits = system_.types[leaf.type].bits;
  return out;
}

/// First what a hint names, in the order of the hints; then the rest as declared; last what has a
/// given place. Where types are given, the system's own are few bits by which it steers the search.
void Layout::choose_places() {
  for (std::size_t i = 0; i < families_.size(); ++i) {
    Family& family = families_[i];
    family.place = {1, i};
    const TypeId source = family.array != no_index ? family.array : family.scalar;
    const auto given = system_.places.find(source);
    if (source != no_index && given != system_.places.end() &&
        family.element < given->second.size())
      family.place = {2, given->second[family.element], i};
    for (std::size_t h = system_.order.size(); h-- > 0;) {
      const OrderHint& hint = system_.order[h];
      for (const Unit& unit : family.units)
        if (unit.root == hint.type && unit.first_bit >= hint.first_bit &&
            unit.first_bit + family.bits <= hint.first_bit + hint.bits)
          family.place = {0, h, i};
    }
  }
}

void Layout::allocate() {
  for (const auto& [root, colours] : system_.colours)
    columns_[root].assign(system_.types[root].bits, std::vector<bdd::Var>(colours));
  for (const Family& family : families_) {
    for (std::uint32_t bit = 0; bit < family.bits; ++bit) {
      std::vector<bdd::Var> together;
      for (const Unit& unit : family.units)
        for (bdd::Var& column : columns_[unit.root][unit.first_bit + bit])
          together.push_back(column = manager_.new_var());
      if (together.size() > 1) manager_.group(together);
    }
  }
}

std::vector<bdd::Var> Layout::columns(const Variable& variable) const {
  std::vector<bdd::Var> out;
  for (const std::vector<bdd::Var>& bit : columns_.at(variable.type))
    out.push_back(bit[variable.colour]);
  return out;
}

}  // namespace hardbop::calculus
