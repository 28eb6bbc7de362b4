// SPDX-License-Identifier: MIT
// A procedure of a simulation: its graph, vertex by vertex, with switches between statements.
#include <algorithm>
#include <fmt/ranges.h>

#include "boolean/transform/sequential_text.hpp"

namespace hardbop::engine {

using bp::Slot;
using bp::VertexId;
using bp::VertexKind;
using Strings = std::vector<std::string>;

std::string SequentialText::variable(Slot slot) const {
  if (slot == bp::discard_slot) return "_";
  if (slot < graph_.shared()) return fmt::format("s{}", slot);
  if (slot < graph_.globals()) return fmt::format("{}{}", own_prefix_, slot);
  return fmt::format("l{}", slot - graph_.globals());
}

std::string SequentialText::expression(std::uint32_t index) const {
  return expression(graph_.program().expressions[index]);
}

/// With all its parentheses. A stack of our own, as expressions can be very deep.
std::string SequentialText::expression(bp::ExprRange range) const {
  struct Work {
    std::uint32_t node = bp::no_index;  // none: `text`
    const char* text = "";
  };
  std::vector<Work> work{{range.root, ""}};
  std::string out;
  const auto binary = [&](std::uint32_t node, const char* infix) {
    work.push_back({bp::no_index, ")"});
    work.push_back({node - 1, ""});
    work.push_back({bp::no_index, infix});
    work.push_back({graph_.program().nodes[node].left, ""});
    work.push_back({bp::no_index, "("});
  };
  while (!work.empty()) {
    const Work next = work.back();
    work.pop_back();
    if (next.node == bp::no_index) {
      out += next.text;
      continue;
    }
    const bp::Expr& node = graph_.program().nodes[next.node];
    switch (node.op) {
      case bp::Op::False: out += 'F'; break;
      case bp::Op::True: out += 'T'; break;
      case bp::Op::Star: out += '*'; break;
      case bp::Op::NextName: out += '\''; [[fallthrough]];
      case bp::Op::Name:
        out += variable(graph_.slot(graph_.symbols().node_variables[next.node]));
        break;
      case bp::Op::Not:
        work.push_back({next.node - 1, ""});
        out += '!';
        break;
      case bp::Op::And: binary(next.node, " & "); break;
      case bp::Op::Or: binary(next.node, " | "); break;
      case bp::Op::Xor: binary(next.node, " ^ "); break;
      case bp::Op::Equal: binary(next.node, " = "); break;
      case bp::Op::NotEqual: binary(next.node, " != "); break;
      case bp::Op::Implies: binary(next.node, " => "); break;
      case bp::Op::Choose:
        work.push_back({bp::no_index, "]"});
        work.push_back({next.node - 1, ""});
        work.push_back({bp::no_index, ", "});
        work.push_back({node.left, ""});
        work.push_back({bp::no_index, "schoose["});
        break;
      case bp::Op::Conditional:
        work.push_back({bp::no_index, ")"});
        work.push_back({next.node - 1, ""});
        work.push_back({bp::no_index, " : "});
        work.push_back({node.middle, ""});
        work.push_back({bp::no_index, " ? "});
        work.push_back({node.left, ""});
        work.push_back({bp::no_index, "("});
        break;
    }
  }
  return out;
}

/// `all_given`: starts in the middle, and all of its locals are formals.
void SequentialText::procedure(const std::string& name, bp::ProcedureId p, VertexId entry,
                               bool all_given) {
  const bp::GraphProcedure& procedure = graph_.procedure(p);
  const std::uint32_t given = all_given ? procedure.locals : procedure.formals;
  Strings formals;
  Strings locals;
  for (std::uint32_t i = 0; i < procedure.locals; ++i)
    (i < given ? formals : locals).push_back(fmt::format("l{}", i));
  const std::string type =
      procedure.results == 0 ? "void" : fmt::format("bool<{}>", procedure.results);
  line("{} {}({}) begin", type, name, fmt::join(formals, ", "));
  std::uint32_t results = 0;
  for (VertexId v = procedure.vertices.first;
       v < procedure.vertices.first + procedure.vertices.count; ++v)
    if (graph_.vertex(v).kind == VertexKind::Call)
      results = std::max(results, graph_.vertex(v).names.count);
  for (std::uint32_t i = 0; keeps_results_ && i < results; ++i)
    locals.push_back(fmt::format("z{}", i));
  declare(locals);
  if (!all_given) enforce(p);
  line("goto V{};", entry);
  for (VertexId v = procedure.vertices.first;
       v < procedure.vertices.first + procedure.vertices.count; ++v)
    vertex(v);
  line("end");
}

void SequentialText::enforce(bp::ProcedureId p) {
  const bp::ExprRange condition = graph_.procedure(p).enforce;
  if (!condition.empty()) line("assume({});", expression(condition));
}

void SequentialText::vertex(VertexId v) {
  label_ = fmt::format("V{}: ", v);
  arrive(v);
  const VertexKind kind = graph_.vertex(v).kind;
  if (kind == VertexKind::Error) return line("assume(F);");
  if (kind == VertexKind::Exit) return line("return;");
  if (simulation_.switches > 0 && use_.is_switch_point(v)) switch_point();
  statement(v);
}

/// Where somebody asks for the vertex: here a run that is one of the concurrent program.
void SequentialText::arrive(VertexId v, std::uint32_t number) {
  if (!is_target_[v]) return;
  const std::string condition = arrival_condition();
  line("if ({}) then", condition);
  line({LineRole::Kind::Target, v, number}, "skip;");
  line("fi");
}

/// The end of a statement, after which control is at `to`.
void SequentialText::go(VertexId from, VertexId to) {
  enforce(graph_.vertex(from).procedure);
  line({LineRole::Kind::Arrives, to, 0}, "goto V{};", to);
}

void SequentialText::statement(VertexId v) {
  const bp::Vertex& vertex = graph_.vertex(v);
  const LineRole role{LineRole::Kind::Statement, v, 0};
  Strings names;
  Strings values;
  for (std::uint32_t i = 0; i < vertex.names.count && vertex.kind != VertexKind::Goto &&
                            vertex.kind != VertexKind::StartThread;
       ++i)
    names.push_back(variable(graph_.left_hand_side(vertex.names.first + i)));
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    values.push_back(expression(vertex.exprs.first + i));
  switch (vertex.kind) {
    case VertexKind::Goto: {
      Strings ways;
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        ways.push_back(fmt::format("W{}_{}", v, i));
      line(role, "goto {};", fmt::join(ways, ", "));
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i) {
        label_ = ways[i] + ": ";
        go(v, graph_.targets()[vertex.targets.first + i]);
      }
      return;
    }
    case VertexKind::Branch:
    case VertexKind::Assert:
      line(role, "if ({}) then", values.front());
      go(v, vertex.next);
      line("else");
      go(v, vertex.otherwise);
      return line("fi");
    case VertexKind::Assign: {
      std::string constrain;
      if (vertex.has_constrain) {
        constrain = values.back();
        values.pop_back();
      }
      assign(role, names, values, constrain);
      break;
    }
    case VertexKind::Dead: line(role, "dead {};", fmt::join(names, ", ")); break;
    case VertexKind::Assume: line(role, "assume({});", values.front()); break;
    case VertexKind::Call:
      if (keeps_results_ && !names.empty()) {
        call_and_keep(v, names, values);
        break;
      }
      line(role, "{}{}p{}({});", fmt::join(names, ", "), names.empty() ? "" : " := ", vertex.callee,
           fmt::join(values, ", "));
      if (unwinds_) line("if (u) then return; fi");
      break;
    case VertexKind::Return: {
      enforce(vertex.procedure);
      arrive(graph_.procedure(vertex.procedure).exit, v + 1);
      return line(role, "return {};", fmt::join(values, ", "));
    }
    case VertexKind::StartThread: start_thread(v); break;
    case VertexKind::EndThread: line(role, "skip;"); return end_thread();
    default:
      if (graph_.atomicity(v) == bp::Atomicity::Kept || !use_.has_atomic()) {
        line(role, "skip;");
      } else {
        line(role, "a := {};", graph_.atomicity(v) == bp::Atomicity::Begins ? "T" : "F");
      }
  }
  go(v, vertex.next);
}

