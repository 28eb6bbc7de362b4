// SPDX-License-Identifier: MIT
// What the name of a temporal property means in a program.
#pragma once

#include <optional>
#include <string>

#include "boolean/logic/formula.hpp"

namespace hardbop::certify {

struct TemporalClaim {
  bool is_temporal = false;                  // else it is the name of something else
  std::optional<temporal::Formula> formula;  // of LTL: the property holds if all runs satisfy it
  std::string error;                         // where it is one, and there is no formula
  std::optional<temporal::Formula> ctl{};    // of CTL where that is the reason: it is not of LTL
};

/// `ltl F`, `ctl F`, `termination`, or a name with one of these in parentheses, as in
/// `fair (ltl G F g)`.
[[nodiscard]] TemporalClaim read_temporal_claim(const bp::Graph& graph,
                                                const std::string& property);

}  // namespace hardbop::certify
