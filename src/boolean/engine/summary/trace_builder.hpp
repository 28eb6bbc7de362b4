// SPDX-License-Identifier: MIT
// Plans to traces. A plan gives values to live variables only. Here every variable gets a value,
// going forwards: at each place a successor is chosen from the set of the next place. A step over a
// call is expanded with an older part of the summary than the part it comes from. So the expansion
// ends even if the shortest way through a procedure goes through the procedure itself.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/bdd/cubes.hpp"
#include "boolean/engine/summary/path_edges.hpp"
#include "boolean/engine/summary/planner.hpp"
#include "boolean/language/evaluate.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::engine {

class TraceBuilder {
 public:
  TraceBuilder(PathEdges& path_edges, Planner& planner, Budget& budget);

  /// A trace to one of the targets, which are reachable, after a complete fixed point: as short
  /// as the planner's plans. Nothing where it has none.
  [[nodiscard]] std::optional<trace::Trace> to(const std::vector<bp::ProcedureId>& entries,
                                               const std::vector<bp::VertexId>& targets);

 private:
  /// The values a cube gives to BDD variables.
  using Literals = std::map<bdd::Var, bool>;

  /// A completed call: the procedure, what it is entered with, what it must end with, and the
  /// rank of the part of its summary that says so: inside, only lower ones are used.
  struct CallKey {
    bp::ProcedureId procedure = 0;
    std::vector<bp::Word> context;
    std::vector<std::pair<bdd::Var, bool>> goal;
    std::uint64_t rank = 0;

    friend bool operator<(const CallKey& a, const CallKey& b) {
      return std::tie(a.procedure, a.rank, a.context, a.goal) <
             std::tie(b.procedure, b.rank, b.context, b.goal);
    }
  };
  /// A body being made: `at` is the place of the plan where it stands with `frame`.
  struct Task {
    Plan plan;
    std::uint64_t rank = 0;
    std::size_t at = 0;
    bp::Valuation entry;
    bp::Valuation frame;
    trace::Body body;
    std::optional<CallKey> key;  // of a completed call
  };

  PathEdges& path_edges_;
  Planner& planner_;
  const bp::Graph& graph_;
  const encode::Slots& slots_;
  Budget& budget_;
  bp::Evaluator evaluator_;
  trace::Trace trace_;
  std::map<CallKey, trace::BodyId> bodies_;
  std::vector<Task> tasks_;

  [[nodiscard]] bool run(Task task);
  [[nodiscard]] bool advance(Task& task);
  void step(Task& task);
  [[nodiscard]] std::optional<CallKey> choose_tuple(const Task& task);
  [[nodiscard]] bool push_call(const CallKey& key);
  void come_back(Task& task, trace::BodyId callee);
  void move(Task& task, trace::BodyId callee, bp::Valuation after);

  [[nodiscard]] Task start(Plan plan, std::uint64_t rank, bp::Valuation context);
  [[nodiscard]] bp::Valuation initial_context(const PlannedPlace& place);
  [[nodiscard]] bp::Valuation called_context(const Task& caller, const PlannedPlace& place);

  [[nodiscard]] bdd::Bdd known(bp::ProcedureId p, const bp::Valuation& frame,
                               const bp::Valuation& entry) const;
  [[nodiscard]] bdd::Bdd required_after(const bdd::Renaming* renaming, const bdd::Bdd& set,
                                        const bdd::Bdd& known) const;
  [[nodiscard]] static Literals literals(const bdd::Bdd& set);
  [[nodiscard]] bool value_of(std::uint32_t expression, const bp::Valuation& frame);
  void give_results(bp::ProcedureId p, const Literals& wanted, bp::Valuation& frame) const;
};

}  // namespace hardbop::engine
