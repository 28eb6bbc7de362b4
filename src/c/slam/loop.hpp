// SPDX-License-Identifier: MIT
// The loop of SLAM: abstract, check, simulate, discover [martin00 §4.2], starting without
// predicates.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/file_store.hpp"
#include "base/util/statistics.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/engine/store/store.hpp"
#include "c/slam/abstraction.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/discover.hpp"
#include "c/slam/exclude.hpp"
#include "c/slam/generalise.hpp"
#include "c/slam/path.hpp"
#include "c/slam/procedures.hpp"
#include "c/slam/simulate.hpp"

namespace hardbop::slam {

struct LoopOptions {
  std::size_t iterations = 200;
  CubeOptions cubes;
  std::vector<ExprId> predicates;  // to begin with
  /// What others know of the program, asked for where the loop finds nothing but how often another
  /// one goes round.
  std::function<std::vector<ExprId>()> suggestions{};
  /// Asked likewise: what keeps a path from its end, however often it goes round.
  std::function<std::vector<ExprId>(const Path&)> path_invariants{};
  /// Where given, what is found out is kept there for later runs, and theirs is used. The key says
  /// which of the files are likely to be of use.
  std::shared_ptr<FileStore> files{};
  std::string key{};
  /// What rounds share is forgotten before each: to measure, and to test, what sharing does.
  bool forgets = false;
};

/// A predicate that a path was excluded by.
struct FoundPredicate {
  std::string text;                 // as in Iteration::predicates
  std::optional<std::size_t> step;  // of the path: before it, the predicate has to be known
};

/// An iteration, for who wants to see it: as it begins, again when it has found a path, and once
/// more when the path has been excluded.
struct Iteration {
  std::size_t number = 0;
  const Abstraction* abstraction = nullptr;
  std::vector<std::string> predicates;  // "f: x == 1"; a global's without a function
  const Path* path = nullptr;
  smt::Satisfiable is_run = smt::Satisfiable::Unknown;  // the path is one of the C program
  const Simulation* simulation = nullptr;               // of the path
  bool is_excluded = false;
  std::vector<FoundPredicate> found{};  // then: what is new; none where other facts exclude it
};

/// Of a Boolean program: a run without end on which each of these globals is `value` again and
/// again.
struct FairGlobal {
  bp::Slot slot = 0;
  bool value = false;
};
struct FairCycle {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;                 // of Unknown
  std::optional<trace::Lasso> lasso;  // of Reached
};
using FindFairCycle =
    std::function<FairCycle(const BooleanProgram&, const std::vector<FairGlobal>&)>;

struct LoopResult {
  enum class Kind : std::uint8_t { Unreachable, Reached, Unknown };
  Kind kind = Kind::Unknown;
  std::string reason;        // of Unknown
  words::Run run;            // of Reached: to the sink at which it arrives
  std::size_t round = 0;     // of Reached without end: the point from which on it repeats
  std::optional<Path> path;  // of Unknown: what was found, and neither executed nor excluded
  Abstraction abstraction;   // of Unreachable: in which the sinks are not reached
  std::vector<std::string> predicates;
  std::size_t iterations = 0;
};

class Loop {
 public:
  using Observer = std::function<void(const Iteration&)>;

  /// Solver must be one for the procedures' expressions.
  Loop(Procedures& procedures, smt::Solver& solver, const LoopOptions& options,
       Abstractor::SourceLine source, Budget& budget, Statistics& statistics);

  void observe(Observer observer) { observer_ = std::move(observer); }
  /// Whether a run arrives at one of the sinks. What was learnt is kept for the next question.
  [[nodiscard]] LoopResult run(const std::vector<BlockId>& sinks);
  /// Whether a run has no end and makes every condition of `fairness`, which are about everybody's
  /// variables, true again and again.
  [[nodiscard]] LoopResult run(const std::vector<ExprId>& fairness, const FindFairCycle& find);
  /// The same with what is known so far, and no more: Unknown where that does not suffice.
  [[nodiscard]] LoopResult run_once(const std::vector<BlockId>& sinks);
  /// Over the predicates known so far.
  [[nodiscard]] Abstraction abstract();

 private:
  Procedures& procedures_;
  smt::Solver& solver_;
  LoopOptions options_;
  Abstractor::SourceLine source_;
  Budget& budget_;
  Statistics& statistics_;
  Observer observer_;
  Predicates predicates_;
  /// One that nobody else asks: what others learn from theirs, which path is a run and why another
  /// is not, does not depend on what was known here.
  std::unique_ptr<smt::Solver> for_implications_;
  KnownAnswers known_;
  std::shared_ptr<engine::SnapshotStore> summaries_;  // null without files
  Implications implications_;
  Implications of_steps_;
  Exclusions exclusions_;
  AbstractBodies bodies_;
  Excluder excluder_;
  Generaliser generaliser_;
  std::set<ExprId> kept_;     // predicates that are not dropped
  std::set<ExprId> idle_;     // those that did not help in this round
  std::set<ExprId> dropped_;  // and in earlier ones
  std::size_t iterations_ = 0;
  std::map<std::string_view, double> seconds_;  // by phase
  Origins origins_;                             // of this round's predicates, if observed

  /// Names what is being done, and counts its time until it is done.
  class Phase {
   public:
    Phase(Loop& loop, std::string_view name, std::string_view unit, std::string_view statistic);
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;
    ~Phase();

   private:
    Loop& loop_;
    std::string_view statistic_;
    double start_;
  };
  void report();
  void take_answers();
  void keep_answers();
  [[nodiscard]] engine::Finding find_path(const BooleanProgram& program,
                                          const engine::Query& query);
  [[nodiscard]] std::string summaries_key(const engine::Query& query) const;
  [[nodiscard]] std::string stage() const;
  struct Checked;
  using Check = std::function<Checked(const Abstraction&)>;
  [[nodiscard]] LoopResult refine_until_known(const Check& check);
  [[nodiscard]] LoopResult refine_rounds(const Check& check);
  void tell_excluded(Iteration& iteration) const;
  [[nodiscard]] static std::string why_stuck(const Simulation& simulation);
  [[nodiscard]] Simulation follow(Path& path);
  [[nodiscard]] Checked check(const Abstraction& abstraction, const std::vector<BlockId>& sinks);
  [[nodiscard]] Checked check_threads(const BooleanProgram& program,
                                      const std::vector<bp::VertexId>& targets);
  [[nodiscard]] Checked check(const Abstraction& abstraction, const std::vector<ExprId>& fairness,
                              const FindFairCycle& find);
  [[nodiscard]] bool refine(const Path& path, const Simulation& simulation);
  [[nodiscard]] std::vector<ExprId> best_explanation(
      const Path& path, const std::vector<std::vector<std::size_t>>& cores);
  [[nodiscard]] bool is_decided(ExprId predicate);
  void keep(ExprId condition);
  void drop_idle();
  bool add_if_new(const std::vector<ExprId>& predicates);
  bool add_constants(const Path& path, const Simulation& simulation);
  bool add_predicates(const std::vector<ExprId>& explanation);
  bool add_suggested();
  bool add_path_invariants(const Path& path);
  bool add_atoms(const std::vector<ExprId>& conditions);
};

}  // namespace hardbop::slam
