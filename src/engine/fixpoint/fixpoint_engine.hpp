// SPDX-License-Identifier: MIT
// The fixpoint engine: the program as relations, the algorithm as a system of the calculus
// [getafix09].
#pragma once

#include <memory>
#include <optional>

#include "engine/engine.hpp"
#include "engine/fixpoint/program_relations.hpp"
#include "util/diagnostic.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_fixpoint_engine();

/// What is wrong with an algorithm for this program; the engine needs one without errors.
[[nodiscard]] Diagnostics check_algorithm(const ProgramRelations& relations,
                                          const std::shared_ptr<const SourceFile>& algorithm);

/// Where a program with threads does what the relations cannot say: a statement that starts
/// threads, or a thread's own global that is initialised by a shared one.
[[nodiscard]] std::optional<SourceOffset> beyond_formulas(const bp::Threads& threads);

/// The same engine for a program with threads, within the interleaving's context switches, of which
/// nothing is beyond formulas. Without traces.
[[nodiscard]] std::vector<Finding> run_algorithm(const Interleaving& interleaving,
                                                 const Query& query, Budget& budget,
                                                 Statistics& statistics);

}  // namespace hardbop::engine
