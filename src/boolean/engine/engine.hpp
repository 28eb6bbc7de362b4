// SPDX-License-Identifier: MIT
// What every engine is asked and what it answers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/source.hpp"
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

/// What the summary engine may use to be fast. All off gives the plain algorithm.
struct Economies {
  bool live = true;      // forget dead variables
  bool mod_ref = true;   // leave untouched globals out
  bool slice = true;     // leave out what cannot lead to a target
  bool compress = true;  // hold no sets at vertices with one way in
};

/// What the fixpoint engine evaluates, and how.
struct AlgorithmChoice {
  std::shared_ptr<const SourceFile> source;  // a system of the calculus
  bool frontier = true;                      // propagate only what is new
};

struct Query {
  /// A run starts in any of these.
  std::vector<bp::ProcedureId> entries;
  /// Each a set of vertices: can a run arrive at one of them?
  std::vector<std::vector<bp::VertexId>> targets;
  bool want_traces = false;
  Shortest shortest = Shortest::Hierarchical;
  /// How many points the explicit engine may make.
  std::uint64_t state_limit = 0;
  AlgorithmChoice algorithm;
  Economies economies;
  /// Where not empty, the order of all slots' decision variables, which is then kept: for
  /// graphs made by a program that knows it.
  std::vector<bp::Slot> order;
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
