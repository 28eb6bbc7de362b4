// SPDX-License-Identifier: MIT
// A run of a concurrent program: the executed statements in order, each with who executes it,
// the frame it finds and where it leads. A flat list, unlike the shared bodies of trace.hpp: a
// call may stop half-way, let others run, and go on, so that nothing can be shared.
//
// Frames are those of bp::Graph: shared globals, the thread's own, the procedure's variables.
#pragma once

#include <optional>
#include <vector>

#include "boolean/language/threads.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::trace {

/// `init` as a thread; the others are counted from one: first those from the start, then the
/// started ones in the order in which they are.
constexpr std::uint32_t init_thread = 0;

struct Arrival {
  bp::VertexId vertex = bp::no_index;
  bp::Valuation frame;
};

struct InterleavedStep {
  std::uint32_t thread = init_thread;
  std::uint32_t depth = 0;  // of the thread's call stack
  bp::VertexId vertex = bp::no_index;
  bp::Valuation before;
  /// First where the statement leads within its procedure, or for a call within the callee.
  /// An exit is left at once: then where the caller goes on, and so forth. The last one is
  /// where the thread stands after the step; where that is an exit, the thread has ended.
  std::vector<Arrival> arrivals;
  /// Of a statement that starts a thread: its number and what is known of its frame, arguments
  /// or copied locals and own globals. None where the thread never runs.
  std::optional<bp::Valuation> started;
  std::uint32_t started_thread = init_thread;
};

/// The globals as one initial thread sees them at the start of the run.
struct Beginning {
  bp::Valuation arbitrary;    // before the initialisers
  bp::Valuation initialised;  // after them
};

struct Interleaved {
  std::vector<Beginning> beginnings;  // by initial thread
  std::vector<InterleavedStep> steps;
  std::uint32_t last_thread = init_thread;  // who arrives
  std::uint32_t last_depth = 0;
  Arrival end;  // where

  /// How often the active thread changes; `init` is no thread.
  [[nodiscard]] std::uint64_t context_switches() const;
};

}  // namespace hardbop::trace
