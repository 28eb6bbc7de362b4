// SPDX-License-Identifier: MIT
// Constrained Horn clauses, put to Z3's Spacer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hardbop::smt {

/// Formulas over integers and truth values as Spacer finds them, shared as a graph.
struct IntegerFormulas {
  enum class Kind : std::uint8_t {
    Truth,     // `value` is 0 or 1
    Number,    // `value`, in decimal digits
    Argument,  // of the predicate, number `argument`
    Not,
    And,
    Or,
    Implies,
    Equal,
    LessEqual,
    Less,
    Add,
    Multiply,
    Negate,
    Divide,     // Euclidean, as in SMT-LIB
    Remainder,  // never negative
    Conditional,
    Other,  // what is not listed here
  };
  struct Node {
    Kind kind = Kind::Other;
    std::vector<std::uint32_t> operands{};  // smaller than the node's own number
    std::string value{};
    std::uint32_t argument = 0;
  };
  std::vector<Node> nodes;
};

struct HornAnswer {
  enum class Kind : std::uint8_t { Solved, Derived, Unknown };
  Kind kind = Kind::Unknown;
  std::string reason{};  // of Unknown
  /// Of Solved: formulas for predicates, by name. A predicate without one is never true.
  IntegerFormulas formulas{};
  std::map<std::string, std::uint32_t> solution{};
  /// Of Derived: how many facts about each predicate lead to the goal.
  std::map<std::string, std::uint32_t> facts{};
};

/// For one question.
class HornSolver {
 public:
  HornSolver() = default;
  HornSolver(const HornSolver&) = delete;
  HornSolver& operator=(const HornSolver&) = delete;
  virtual ~HornSolver() = default;

  /// Of clauses in SMT-LIB, declarations and assertions, in which every predicate is the conclusion
  /// of some clause: whether `goal`, a predicate without arguments, follows. Where predicates may
  /// be inlined, which is faster, formulas for these may have parts of kind Other. `effort` bounds
  /// how hard it tries, as for Solver: the same clauses have the same answer, on whatever machine.
  [[nodiscard]] virtual HornAnswer solve(const std::string& clauses, const std::string& goal,
                                         bool may_inline, unsigned effort) = 0;
  /// For another thread: the answer is Unknown.
  virtual void interrupt() = 0;
};

/// Nothing where this build has no Z3.
[[nodiscard]] std::unique_ptr<HornSolver> make_horn_solver();

/// Runs one SMT-LIB script.
class ScriptRunner {
 public:
  ScriptRunner() = default;
  ScriptRunner(const ScriptRunner&) = delete;
  ScriptRunner& operator=(const ScriptRunner&) = delete;
  virtual ~ScriptRunner() = default;

  /// What the solver answers, a line each.
  [[nodiscard]] virtual std::string run(const std::string& script) = 0;
  /// For another thread: what is not answered yet will be unknown.
  virtual void interrupt() = 0;
};

/// Nothing where this build has no Z3.
[[nodiscard]] std::unique_ptr<ScriptRunner> make_script_runner();

}  // namespace hardbop::smt
