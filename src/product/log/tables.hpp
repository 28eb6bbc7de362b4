// SPDX-License-Identifier: MIT
// Sets of valuations as tables and as diagrams.
#pragma once

#include <vector>

#include "base/bdd/bdd.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

/// `{"count": "6", "rows": ["01-", …], "left_out": 2}`: a digit per column, `-` for both values;
/// how many valuations there are in all, and how many rows are not shown.
[[nodiscard]] Json table(const bdd::Bdd& set, const std::vector<bdd::Var>& columns);

/// `{"root": 2, "nodes": [[column, low, high], …]}`: nodes count from 2, 0 and 1 are the leaves;
/// `{"size": 300}` alone where there are too many to look at.
[[nodiscard]] Json diagram(const bdd::Bdd& set, const std::vector<bdd::Var>& columns);

}  // namespace hardbop::log
