// SPDX-License-Identifier: MIT
// The models of a function as cubes: conjunctions of literals, read off the paths of its
// diagram. Both forms are deterministic: from the top down, false before true.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/bdd/bdd.hpp"

namespace hardbop::bdd {

/// One cube that implies f: at each node the low half is taken unless it is false.
/// Nothing where f is false; no literals where it is true.
[[nodiscard]] std::optional<std::vector<Literal>> satisfying_cube(const Bdd& f);

/// All cubes of f, one per path to true, disjoint from each other. The order of the
/// variables must not change while it is in use.
class CubeEnumerator {
 public:
  explicit CubeEnumerator(Bdd f);

  /// Goes to the first or next cube; false where there is none left.
  bool next();
  /// The cube it is at, from the top down.
  [[nodiscard]] std::span<const Literal> cube() const { return literals_; }

 private:
  Bdd root_;
  std::vector<Ref> path_;  // the node each literal was chosen at
  std::vector<Literal> literals_;
  bool started_ = false;

  bool descend(Ref ref);
};

/// Calls `visit(cube)` for each cube, until it answers false.
template <class Visit>
void for_each_cube(const Bdd& f, Visit visit) {
  CubeEnumerator cubes(f);
  while (cubes.next())
    if (!visit(cubes.cube())) return;
}

}  // namespace hardbop::bdd
