// SPDX-License-Identifier: MIT
#include "boolean/temporal/model.hpp"

namespace hardbop::test {

std::string Tree::text() const {
  const auto first = [&] { return operands[0].text(); };
  const auto second = [&] { return operands[1].text(); };
  const auto join = [&](const char* op) { return "(" + first() + " " + op + " " + second() + ")"; };
  const auto unary = [&](const char* op) { return std::string(op) + "(" + first() + ")"; };
  switch (kind) {
    case Kind::True: return "true";
    case Kind::False: return "0";
    case Kind::Global:
    case Kind::Local:
    case Kind::Label:
    case Kind::In:
    case Kind::Terminated:
    case Kind::Failed: return name;
    case Kind::Not: return unary("!");
    case Kind::And: return join("&");
    case Kind::Or: return join("|");
    case Kind::Implies: return join("=>");
    case Kind::Equal: return join("=");
    case Kind::X: return unary("X ");
    case Kind::F: return unary("F ");
    case Kind::G: return unary("G ");
    case Kind::U: return join("U");
    case Kind::R: return join("R");
    case Kind::W: return join("W");
    case Kind::EX: return unary("EX ");
    case Kind::EF: return unary("EF ");
    case Kind::EG: return unary("EG ");
    case Kind::EU: return "E[" + first() + " U " + second() + "]";
    case Kind::AX: return unary("AX ");
    case Kind::AF: return unary("AF ");
    case Kind::AG: return unary("AG ");
    case Kind::AU: return "A[" + first() + " U " + second() + "]";
  }
  return {};
}

FormulaGenerator::FormulaGenerator(const bp::Graph& graph, std::uint64_t seed)
    : graph_(graph), random_(seed) {}

Tree FormulaGenerator::atom() {
  Tree tree;
  switch (below(10)) {
    case 0: tree.kind = below(2) == 0 ? Tree::Kind::True : Tree::Kind::False; return tree;
    case 1:
      tree.kind = Tree::Kind::Terminated;
      tree.name = "terminated";
      return tree;
    case 2:
      tree.kind = Tree::Kind::Failed;
      tree.name = "failed";
      return tree;
    case 3: {
      tree.kind = Tree::Kind::In;
      tree.procedure = static_cast<bp::ProcedureId>(below(graph_.procedures().size()));
      tree.name = "in(" + std::string(graph_.procedure_name(tree.procedure)) + ")";
      return tree;
    }
    case 4:
    case 5: {
      if (graph_.labels().empty()) break;
      const bp::GraphLabel& label = graph_.labels()[below(graph_.labels().size())];
      const std::string text(graph_.program().text(label.name));
      tree.kind = Tree::Kind::Label;
      const bool qualified = below(2) == 0;
      tree.name =
          "@" + (qualified ? std::string(graph_.procedure_name(label.procedure)) + "." : "") + text;
      for (const bp::GraphLabel& other : graph_.labels())
        if (other.name == label.name && (!qualified || other.procedure == label.procedure))
          tree.vertices.push_back(other.vertex);
      return tree;
    }
    case 6: {
      const auto p = static_cast<bp::ProcedureId>(below(graph_.procedures().size()));
      if (graph_.procedure(p).locals == 0) break;
      tree.kind = Tree::Kind::Local;
      tree.procedure = p;
      tree.slot = graph_.globals() + static_cast<bp::Slot>(below(graph_.procedure(p).locals));
      tree.name = std::string(graph_.procedure_name(p)) + "." + graph_.slot_name(p, tree.slot);
      return tree;
    }
    default: break;
  }
  tree.kind = Tree::Kind::Global;
  tree.slot = static_cast<bp::Slot>(below(graph_.globals()));
  tree.name = graph_.slot_name(0, tree.slot);
  return tree;
}

template <typename Operand>
Tree FormulaGenerator::connective(Operand operand) {
  Tree tree;
  constexpr Tree::Kind kinds[] = {Tree::Kind::Not, Tree::Kind::And, Tree::Kind::Or,
                                  Tree::Kind::Implies, Tree::Kind::Equal};
  tree.kind = kinds[below(5)];
  tree.operands.push_back(operand());
  if (tree.kind != Tree::Kind::Not) tree.operands.push_back(operand());
  return tree;
}

Tree FormulaGenerator::proposition(int depth) {
  if (depth == 0 || below(3) == 0) return atom();
  return connective([&] { return proposition(depth - 1); });
}

Tree FormulaGenerator::ltl(int depth, bool with_next) {
  if (depth == 0) return proposition(1);
  const auto operand = [&] { return ltl(depth - 1, with_next); };
  if (below(4) == 0) return connective(operand);
  constexpr Tree::Kind kinds[] = {Tree::Kind::F, Tree::Kind::G, Tree::Kind::U,
                                  Tree::Kind::R, Tree::Kind::W, Tree::Kind::X};
  Tree tree;
  tree.kind = kinds[below(with_next ? 6 : 5)];
  tree.operands.push_back(operand());
  if (tree.kind == Tree::Kind::U || tree.kind == Tree::Kind::R || tree.kind == Tree::Kind::W)
    tree.operands.push_back(operand());
  return tree;
}

Tree FormulaGenerator::ctl(int depth) {
  if (depth == 0) return proposition(1);
  const auto operand = [&] { return ctl(depth - 1); };
  if (below(4) == 0) return connective(operand);
  constexpr Tree::Kind kinds[] = {Tree::Kind::EX, Tree::Kind::EF, Tree::Kind::EG, Tree::Kind::EU,
                                  Tree::Kind::AX, Tree::Kind::AF, Tree::Kind::AG, Tree::Kind::AU};
  Tree tree;
  tree.kind = kinds[below(8)];
  tree.operands.push_back(operand());
  if (tree.kind == Tree::Kind::EU || tree.kind == Tree::Kind::AU)
    tree.operands.push_back(operand());
  return tree;
}

}  // namespace hardbop::test
