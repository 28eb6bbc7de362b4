// SPDX-License-Identifier: MIT
#include "boolean/logic/product.hpp"

#include <algorithm>

namespace hardbop::temporal {

using bp::Graph;
using bp::Term;
using bp::Valuation;

bp::Valuation original_frame(const Graph& original, const Product& product, bp::ProcedureId p,
                             const Valuation& frame) {
  const Graph& graph = product.graph();
  Valuation out(original.frame_size(p));
  for (bp::Slot slot = 0; slot < original.globals(); ++slot) out.set(slot, frame.get(slot));
  for (bp::Slot i = 0; i < original.procedure(p).locals; ++i)
    out.set(original.globals() + i, frame.get(graph.globals() + i));
  for (bp::Slot i = 0; i < original.procedure(p).results; ++i)
    out.set(original.first_result(p) + i, frame.get(graph.first_result(p) + i));
  return out;
}

trace::Trace original_trace(const Graph& original, const Product& product,
                            const trace::Trace& trace) {
  const std::vector<bp::VertexId>& origin = product.edited->origin;
  trace::Trace out;
  std::vector<trace::BodyId> number(trace.bodies.size(), trace::no_body);
  for (trace::BodyId id = 0; id < trace.bodies.size(); ++id) {
    const trace::Body& body = trace.bodies[id];
    if (body.procedure == product.start) continue;
    const auto frame = [&](const Valuation& values) {
      return original_frame(original, product, body.procedure, values);
    };
    trace::Body copy;
    copy.procedure = body.procedure;
    for (const trace::Step& step : body.steps) {
      if (origin[step.vertex] == bp::no_index) continue;
      // A failed assertion has steps, round and round, in the product alone.
      if (original.vertex(origin[step.vertex]).kind == bp::VertexKind::Error) continue;
      const trace::BodyId callee =
          step.callee == trace::no_body ? trace::no_body : number[step.callee];
      copy.steps.push_back({origin[step.vertex], frame(step.before), callee});
    }
    copy.end = origin[body.end];
    copy.after = frame(body.after);
    number[id] = static_cast<trace::BodyId>(out.bodies.size());
    out.bodies.push_back(std::move(copy));
  }
  for (const trace::BodyId open : trace.open)
    if (number[open] != trace::no_body) out.open.push_back(number[open]);
  if (!out.open.empty()) return out;
  // All has come back: the entry procedure's body is the one that the start has called.
  for (const trace::Step& step : trace.innermost().steps)
    if (step.callee != trace::no_body) out.open.push_back(number[step.callee]);
  return out;
}

Term term_of(const Graph& graph, const Formula& formula, NodeId proposition,
             const Position& position) {
  const Node& node = formula.node(proposition);
  const auto operand = [&](NodeId id) { return term_of(graph, formula, id, position); };
  switch (node.op) {
    case Op::False: return Term::constant(false);
    case Op::Atom: {
      const Meaning meaning = meaning_of(formula.atoms()[node.left], position);
      if (meaning.is_constant) return Term::constant(meaning.value);
      const bool global = meaning.slot < graph.globals();
      using Scope = bp::VariableRef::Scope;
      return Term::of({global ? Scope::Shared : Scope::Local,
                       global ? meaning.slot : meaning.slot - graph.globals()});
    }
    case Op::Not: {
      Term a = operand(node.left);
      return a.is_constant(true) || a.is_constant(false) ? Term::constant(a.is_constant(false))
                                                         : !std::move(a);
    }
    case Op::And:
    case Op::Or: {
      const bool ends = node.op == Op::Or;  // what makes the whole a constant
      Term a = operand(node.left);
      if (a.is_constant(ends)) return a;
      Term b = operand(node.right);
      if (a.is_constant(!ends) || b.is_constant(ends)) return b;
      if (b.is_constant(!ends)) return a;
      return ends ? std::move(a) | b : std::move(a) & b;
    }
    default: return Term::constant(true);
  }
}

void add_start(bp::GraphEditor& editor, const std::vector<bp::ProcedureId>& entries,
               Product& product) {
  product.start = editor.add_procedure("(start)");
  product.terminated = editor.add_goto(product.start);
  editor.add_target(product.terminated, product.terminated);
  const bp::VertexId choice = editor.add_goto(product.start);
  for (const bp::ProcedureId p : entries) {
    const bp::VertexId call = editor.add_call(product.start, p);
    editor.lead(call, product.terminated);
    editor.add_target(choice, call);
  }
  editor.start_with(product.start, choice);
}

}  // namespace hardbop::temporal