/// Unwinding makes results arbitrary. Where `init` unwinds, others go on with what it leaves
/// behind, so there they are not to be stored.
void SequentialText::call_and_keep(VertexId v, const Strings& names, const Strings& values) {
  Strings kept;
  for (std::size_t i = 0; i < names.size(); ++i) kept.push_back(fmt::format("z{}", i));
  line({LineRole::Kind::Statement, v, 0}, "{} := p{}({});", fmt::join(kept, ", "),
       graph_.vertex(v).callee, fmt::join(values, ", "));
  line("if (u) then return; fi");
  assign({}, names, kept);
}

/// Either the thread never runs, or it is one of the actors: one that was guessed to start
/// here, with these values, later than now.
void SequentialText::start_thread(VertexId v) {
  const bp::StartSite& site = threads_.site_at(v);
  const auto number = static_cast<std::uint32_t>(&site - threads_.sites().data());
  const bp::Vertex& vertex = graph_.vertex(v);
  line("if (*) then");
  line({LineRole::Kind::Statement, v, 0}, "skip;");
  for (std::uint32_t i = 0; i < actors.size(); ++i) {
    if (actors[i].initial != bp::no_index) continue;
    line("elsif (*) then");
    line("assume(!k{} & {} & {});", i, is(fmt::format("y{}_", i), site_bits_, number), later(i));
    const Slot copied = site.copies_locals ? graph_.first_result(site.procedure) : graph_.globals();
    for (Slot slot = graph_.shared(); slot < copied; ++slot)
      line("assume(x{}_{} = {});", i, slot, variable(slot));
    for (std::uint32_t k = 0; !site.copies_locals && k < vertex.exprs.count; ++k)
      line("assume(x{}_{} = {});", i, graph_.globals() + k, expression(vertex.exprs.first + k));
    line({LineRole::Kind::Claim, v, i}, "k{} := T;", i);
  }
  line("else assume(F); fi");
}

/// The actor is not active before the context after this one. What `init` starts may be first.
std::string SequentialText::later(std::uint32_t actor) const {
  if (simulation_.switches == 0) return in_context(contexts());
  Strings parts;
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    Strings earlier{in_context(contexts())};
    for (std::uint32_t i = 0; i < j; ++i) earlier.push_back(in_context(i));
    parts.push_back(fmt::format("(!{} | {})", active(j, actor), fmt::join(earlier, " | ")));
  }
  return fmt::format("({})", fmt::join(parts, " & "));
}

}  // namespace hardbop::engine
