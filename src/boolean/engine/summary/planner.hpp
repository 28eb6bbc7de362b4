// SPDX-License-Identifier: MIT
// Plans: what a search gives for a trace. A plan is a list of places in the order of
// execution, each with a set of path edges (a cube) such that from every one of them some
// step leads into the set of the next place. What is dead has no value in it yet.
#pragma once

#include <optional>
#include <vector>

#include "base/bdd/bdd.hpp"
#include "boolean/encode/transfer.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::engine {

struct PlannedPlace {
  enum class By : std::uint8_t { Start, Step, Call, Summary };

  bp::VertexId vertex = bp::no_index;
  bdd::Bdd set;
  By by = By::Start;  // how the plan comes here from the place before
};

using Plan = std::vector<PlannedPlace>;

/// A part of a procedure's summary. Whatever is in it came about through parts of smaller
/// rank alone; ranks are what makes the expansion of calls end.
struct SummaryPart {
  std::uint64_t rank = 0;
  bdd::Bdd added;
};

/// One sense of "shortest". Nothing where the budget ended the search, or where lengths are
/// beyond counting.
class Planner {
 public:
  Planner() = default;
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;
  virtual ~Planner() = default;

  /// From the start of a run to one of the targets, into calls that do not come back.
  [[nodiscard]] virtual std::optional<Plan> outer(const std::vector<bp::ProcedureId>& entries,
                                                  const std::vector<bp::VertexId>& targets) = 0;
  /// Within a procedure from path edges at its entry to its exit, into `goal`, by parts of
  /// smaller rank.
  [[nodiscard]] virtual std::optional<Plan> inner(bp::ProcedureId p, const bdd::Bdd& first,
                                                  const bdd::Bdd& goal, std::uint64_t rank) = 0;
  /// By rank.
  [[nodiscard]] virtual const std::vector<SummaryPart>& parts(bp::ProcedureId p) const = 0;
};

/// The sets from which a transfer can lead into `set`.
[[nodiscard]] bdd::Bdd preimage(const encode::Transfer& transfer, const bdd::Bdd& set);

/// One cube of a set that is not empty.
[[nodiscard]] bdd::Bdd pick(const bdd::Bdd& set, const bdd::Manager& manager);

}  // namespace hardbop::engine
