// SPDX-License-Identifier: MIT
// What every engine is asked and what it answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::engine {

/// What "shortest" means for a trace.
enum class Shortest : std::uint8_t {
  Hierarchical,  // fewest steps, a completed call counting as one
  Expanded,      // fewest executed statements
  NoMatter,      // the first that is found
};

/// What every engine is asked. How one of them is to search is in options of its own, with which it
/// is made.
struct Query {
  /// A run starts in any of these.
  std::vector<bp::ProcedureId> entries;
  /// Each a set of vertices: can a run arrive at one of them?
  std::vector<std::vector<bp::VertexId>> targets;
  bool want_traces = false;
  Shortest shortest = Shortest::Hierarchical;
};

enum class Outcome : std::uint8_t { Reached, Unreachable, Unknown };

struct Finding {
  Outcome outcome = Outcome::Unknown;
  std::string reason;                   // of Unknown
  bp::VertexId reached = bp::no_index;  // of Reached: which of the target's vertices
  std::optional<trace::Trace> trace;    // of Reached, where wanted
  std::string note;                     // about the trace, where it is not what was asked for
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// One finding per target. The graph must be of a sequential program.
  [[nodiscard]] virtual std::vector<Finding> run(const bp::Graph& graph, const Query& query,
                                                 Budget& budget, Statistics& statistics) = 0;
};

}  // namespace hardbop::engine
