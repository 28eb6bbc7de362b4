// SPDX-License-Identifier: MIT
// The picture that the SLAM IV lecture [slam4] draws on the blackboard.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/engine/explicit/observer.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::engine {

class PointGraph;

/// A place in the drawing: points of several contexts can be the same one.
struct Spot {
  bp::VertexId vertex = 0;
  std::string valuation;  // of the visible variables, a digit each

  friend auto operator<=>(const Spot&, const Spot&) = default;  // NOLINT(modernize-use-nullptr)
};

struct Picture {
  std::set<Spot> spots;
  std::map<std::pair<Spot, Spot>, ArrowKind> arrows;
};

/// Every arrow of the algorithm, of a complete exploration.
[[nodiscard]] Picture picture_of(PointGraph& points);

struct Drawing {
  std::string dot;    // empty where there is an error
  std::string error;  // the program is too large to be looked at
};

/// For each procedure a row per statement and a column per valuation of the visible variables,
/// a point where a run can be there with it; blue arrows for steps, green ones for calls and
/// black ones for returns. Points of `errors` are red. Positions are fixed, for `neato -n`.
[[nodiscard]] Drawing draw_points(const bp::Graph& graph,
                                  const std::vector<bp::ProcedureId>& entries,
                                  const std::vector<bp::VertexId>& errors, Budget& budget);

}  // namespace hardbop::engine
