// SPDX-License-Identifier: MIT
// What is asked about a concurrent program, and what is answered. There are three ways to answer:
// configurations one by one (interleavings.hpp), which is the oracle and can prove that
// nothing is reachable at all, a sequential program that simulates the concurrent one
// (sequentialise.hpp), which decides any bound, with recursion, by the summary engine, and the
// product of threads that do not call (product.hpp), which the summary engine decides without a
// bound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/summary/options.hpp"
#include "boolean/language/threads.hpp"
#include "boolean/trace/interleaved.hpp"
#include "boolean/transform/simulations.hpp"

namespace hardbop::engine {

struct ConcurrentQuery {
  /// Each a set of vertices: can some thread, or `init`, arrive at one of them?
  std::vector<std::vector<bp::VertexId>> targets;
  transform::Bound bound;
  bool want_traces = false;
  bool may_be_long = false;  // of traces: the first that is found will do
};

/// How is searched; each way may ask the other for help.
struct ConcurrentOptions {
  std::uint64_t state_limit = 10'000'000;  // how many configurations the explicit search may make
  Economies economies{};                   // of the summary engine, which decides simulations
  std::uint64_t first_configurations = 500'000;  // made before the product is searched
};

/// `outcome` Unreachable means: within the bound, where there is one.
struct ConcurrentFinding {
  Outcome outcome = Outcome::Unknown;
  std::string reason;                       // of Unknown
  bp::VertexId reached = bp::no_index;      // of Reached: which of the target's vertices
  std::optional<trace::Interleaved> trace;  // of Reached, where wanted
  std::string note;                         // about the trace, where it may not be shortest
};

/// Without a bound, no more context switches than this are tried where the search for all
/// configurations does not end.
constexpr std::uint32_t default_switches = 5;

/// Decides with all ways: a short explicit search, which often suffices and gives shortest
/// traces; then the product or simulations.
[[nodiscard]] std::vector<ConcurrentFinding> decide_concurrent(const bp::Threads& threads,
                                                               const ConcurrentQuery& query,
                                                               const ConcurrentOptions& options,
                                                               Budget& budget,
                                                               Statistics& statistics);

/// Decides with simulations. Without a bound, the explicit search has to help.
[[nodiscard]] std::vector<ConcurrentFinding> simulate_interleavings(
    const bp::Threads& threads, const ConcurrentQuery& query, const ConcurrentOptions& options,
    Budget& budget, Statistics& statistics);

/// Whether the threads have a product.
[[nodiscard]] bool can_search_product(const bp::Threads& threads);

/// Decides with the product alone, of threads that have one, whatever the bound.
[[nodiscard]] std::vector<ConcurrentFinding> search_product(const bp::Threads& threads,
                                                            const ConcurrentQuery& query,
                                                            const ConcurrentOptions& options,
                                                            Budget& budget, Statistics& statistics);

/// Decides with the explicit search alone.
[[nodiscard]] std::vector<ConcurrentFinding> explore_interleavings(const bp::Threads& threads,
                                                                   const ConcurrentQuery& query,
                                                                   const ConcurrentOptions& options,
                                                                   Budget& budget,
                                                                   Statistics& statistics);

}  // namespace hardbop::engine
