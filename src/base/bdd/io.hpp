// SPDX-License-Identifier: MIT
// Diagrams as text: pictures, files, and sums of cubes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bdd/manager.hpp"

namespace hardbop::bdd {

/// A function and what to call it.
using NamedBdd = std::pair<std::string, Bdd>;

/// A picture for Graphviz. Solid edges are taken where the variable is true, dashed ones
/// where it is false, and a dot at the end of an edge complements what it points to.
[[nodiscard]] std::string to_dot(const Manager& manager, std::span<const NamedBdd> roots);
[[nodiscard]] std::string to_dot(const Manager& manager, const Bdd& f);

/// A sum of cubes with names, as in "x & !y | z"; "true" and "false" for the constants.
/// After `max_cubes` of them comes "...".
[[nodiscard]] std::string to_string(const Manager& manager, const Bdd& f,
                                    std::size_t max_cubes = 1000);

/// The text form (docs/manual/bdd.md): the diagrams of some functions, sharing kept.
[[nodiscard]] std::string save(const Manager& manager, std::span<const Bdd> roots);

/// What load() found wrong, and on which line of the text.
struct LoadError {
  std::size_t line = 0;
  std::string text;
};

struct LoadResult {
  std::vector<Bdd> roots;
  std::optional<LoadError> error;

  explicit operator bool() const { return !error.has_value(); }
};

/// Reads what save() wrote, into any order. Variables are taken by number; those the
/// manager does not have yet are made, with their names. Bad input is an error, and the
/// manager is left as it was but for variables made until then.
[[nodiscard]] LoadResult load(Manager& manager, std::string_view text);

}  // namespace hardbop::bdd
