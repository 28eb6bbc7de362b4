// SPDX-License-Identifier: MIT
#include "boolean/logic/propositions.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/diagnostic.hpp"
#include "base/util/spelling.hpp"

namespace hardbop::temporal {

namespace {

using bp::Graph;

/// Where a procedure's name may end in "P.x": names can hold dots themselves, so every
/// dot is tried.
template <typename Try>
std::optional<Atom> split(const Graph& graph, std::string_view name, Try attempt) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    const bp::ProcedureId p = graph.program().find_procedure(name.substr(0, dot));
    if (p == bp::no_index) continue;
    if (auto atom = attempt(p, name.substr(dot + 1))) return atom;
  }
  return std::nullopt;
}

Atom global(bp::Slot slot) {
  Atom atom;
  atom.kind = Atom::Kind::Global;
  atom.slot = slot;
  return atom;
}

}  // namespace

std::optional<Atom> find_variable(const Graph& graph, std::string_view name, NameProblem& problem) {
  const bp::Symbols& symbols = graph.symbols();
  for (bp::Slot slot = 0; slot < graph.shared(); ++slot)
    if (graph.program().text(symbols.shared[slot].name) == name) return global(slot);
  const auto local = [&](bp::ProcedureId p, std::string_view rest) -> std::optional<Atom> {
    for (bp::Slot slot = graph.globals(); slot < graph.first_result(p); ++slot) {
      if (graph.slot_name(p, slot) != rest) continue;
      Atom atom = global(slot);
      atom.kind = Atom::Kind::Local;
      atom.procedure = p;
      return atom;
    }
    return std::nullopt;
  };
  if (auto atom = split(graph, name, local)) return atom;
  SpellingHint hint(name);
  for (bp::Slot slot = 0; slot < graph.shared(); ++slot)
    hint.offer(graph.program().text(symbols.shared[slot].name));
  problem = {fmt::format("no global {}", quote_name(name)), hint.hint()};
  if (!problem.hint.empty()) return std::nullopt;
  if (name == "T") problem.hint = "in formulas, the constants are true and false";
  for (bp::ProcedureId p = 0; p < graph.procedures().size() && problem.hint.empty(); ++p)
    if (local(p, name))
      problem.hint =
          fmt::format("write a local with its procedure: {}.{}", graph.procedure_name(p), name);
  return std::nullopt;
}

std::optional<Atom> find_label(const Graph& graph, std::string_view name, NameProblem& problem) {
  Atom atom;
  atom.kind = Atom::Kind::Label;
  SpellingHint hint(name);
  for (const bp::GraphLabel& label : graph.labels()) {
    const std::string_view text = graph.program().text(label.name);
    hint.offer(text);
    const std::string qualified = fmt::format("{}.{}", graph.procedure_name(label.procedure), text);
    if (text == name || qualified == name) atom.vertices.push_back(label.vertex);
  }
  if (atom.vertices.empty()) {
    problem = {fmt::format("no label {}", quote_name(name)), hint.hint()};
    return std::nullopt;
  }
  std::ranges::sort(atom.vertices);
  return atom;
}

std::optional<Atom> find_in(const Graph& graph, std::string_view name, NameProblem& problem) {
  Atom atom;
  atom.kind = Atom::Kind::In;
  atom.procedure = graph.program().find_procedure(name);
  if (atom.procedure != bp::no_index) return atom;
  SpellingHint hint(name);
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    hint.offer(graph.procedure_name(p));
  problem = {fmt::format("no procedure {}", quote_name(name)), hint.hint()};
  return std::nullopt;
}

Position position_at(const Graph& graph, bp::VertexId v) {
  const bp::Vertex& vertex = graph.vertex(v);
  const bool failed = vertex.kind == bp::VertexKind::Error;
  return {failed ? Position::Kind::Failed : Position::Kind::Running, vertex.procedure, v};
}

Meaning meaning_of(const Atom& atom, const Position& position) {
  const bool ended = position.kind == Position::Kind::Terminated;
  const auto constant = [](bool value) { return Meaning{true, value, 0}; };
  switch (atom.kind) {
    case Atom::Kind::Global: return {false, false, atom.slot};
    case Atom::Kind::Local:
      if (ended || atom.procedure != position.procedure) return constant(false);
      return {false, false, atom.slot};
    case Atom::Kind::Label:
      return constant(position.kind == Position::Kind::Running &&
                      std::ranges::binary_search(atom.vertices, position.vertex));
    case Atom::Kind::In: return constant(!ended && atom.procedure == position.procedure);
    case Atom::Kind::Terminated: return constant(ended);
    case Atom::Kind::Failed: return constant(position.kind == Position::Kind::Failed);
  }
  return constant(false);
}

std::vector<bp::Slot> looked_at(const Graph& graph, const Formula& formula, bp::VertexId v) {
  Position position = position_at(graph, v);
  if (graph.vertex(v).kind == bp::VertexKind::Exit) position.kind = Position::Kind::Terminated;
  std::vector<bp::Slot> slots;
  for (const Atom& atom : formula.atoms())
    if (const Meaning meaning = meaning_of(atom, position); !meaning.is_constant)
      slots.push_back(meaning.slot);
  return slots;
}

bool evaluate(const Formula& formula, NodeId proposition, const Position& position,
              const bp::Valuation& frame) {
  std::vector<bool> values(proposition + std::size_t{1});
  for (NodeId id = 0; id <= proposition; ++id) {
    const Node& node = formula.node(id);
    switch (node.op) {
      case Op::True: values[id] = true; break;
      case Op::Atom: {
        const Meaning meaning = meaning_of(formula.atoms()[node.left], position);
        values[id] = meaning.is_constant ? meaning.value : frame.get(meaning.slot);
        break;
      }
      case Op::Not: values[id] = !values[node.left]; break;
      case Op::And: values[id] = values[node.left] && values[node.right]; break;
      case Op::Or: values[id] = values[node.left] || values[node.right]; break;
      default: break;  // False; temporal ones, of which none is part of a proposition
    }
  }
  return values[proposition];
}

}  // namespace hardbop::temporal
