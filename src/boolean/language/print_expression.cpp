// SPDX-License-Identifier: MIT
#include "boolean/language/print_expression.hpp"

#include "boolean/language/printer.hpp"

namespace hardbop::bp {

namespace {

/// How tight an operator binds in the canonical form.
unsigned tightness(Op op) {
  switch (op) {
    case Op::Conditional: return 1;
    case Op::Implies: return 2;
    case Op::Or: return 3;
    case Op::Xor: return 4;
    case Op::And: return 5;
    case Op::Equal:
    case Op::NotEqual: return 6;
    case Op::Not: return 7;
    default: return 8;
  }
}

std::string_view spelling(Op op) {
  switch (op) {
    case Op::False: return "F";
    case Op::True: return "T";
    case Op::Star: return "*";
    case Op::Not: return "!";
    case Op::And: return "&";
    case Op::Or: return "|";
    case Op::Xor: return "^";
    case Op::Equal: return "=";
    case Op::NotEqual: return "!=";
    case Op::Implies: return "=>";
    default: return "";
  }
}

}  // namespace

ExpressionPieces::ExpressionPieces(const Program& program, ExprRange expression)
    : program_(program) {
  push_operand(expression.root, false);
}

bool ExpressionPieces::next(Piece& piece) {
  while (!work_.empty()) {
    const Work work = work_.back();
    work_.pop_back();
    if (work.node == no_index) {
      piece = work.piece;
      return true;
    }
    expand(work.node);
  }
  return false;
}

void ExpressionPieces::push(std::string_view text, SourceOffset at, bool is_infix) {
  work_.push_back({no_index, {text, at, is_infix}});
}

void ExpressionPieces::push_operand(std::uint32_t node, bool parenthesised) {
  if (parenthesised) push(")");
  work_.push_back({node, {}});
  if (parenthesised) push("(");
}

/// Pushes the pieces of a node in reverse.
void ExpressionPieces::expand(std::uint32_t node) {
  const Expr& expr = program_.nodes[node];
  switch (expr.op) {
    case Op::Name: push(program_.text(expr.name()), expr.at); break;
    case Op::NextName:
      push(program_.text(expr.name()), expr.at);
      push("'", expr.at);
      break;
    case Op::Not:
      push_operand(node - 1, tightness(program_.nodes[node - 1].op) < tightness(Op::Not));
      push("!", expr.at);
      break;
    case Op::Choose:
      push("]");
      push_operand(node - 1, false);
      push(", ");
      push_operand(expr.left, false);
      push("schoose[", expr.at);
      break;
    case Op::Conditional:
      push_operand(node - 1, false);
      push(":", no_index, true);
      push_operand(expr.middle, program_.nodes[expr.middle].op == Op::Conditional);
      push("?", expr.at, true);
      push_operand(expr.left, program_.nodes[expr.left].op == Op::Conditional);
      break;
    case Op::False:
    case Op::True:
    case Op::Star: push(spelling(expr.op), expr.at); break;
    default: expand_binary(node);
  }
}

void ExpressionPieces::expand_binary(std::uint32_t node) {
  const Expr& expr = program_.nodes[node];
  const bool right_associative = expr.op == Op::Implies;
  const auto parenthesised = [&](std::uint32_t operand, bool natural_side) {
    const Op inner = program_.nodes[operand].op;
    if (dialects_differ(expr.op, inner)) return true;
    if (tightness(inner) == tightness(expr.op)) return !natural_side;
    return tightness(inner) < tightness(expr.op);
  };
  push_operand(node - 1, parenthesised(node - 1, right_associative));
  push(spelling(expr.op), expr.at, true);
  push_operand(expr.left, parenthesised(expr.left, !right_associative));
}

std::string print_expression(const Program& program, ExprRange expression) {
  std::string out;
  ExpressionPieces pieces(program, expression);
  for (ExpressionPieces::Piece piece; pieces.next(piece);) {
    if (piece.is_infix) out += ' ';
    out += piece.text;
    if (piece.is_infix) out += ' ';
  }
  return out;
}

}  // namespace hardbop::bp
