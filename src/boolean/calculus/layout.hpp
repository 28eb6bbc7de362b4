// SPDX-License-Identifier: MIT
// Which BDD variables stand for which bits, and their order.
//
// A column is a type, a bit of it and a colour. Variables of one type that are never in scope
// together share columns. The order keeps together what is compared and renamed: all colours of a
// bit; elements with the same number in arrays of one type; and scalars of one named type in
// different structures or alone. Otherwise the order is that of the declarations. Names in `order`
// hints come first. Types that are given from outside bring their own positions, after all others.
#pragma once

#include <map>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

class Layout {
 public:
  Layout(const System& system, bdd::Manager& manager);

  /// The BDD variables of all bits of a variable.
  [[nodiscard]] std::vector<bdd::Var> columns(const Variable& variable) const;
  /// How many there are in all, before any is made.
  [[nodiscard]] static std::uint64_t size(const System& system);

 private:
  /// A scalar of a type.
  struct Unit {
    TypeId root = no_index;
    std::uint32_t first_bit = 0;
  };
  /// Scalars that belong together; all have so many bits.
  struct Family {
    TypeId array = no_index;  // of elements
    std::uint32_t element = 0;
    TypeId scalar = no_index;  // of others: where it has a name
    std::uint32_t bits = 0;
    std::vector<Unit> units;
    std::vector<std::uint64_t> place;  // compared lexicographically
  };

  const System& system_;
  bdd::Manager& manager_;
  std::vector<Family> families_;
  std::map<TypeId, std::vector<std::vector<bdd::Var>>> columns_;  // by bit, by colour

  void add_root(TypeId root);
  [[nodiscard]] Family& family_of(TypeId root, const Leaf& leaf);
  void choose_places();
  void allocate();
};

}  // namespace hardbop::calculus
