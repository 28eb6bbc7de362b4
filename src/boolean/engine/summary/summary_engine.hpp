// SPDX-License-Identifier: MIT
// The summary engine: interprocedural reachability with explicit control flow and BDDs.
#pragma once

#include <memory>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/summary/options.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_summary_engine(SummaryOptions options = {});

/// Gives findings of another engine, which says that a place is reached and not how, traces.
void add_summary_traces(const bp::Graph& graph, const Query& query, const SummaryOptions& options,
                        Budget& budget, Statistics& statistics, std::vector<Finding>& findings);

}  // namespace hardbop::engine
