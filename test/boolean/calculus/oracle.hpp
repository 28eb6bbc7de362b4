// SPDX-License-Identifier: MIT
// A slow but obvious evaluation of systems: `Evaluate` of [getafix09 §3] word for word, on sets of
// tuples.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "boolean/calculus/system.hpp"

namespace hardbop::test {

/// The scalars of all parameters, one after another.
using Tuple = std::vector<std::int64_t>;
using Tuples = std::set<Tuple>;

/// Thrown where a relation never becomes stable.
struct Unstable {};

class SystemOracle {
 public:
  explicit SystemOracle(const calculus::System& system) : system_(system) {}

  [[nodiscard]] Tuples evaluate(calculus::RelationId relation) { return evaluate(relation, {}); }

 private:
  using Values = std::map<calculus::RelationId, Tuples>;
  using Assignment = std::map<calculus::VariableId, Tuple>;

  const calculus::System& system_;

  [[nodiscard]] Tuples evaluate(calculus::RelationId relation, const Values& fixed);
  [[nodiscard]] Tuples round(calculus::RelationId relation, const Values& fixed);
  [[nodiscard]] bool holds(calculus::Index formula, const Values& values,
                           const Assignment& assignment) const;
  [[nodiscard]] bool quantified(const calculus::Formula& formula, std::size_t next,
                                const Values& values, Assignment assignment) const;
  [[nodiscard]] Tuple term(const calculus::Term& term, const Assignment& assignment) const;
  [[nodiscard]] std::vector<Tuple> all_values(calculus::TypeId type) const;
  [[nodiscard]] std::vector<Tuple> all_tuples(const calculus::Relation& relation) const;
};

}  // namespace hardbop::test
