// SPDX-License-Identifier: MIT
// The configurations of a program, unfolded, and textbook model checking on them. Nothing
// here is shared with the engines, nor with the reader of formulas.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "boolean/language/graph.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::test {

/// A formula as a tree of its own.
struct Tree {
  enum class Kind {
    True,
    False,
    Global,
    Local,
    Label,
    In,
    Terminated,
    Failed,
    Not,
    And,
    Or,
    Implies,
    Equal,
    X,
    F,
    G,
    U,
    R,
    W,
    EX,
    EF,
    EG,
    EU,
    AX,
    AF,
    AG,
    AU
  };
  Kind kind = Kind::True;
  std::string name;                    // of a proposition, as it is written
  bp::ProcedureId procedure = 0;       // Local, In
  bp::Slot slot = 0;                   // Global, Local
  std::vector<bp::VertexId> vertices;  // Label
  std::vector<Tree> operands;

  [[nodiscard]] std::string text() const;
};

/// All configurations of a program that some infinite run goes through.
struct Model {
  struct Configuration {
    enum class Kind { Running, Failed, Terminated };
    Kind kind = Kind::Running;
    bp::ProcedureId procedure = 0;
    bp::VertexId vertex = 0;  // of the top frame
    bp::Valuation frame;      // of the top; of Terminated one with the globals
    std::vector<std::size_t> next;
    bool alive = true;  // an infinite run starts here
  };
  std::vector<Configuration> configurations;
  std::vector<std::size_t> initial;  // alive ones

  [[nodiscard]] bool holds(std::size_t configuration, const Tree& proposition) const;
};

/// Nothing where there are more than so many configurations, or the stack grows deeper.
[[nodiscard]] std::optional<Model> unfold(const bp::Graph& graph, bp::ProcedureId entry,
                                          std::size_t limit, std::size_t deepest = 20);
/// Only the runs on which the stack stays that low.
[[nodiscard]] std::optional<Model> unfold_shallow(const bp::Graph& graph, bp::ProcedureId entry,
                                                  std::size_t limit, std::size_t deepest);

/// Whether every infinite run satisfies the LTL formula: by maximal consistent sets of
/// subformulas and strongly connected components.
[[nodiscard]] bool satisfies_ltl(const Model& model, const Tree& formula);

/// Whether every initial configuration satisfies the CTL formula, by labelling.
[[nodiscard]] bool satisfies_ctl(const Model& model, const Tree& formula);

/// A random formula about a program.
class FormulaGenerator {
 public:
  FormulaGenerator(const bp::Graph& graph, std::uint64_t seed);

  [[nodiscard]] Tree proposition(int depth);
  [[nodiscard]] Tree ltl(int depth, bool with_next = true);
  [[nodiscard]] Tree ctl(int depth);

 private:
  const bp::Graph& graph_;
  std::mt19937_64 random_;

  [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
  [[nodiscard]] Tree atom();
  template <typename Operand>
  [[nodiscard]] Tree connective(Operand operand);
};

}  // namespace hardbop::test
