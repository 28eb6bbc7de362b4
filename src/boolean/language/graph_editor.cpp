// SPDX-License-Identifier: MIT
// The vertices of a procedure must stand together, so everything is renumbered in the end:
// first the vertices of the first procedure, with those added to it, and so on.
#include "boolean/language/graph_editor.hpp"

#include <algorithm>

namespace hardbop::bp {

Term operator!(Term a) {
  a.nodes_.push_back({Op::Not, {}});
  return a;
}

Term Term::join(Term a, const Term& b, Op op) {
  a.nodes_.insert(a.nodes_.end(), b.nodes_.begin(), b.nodes_.end());
  a.nodes_.push_back({op, {}});
  return a;
}

Term Term::choose(Term condition, const Term& a, const Term& b) {
  std::vector<Node>& nodes = condition.nodes_;
  nodes.insert(nodes.end(), a.nodes_.begin(), a.nodes_.end());
  nodes.insert(nodes.end(), b.nodes_.begin(), b.nodes_.end());
  nodes.push_back({Op::Conditional, {}});
  return condition;
}

GraphEditor::GraphEditor(const Graph& original)
    : original_(original),
      out_(std::make_unique<EditedGraph>()),
      vertices_(original.vertices()),
      procedures_(original.procedures()),
      at_entry_(original.procedures().size(), no_index) {
  out_->program = original.program();
  out_->symbols = original.symbols();
  for (VertexId v = 0; v < vertices_.size(); ++v) {
    const Vertex& vertex = vertices_[v];
    // A return goes straight to the exit: what is put before that one is for those who
    // run off the end.
    Links links{{vertex.next, vertex.kind == VertexKind::Return}, {vertex.otherwise, false}, {}};
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      links.targets.push_back({original.targets()[vertex.targets.first + i], false});
    links_.push_back(std::move(links));
    arrival_.push_back(v);
  }
  for (const ProcedureSymbols& symbols : original.symbols().procedures) {
    const auto first = original.symbols().locals.begin() + symbols.locals.first;
    locals_.emplace_back(first, first + symbols.locals.count);
  }
}

NameRef GraphEditor::name(std::string text) {
  out_->texts.push_back(std::move(text));
  return {out_->program.names.intern(out_->texts.back()), 0};
}

VariableRef GraphEditor::add_global(std::string text, bool initial) {
  const auto index = static_cast<std::uint32_t>(out_->symbols.shared.size());
  out_->symbols.shared.push_back(name(std::move(text)));
  initialisers_.push_back({index, add_nodes(Term::constant(initial))});
  return {VariableRef::Scope::Shared, index};
}

VariableRef GraphEditor::add_local(ProcedureId p, std::string text) {
  const auto index = static_cast<std::uint32_t>(locals_[p].size());
  locals_[p].push_back(name(std::move(text)));
  return {VariableRef::Scope::Local, index};
}

ProcedureId GraphEditor::add_procedure(std::string text) {
  const auto p = static_cast<ProcedureId>(procedures_.size());
  Procedure procedure;
  procedure.name = name(std::move(text));
  procedure.is_typed = true;
  out_->program.procedures.push_back(procedure);
  out_->symbols.procedures.emplace_back();
  procedures_.emplace_back();
  at_entry_.push_back(no_index);
  locals_.emplace_back();
  procedures_[p].exit = add(VertexKind::Exit, p);
  procedures_[p].entry = procedures_[p].exit;
  return p;
}

VertexId GraphEditor::add(VertexKind kind, ProcedureId p) {
  const auto v = static_cast<VertexId>(vertices_.size());
  Vertex vertex;
  vertex.kind = kind;
  vertex.procedure = p;
  vertices_.push_back(vertex);
  links_.emplace_back();
  arrival_.push_back(v);
  return v;
}

ExprRange GraphEditor::add_nodes(const Term& term) {
  Program& program = out_->program;
  const auto first = static_cast<std::uint32_t>(program.nodes.size());
  std::vector<std::uint32_t> operands;  // the roots of those that no operator took yet
  for (const Term::Node& node : term.nodes()) {
    Expr expr;
    expr.op = node.op;
    std::size_t arity = 2;
    if (node.op == Op::Not) arity = 1;
    if (node.op == Op::Conditional) arity = 3;
    if (node.op <= Op::NextName) arity = 0;
    if (arity >= 2) expr.left = operands[operands.size() - arity];
    if (arity == 3) expr.middle = operands[operands.size() - 2];
    operands.resize(operands.size() - arity);
    operands.push_back(static_cast<std::uint32_t>(program.nodes.size()));
    program.nodes.push_back(expr);
    out_->symbols.node_variables.push_back(node.variable);
  }
  return {first, static_cast<std::uint32_t>(program.nodes.size()) - 1};
}

std::uint32_t GraphEditor::add_expression(const Term& term) {
  const ExprRange range = add_nodes(term);
  out_->program.expressions.push_back(range);
  return static_cast<std::uint32_t>(out_->program.expressions.size()) - 1;
}

VertexId GraphEditor::add_assignment(ProcedureId p, const std::vector<Assignment>& assignments,
                                     const std::optional<Term>& constrain) {
  const VertexId v = add(VertexKind::Assign, p);
  Program& program = out_->program;
  Vertex& vertex = vertices_[v];
  const auto count = static_cast<std::uint32_t>(assignments.size());
  vertex.names = {static_cast<std::uint32_t>(program.refs.size()), count};
  vertex.exprs = {static_cast<std::uint32_t>(program.expressions.size()), count};
  for (const Assignment& assignment : assignments) {
    program.refs.emplace_back();
    out_->symbols.ref_variables.push_back(assignment.target);
    out_->symbols.ref_statements.push_back(no_index);
    add_expression(assignment.value);
  }
  if (!constrain) return v;
  vertex.has_constrain = true;
  ++vertex.exprs.count;
  add_expression(*constrain);
  return v;
}

VertexId GraphEditor::add_assume(ProcedureId p, const Term& condition) {
  const VertexId v = add(VertexKind::Assume, p);
  vertices_[v].exprs = {add_expression(condition), 1};
  return v;
}

VertexId GraphEditor::add_assert(ProcedureId p, const Term& condition, VertexId& error) {
  const VertexId v = add(VertexKind::Assert, p);
  vertices_[v].exprs = {add_expression(condition), 1};
  error = add(VertexKind::Error, p);
  links_[v].otherwise = {error, true};
  return v;
}

VertexId GraphEditor::add_call(ProcedureId p, ProcedureId callee) {
  const VertexId v = add(VertexKind::Call, p);
  vertices_[v].callee = callee;
  vertices_[v].exprs = {static_cast<std::uint32_t>(out_->program.expressions.size()),
                        procedures_[callee].formals};
  for (std::uint32_t i = 0; i < procedures_[callee].formals; ++i) add_expression(Term::any());
  return v;
}

VertexId GraphEditor::add_goto(ProcedureId p) {
  return add(VertexKind::Goto, p);
}

void GraphEditor::add_target(VertexId from, VertexId to) {
  links_[from].targets.push_back({to, false});
}

void GraphEditor::lead(VertexId from, VertexId to) {
  links_[from].next = {to, false};
}

void GraphEditor::put_before(VertexId v, VertexId added) {
  links_[added].next = {arrival_[v], true};
  arrival_[v] = added;
}

void GraphEditor::put_after_call(VertexId call, VertexId added) {
  links_[added].next = links_[call].next;
  links_[call].next = {added, true};
}

void GraphEditor::put_at_entry(ProcedureId p, VertexId added) {
  links_[added].next = {procedures_[p].entry, false};
  at_entry_[p] = added;
}

void GraphEditor::make_loop(VertexId error) {
  vertices_[error].kind = VertexKind::Goto;
  add_target(error, error);
}

VertexId GraphEditor::resolve(Link link) const {
  if (link.to == no_index) return no_index;
  return out_->place[link.direct ? link.to : arrival_[link.to]];
}

void GraphEditor::number() {
  std::vector<std::vector<VertexId>> by_procedure(procedures_.size());
  for (VertexId v = 0; v < vertices_.size(); ++v) by_procedure[vertices_[v].procedure].push_back(v);
  out_->place.resize(vertices_.size());
  const auto originals = static_cast<VertexId>(original_.vertices().size());
  for (ProcedureId p = 0; p < procedures_.size(); ++p) {
    procedures_[p].vertices = {static_cast<std::uint32_t>(out_->origin.size()),
                               static_cast<std::uint32_t>(by_procedure[p].size())};
    for (const VertexId v : by_procedure[p]) {
      out_->place[v] = static_cast<VertexId>(out_->origin.size());
      out_->origin.push_back(v < originals ? v : no_index);
    }
  }
}

void GraphEditor::write_locals() {
  Symbols& symbols = out_->symbols;
  symbols.locals.clear();
  for (ProcedureId p = 0; p < procedures_.size(); ++p) {
    symbols.procedures[p].locals = {static_cast<std::uint32_t>(symbols.locals.size()),
                                    static_cast<std::uint32_t>(locals_[p].size())};
    symbols.locals.insert(symbols.locals.end(), locals_[p].begin(), locals_[p].end());
    procedures_[p].locals = static_cast<std::uint32_t>(locals_[p].size());
  }
}

void GraphEditor::write_vertices(Graph& graph) {
  graph.targets_.clear();
  graph.vertices_.assign(vertices_.size(), {});
  for (VertexId v = 0; v < vertices_.size(); ++v) {
    Vertex vertex = vertices_[v];
    vertex.next = resolve(links_[v].next);
    vertex.otherwise = resolve(links_[v].otherwise);
    vertex.targets = {static_cast<std::uint32_t>(graph.targets_.size()),
                      static_cast<std::uint32_t>(links_[v].targets.size())};
    for (const Link& target : links_[v].targets) graph.targets_.push_back(resolve(target));
    graph.vertices_[out_->place[v]] = vertex;
  }
}

std::unique_ptr<EditedGraph> GraphEditor::finish() {
  number();
  write_locals();
  out_->graph = std::make_unique<Graph>(out_->program, out_->symbols);
  Graph& graph = *out_->graph;
  write_vertices(graph);
  for (ProcedureId p = 0; p < procedures_.size(); ++p) {
    const Link entry{procedures_[p].entry, false};
    const Link first{at_entry_[p], true};
    procedures_[p].entry = resolve(at_entry_[p] == no_index ? entry : first);
    procedures_[p].exit = out_->place[procedures_[p].exit];
  }
  graph.procedures_ = procedures_;
  for (GraphLabel& label : graph.labels_) label.vertex = resolve({label.vertex, false});
  graph.initialisers_.insert(graph.initialisers_.end(), initialisers_.begin(), initialisers_.end());
  return std::move(out_);
}

}  // namespace hardbop::bp
