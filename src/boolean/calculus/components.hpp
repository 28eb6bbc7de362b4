// SPDX-License-Identifier: MIT
// In which order, and how, the relations of a system are evaluated.
//
// Relations that depend on each other form a component. Where all dependencies inside are
// positive and all its fixed points are of one kind, a joint iteration gives what the nested
// iterations of [getafix09 §3] give, and does so faster. Any other component is evaluated as
// there: the relation that is asked for from outside is iterated, and in every round the
// others are evaluated anew, with that relation fixed.
#pragma once

#include <optional>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

struct Component {
  enum class Kind : std::uint8_t {
    Once,        // one relation that does not depend on itself
    Ascending,   // least fixed points, jointly
    Descending,  // greatest fixed points, jointly
    Nested,      // one relation is iterated, the others inside
  };
  /// A relation that is asked for, and how to evaluate what it needs while it is fixed.
  struct Root {
    RelationId relation = no_index;
    std::vector<Component> inside;
  };

  Kind kind = Kind::Once;
  std::vector<RelationId> members;
  std::vector<RelationId> wanted;  // of the members: those that are asked for from outside
  std::vector<Root> roots;         // Nested: the fixed points among or behind the wanted ones
  std::vector<Component> after;    // Nested: the plain ones among the wanted, roots fixed
  bool monotone = true;            // Nested: only fixed points of both kinds make it so
};

/// What `wanted` needs, in order. Nothing where components nest beyond all reason.
[[nodiscard]] std::optional<std::vector<Component>> components(
    const System& system, const std::vector<RelationId>& wanted);

}  // namespace hardbop::calculus
