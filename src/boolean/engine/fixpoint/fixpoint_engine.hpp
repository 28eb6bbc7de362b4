// SPDX-License-Identifier: MIT
// The fixpoint engine: the program as relations, the algorithm as a system of the calculus
// [getafix09].
#pragma once

#include <memory>
#include <optional>

#include "base/util/diagnostic.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/engine/fixpoint/program_relations.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_fixpoint_engine();

/// What is wrong with an algorithm for this program; the engine needs one without errors.
[[nodiscard]] Diagnostics check_algorithm(const ProgramRelations& relations,
                                          const std::shared_ptr<const SourceFile>& algorithm);

/// Asks the query's algorithm. Without traces.
[[nodiscard]] std::vector<Finding> run_algorithm(const ProgramRelations& relations,
                                                 const Query& query, Budget& budget,
                                                 Statistics& statistics);

/// Where a program with threads does what the relations cannot say: a statement that starts
/// threads, or a thread's own global that is initialised by a shared one.
[[nodiscard]] std::optional<SourceOffset> beyond_formulas(const bp::Threads& threads);

/// Decides a program with threads by an algorithm, within a bound of context switches; nothing of
/// the program may be beyond formulas. Traces are found by the other ways.
[[nodiscard]] std::vector<ConcurrentFinding> evaluate_interleavings(
    const bp::Threads& threads, const ConcurrentQuery& query, const AlgorithmChoice& algorithm,
    Budget& budget, Statistics& statistics);

}  // namespace hardbop::engine
