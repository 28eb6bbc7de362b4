// SPDX-License-Identifier: MIT
// Formulas prepared for evaluation: trees of unions, products and negations over constants and
// applications of relations.
//
// Negation is pushed inwards. A product is a conjunction under an existential quantifier and is
// evaluated by relational products. `x.f = t` for a quantified x does not become a conjunct: x.f is
// replaced by t, so that applying a relation renames its columns instead of comparing them.
#pragma once

#include <optional>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/calculus/bits.hpp"
#include "boolean/calculus/layout.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

using NodeId = Index;

/// A relation's columns, as arguments replace them.
class Application {
 public:
  Application() = default;
  Application(bdd::Manager& manager, const std::vector<bdd::Var>& columns,
              const std::vector<Bit>& arguments);

  [[nodiscard]] bdd::Bdd apply(const bdd::Bdd& relation) const;

 private:
  bdd::Bdd constants_;  // literals; null where there are none
  bdd::Bdd equal_;      // columns with the same argument; null likewise
  bdd::Bdd merged_;     // all but one of each of them
  std::optional<bdd::Renaming> renaming_;
};

struct Node {
  enum class Kind : std::uint8_t { Constant, Apply, Or, Product, Not, Iff };
  /// One relational product: with this operand, quantifying that.
  struct Step {
    Index operand = 0;
    bdd::Bdd quantified;
  };

  Kind kind = Kind::Constant;
  std::vector<NodeId> operands;
  bdd::Bdd constant;
  RelationId relation = no_index;
  Application application;
  std::vector<bdd::Var> quantified;  // Product; ascending
  /// Product: the best way to go through the operands, by the one that comes first.
  std::vector<std::vector<Step>> schedules;
  std::vector<bdd::Var> variables;    // it may depend on; ascending
  std::vector<RelationId> relations;  // it depends on; ascending
  std::vector<bdd::Var> proper;       // variables known to be proper values; ascending
};

/// The formula of one relation; operands come before what they are operands of.
struct Plan {
  std::vector<Node> nodes;
  NodeId root = no_index;
};

class Planner {
 public:
  Planner(const System& system, const Layout& layout, bdd::Manager& manager);

  [[nodiscard]] Plan plan(RelationId relation);
  /// The columns of a relation's parameters, in order.
  [[nodiscard]] const std::vector<bdd::Var>& columns(RelationId relation) const {
    return columns_[relation];
  }
  /// That the parameters have proper values.
  [[nodiscard]] const bdd::Bdd& domain(RelationId relation) const { return domains_[relation]; }

 private:
  struct Scalar {
    TypeId type = no_index;
    std::vector<bdd::Var> bits;
  };

  const System& system_;
  const Layout& layout_;
  bdd::Manager& manager_;
  Terms terms_;
  Plan plan_;
  std::vector<std::vector<bdd::Var>> columns_;  // by relation
  std::vector<bdd::Bdd> domains_;               // by relation

  NodeId add(Node node);
  NodeId constant(bdd::Bdd value);
  NodeId negation(NodeId of);
  NodeId disjunction(std::vector<NodeId> operands);
  NodeId product(std::vector<NodeId> operands, std::vector<bdd::Var> quantified);
  NodeId build(Index formula, bool positive);
  NodeId apply(const Formula& formula);
  NodeId quantify(const Formula& formula, bool positive);
  NodeId guard(NodeId node, const std::vector<Scalar>& scalars);
  [[nodiscard]] bool is_conjunction(const Formula& formula, bool positive) const;
  [[nodiscard]] bool is_disjunction(const Formula& formula, bool positive) const;
  /// The parts of a formula that is a conjunction (or disjunction), with their signs.
  using Signed = std::pair<Index, bool>;
  void conjuncts(Index formula, bool positive, std::vector<Signed>& into) const;
  void disjuncts(Index formula, bool positive, std::vector<Signed>& into) const;
  [[nodiscard]] bool substitutes(const Signed& part) const;
  void substitute(std::vector<Signed>& parts, const std::vector<VariableId>& bound,
                  std::vector<NodeId>& rest);
  [[nodiscard]] std::vector<Scalar> partial_scalars(VariableId variable) const;
  void reset(VariableId variable);
};

}  // namespace hardbop::calculus
