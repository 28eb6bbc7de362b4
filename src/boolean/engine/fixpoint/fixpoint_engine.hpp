// SPDX-License-Identifier: MIT
// The fixpoint engine: the program as relations, the algorithm as a system of the calculus
// [getafix09].
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/util/diagnostic.hpp"
#include "boolean/calculus/observer.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/engine/fixpoint/program_relations.hpp"
#include "boolean/engine/summary/options.hpp"

namespace hardbop::engine {

struct FixpointOptions {
  /// Of algorithms(); where empty, the usual one for the program.
  std::string algorithm{};
  /// Where there is one, a system of the calculus to evaluate instead.
  std::shared_ptr<const SourceFile> own{};
  calculus::RelationObserver* observer = nullptr;  // who is told of the rounds
  bool frontier = true;                            // propagate only what is new
  SummaryOptions traces{};                         // of the summary engine, which finds them
  ConcurrentOptions thread_traces{};               // of those who find them where there are threads
};

/// What is evaluated, and how.
struct AlgorithmChoice {
  std::shared_ptr<const SourceFile> source;  // a system of the calculus
  bool frontier = true;
  calculus::RelationObserver* observer = nullptr;
};

/// What the options say, of a program with threads or without; no source where there is no
/// algorithm of that name.
[[nodiscard]] AlgorithmChoice choose_algorithm(const FixpointOptions& options, bool threads);

/// The engine needs an algorithm without errors.
[[nodiscard]] std::unique_ptr<Engine> make_fixpoint_engine(FixpointOptions options = {});

/// What is wrong with an algorithm for this program.
[[nodiscard]] Diagnostics check_algorithm(const ProgramRelations& relations,
                                          const std::shared_ptr<const SourceFile>& algorithm);

/// Asks the algorithm. Without traces.
[[nodiscard]] std::vector<Finding> run_algorithm(const ProgramRelations& relations,
                                                 const Query& query,
                                                 const AlgorithmChoice& algorithm, Budget& budget,
                                                 Statistics& statistics);

/// Where a program with threads does what the relations cannot say: a statement that starts
/// threads, or a thread's own global that is initialised by a shared one.
[[nodiscard]] std::optional<SourceOffset> beyond_formulas(const bp::Threads& threads);

/// Decides a program with threads by an algorithm, within a bound of context switches; nothing of
/// the program may be beyond formulas. Traces are found by the other ways.
[[nodiscard]] std::vector<ConcurrentFinding> evaluate_interleavings(const bp::Threads& threads,
                                                                    const ConcurrentQuery& query,
                                                                    const FixpointOptions& options,
                                                                    Budget& budget,
                                                                    Statistics& statistics);

}  // namespace hardbop::engine
