// SPDX-License-Identifier: MIT
// A graph with additions: more variables, more procedures, steps before and after the
// program's own. What is asked of a run can so become part of the program: an automaton that
// watches it is a few variables and an assignment before each statement [martin00 §4.1].
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// An expression to be added, in post-order as in Program::nodes.
class Term {
 public:
  struct Node {
    Op op = Op::False;
    VariableRef variable;  // Name, NextName
  };

  static Term constant(bool value) { return Term({{value ? Op::True : Op::False, {}}}); }
  static Term any() { return Term({{Op::Star, {}}}); }
  static Term of(VariableRef variable) { return Term({{Op::Name, variable}}); }
  static Term next(VariableRef variable) { return Term({{Op::NextName, variable}}); }

  friend Term operator!(Term a);
  /// The same: GCC warns of `!a & b`, but not of `~a & b`.
  friend Term operator~(Term a) { return !std::move(a); }
  friend Term operator&(Term a, const Term& b) { return join(std::move(a), b, Op::And); }
  friend Term operator|(Term a, const Term& b) { return join(std::move(a), b, Op::Or); }
  friend Term iff(Term a, const Term& b) { return join(std::move(a), b, Op::Equal); }
  static Term choose(Term condition, const Term& a, const Term& b);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] bool is_constant(bool value) const {
    return nodes_.size() == 1 && nodes_.front().op == (value ? Op::True : Op::False);
  }

 private:
  std::vector<Node> nodes_;

  explicit Term(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}
  static Term join(Term a, const Term& b, Op op);
};

/// What an editor made. Holds all that its graph refers to.
struct EditedGraph {
  std::deque<std::string> texts;  // of added names
  Program program;
  Symbols symbols;
  std::unique_ptr<Graph> graph;
  std::vector<VertexId> origin;  // by vertex: which one of the original it is, or no_index
  std::vector<VertexId> place;   // by number of the editor: which vertex it has become
};

/// Until `finish`, the vertices of the original keep their numbers, and added ones follow.
class GraphEditor {
 public:
  explicit GraphEditor(const Graph& original);

  // Variables; a new global starts with the value given.
  [[nodiscard]] VariableRef add_global(std::string name, bool initial);
  [[nodiscard]] VariableRef add_local(ProcedureId p, std::string name);
  /// Without formals, results and statements.
  [[nodiscard]] ProcedureId add_procedure(std::string name);
  [[nodiscard]] VertexId exit_of(ProcedureId p) const { return procedures_[p].exit; }

  // Vertices that lead nowhere yet.
  struct Assignment {
    VariableRef target;
    Term value;
  };
  [[nodiscard]] VertexId add_assignment(ProcedureId p, const std::vector<Assignment>& assignments,
                                        const std::optional<Term>& constrain = {});
  [[nodiscard]] VertexId add_assume(ProcedureId p, const Term& condition);
  /// With an Error of its own; the latter is returned in `error`.
  [[nodiscard]] VertexId add_assert(ProcedureId p, const Term& condition, VertexId& error);
  /// With arbitrary arguments; results are discarded.
  [[nodiscard]] VertexId add_call(ProcedureId p, ProcedureId callee);
  [[nodiscard]] VertexId add_goto(ProcedureId p);
  void add_target(VertexId from, VertexId to);

  // Edges. Arriving at a vertex means arriving at what was put before it.
  void lead(VertexId from, VertexId to);
  /// All that leads to `v` leads to `added` instead, and that to v. The last one put before v
  /// comes first.
  void put_before(VertexId v, VertexId added);
  /// After a call has come back.
  void put_after_call(VertexId call, VertexId added);
  /// Once per entry, not when a loop comes back to the first statement.
  void put_at_entry(ProcedureId p, VertexId added);
  /// The run stays at this Error for ever: a step leads from it to itself.
  void make_loop(VertexId error);
  /// Only this procedure's start, in place of its exit.
  void start_with(ProcedureId p, VertexId first) { procedures_[p].entry = first; }

  [[nodiscard]] std::unique_ptr<EditedGraph> finish();

 private:
  struct Link {
    VertexId to = no_index;
    bool direct = false;  // to the vertex itself, not to what was put before it
  };
  struct Links {
    Link next;
    Link otherwise;
    std::vector<Link> targets;
  };

  const Graph& original_;
  std::unique_ptr<EditedGraph> out_;
  std::vector<Vertex> vertices_;
  std::vector<Links> links_;       // beside vertices_
  std::vector<VertexId> arrival_;  // by vertex: where who goes to it arrives
  std::vector<GraphProcedure> procedures_;
  std::vector<VertexId> at_entry_;            // by procedure; or no_index
  std::vector<std::vector<NameRef>> locals_;  // by procedure
  std::vector<Initialiser> initialisers_;     // of added globals

  [[nodiscard]] NameRef name(std::string text);
  [[nodiscard]] VertexId add(VertexKind kind, ProcedureId p);
  ExprRange add_nodes(const Term& term);
  std::uint32_t add_expression(const Term& term);
  [[nodiscard]] VertexId resolve(Link link) const;
  void number();
  void write_locals();
  void write_vertices(Graph& graph);
};

}  // namespace hardbop::bp
