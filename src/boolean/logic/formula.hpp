// SPDX-License-Identifier: MIT
// Temporal formulas, LTL and CTL, as data. Nodes stand in one pool, operands before what
// they are operands of; equal subformulas are one node, so that work done per node is done
// once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/util/source.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::temporal {

using NodeId = std::uint32_t;

enum class Logic : std::uint8_t { Ltl, Ctl };

enum class Op : std::uint8_t {
  True,
  False,
  Atom,
  Not,
  And,
  Or,
  // LTL
  Next,
  Until,
  Release,
  // CTL; A-forms are negations of these
  ExistsNext,
  ExistsUntil,
  ExistsGlobally,
};

/// A proposition about a configuration.
struct Atom {
  enum class Kind : std::uint8_t {
    Global,      // its value
    Local,       // the top frame is of the procedure, and the variable is true there
    Label,       // the top frame is at one of the vertices
    In,          // the top frame is of the procedure
    Terminated,  // the program has ended
    Failed,      // an assertion has failed
  };
  Kind kind = Kind::Terminated;
  bp::ProcedureId procedure = 0;
  bp::Slot slot = 0;                   // Global; Local: of the procedure's frame
  std::vector<bp::VertexId> vertices;  // Label; ascending

  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Node {
  Op op = Op::True;
  NodeId left = 0;   // Atom: its number
  NodeId right = 0;  // of two operands the second

  friend bool operator==(const Node&, const Node&) = default;
  friend bool operator<(const Node& a, const Node& b) {
    return std::tie(a.op, a.left, a.right) < std::tie(b.op, b.left, b.right);
  }
};

/// What is left of the syntax: F, G, W and the A-forms are written with the operators above.
class Formula {
 public:
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] const std::vector<Atom>& atoms() const { return atoms_; }
  [[nodiscard]] NodeId root() const { return root_; }
  void set_root(NodeId root) { root_ = root; }

  [[nodiscard]] NodeId constant(bool value);
  [[nodiscard]] NodeId atom(Atom atom);
  [[nodiscard]] NodeId negation(NodeId a);
  [[nodiscard]] NodeId conjunction(NodeId a, NodeId b);
  [[nodiscard]] NodeId disjunction(NodeId a, NodeId b);
  [[nodiscard]] NodeId equivalence(NodeId a, NodeId b);
  /// Temporal operators of one or two operands; of one, `b` is the same as `a`.
  [[nodiscard]] NodeId temporal(Op op, NodeId a, NodeId b);

  /// Without temporal operators.
  [[nodiscard]] bool is_proposition(NodeId id) const { return propositional_[id]; }

 private:
  std::vector<Node> nodes_;
  std::vector<bool> propositional_;  // beside nodes_
  std::vector<Atom> atoms_;
  std::map<Node, NodeId> numbers_;
  NodeId root_ = 0;

  NodeId add(Node node);
};

/// Of LTL: every run reaches `terminated` or `failed`.
[[nodiscard]] Formula termination_formula();

}  // namespace hardbop::temporal
