// SPDX-License-Identifier: MIT
// Expressions, by operator precedence with a stack of our own instead of recursion:
// no nesting is too deep, and nodes come out in the post-order in which everything
// after the parser walks them. The operand completed last is always the last node.
#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "boolean/language/parser_state.hpp"

namespace hardbop::bp {

namespace {

using PendingKind = PendingOperator::Kind;

constexpr unsigned conditional_precedence = 1;
constexpr unsigned implies_precedence = 2;
constexpr unsigned not_precedence = 7;

bool is_bracket(PendingKind kind) {
  return kind == PendingKind::Paren || kind == PendingKind::Choose ||
         kind == PendingKind::ChooseSecond;
}

/// The binary operator that a token is, or Star.
Op binary_op(TokenKind kind) {
  switch (kind) {
    case TokenKind::Implies: return Op::Implies;
    case TokenKind::Or: return Op::Or;
    case TokenKind::Xor: return Op::Xor;
    case TokenKind::And: return Op::And;
    case TokenKind::Equals:
    case TokenKind::EqualsTwice:
    case TokenKind::Equivalent: return Op::Equal;
    case TokenKind::NotEqual: return Op::NotEqual;
    default: return Op::Star;
  }
}

}  // namespace

unsigned Parser::precedence(Op op) const {
  const bool satabs = dialect_ == Dialect::Satabs;
  switch (op) {
    case Op::Implies: return implies_precedence;
    case Op::Or: return satabs ? 4 : 3;
    case Op::Xor: return satabs ? 5 : 4;
    case Op::And: return satabs ? 6 : 5;
    default: return satabs ? 3 : 6;  // = and !=
  }
}

unsigned Parser::precedence(const PendingOperator& pending) const {
  switch (pending.kind) {
    case PendingKind::Not: return not_precedence;
    case PendingKind::Binary: return precedence(pending.op);
    case PendingKind::Alternative: return conditional_precedence;
    default: return 0;  // brackets, and `?` that waits for its `:`, hold everything back
  }
}

std::uint32_t Parser::last_node() const {
  return static_cast<std::uint32_t>(program_.nodes.size() - 1);
}

void Parser::emit(Op op, SourceOffset at, std::uint32_t left, std::uint32_t middle) {
  program_.nodes.push_back({op, false, at, left, middle});
}

/// Published dialects disagree on `a = b & c`: we read it as C does, and say so.
void Parser::warn_if_mixed(Op op, SourceOffset at, std::uint32_t left, std::uint32_t right) {
  if (mix_warned_ || dialect_ != Dialect::Standard) return;
  const auto clashes = [&](std::uint32_t operand) {
    const Expr& node = program_.nodes[operand];
    return !node.grouped && dialects_differ(op, node.op);
  };
  if (!clashes(left) && !clashes(right)) return;
  mix_warned_ = true;
  diagnostics_.warning({at, at + 1},
                       "'=' and '!=' bind tighter than '&', '^' and '|' here, "
                       "but not in every dialect",
                       "add parentheses, or choose ParseOptions::dialect satabs");
}

void Parser::reduce_top() {
  const PendingOperator top = pending_.back();
  pending_.pop_back();
  switch (top.kind) {
    case PendingKind::Not: emit(Op::Not, top.at); break;
    case PendingKind::Binary:
      warn_if_mixed(top.op, top.at, top.left, last_node());
      emit(top.op, top.at, top.left);
      break;
    case PendingKind::Alternative: emit(Op::Conditional, top.at, top.left, top.middle); break;
    default: HARDBOP_INVARIANT(false, "only complete operators should be reduced");
  }
}

/// Completes the operators on top that bind tighter, or as tight and to the left.
void Parser::reduce_above(unsigned limit, bool right_associative, std::size_t base) {
  while (pending_.size() > base) {
    const unsigned top = precedence(pending_.back());
    if (top == 0 || top < limit || (top == limit && right_associative)) break;
    reduce_top();
  }
}

/// Completes everything up to the innermost open bracket, or to the whole expression's start.
bool Parser::reduce_to_bracket(std::size_t base) {
  reduce_above(0, true, base);
  if (pending_.size() == base || is_bracket(pending_.back().kind)) return true;
  unexpected("':' of the conditional expression");
  return false;
}

void Parser::infix(Op op, std::size_t base) {
  reduce_above(precedence(op), op == Op::Implies, base);
  pending_.push_back(
      {PendingKind::Binary, op, TokenKind::RightParen, token_.span.begin, last_node(), 0});
  advance();
}

/// `:` after `c ? a`. False where no conditional waits for it: then the expression ends here.
bool Parser::alternative(std::size_t base) {
  std::size_t i = pending_.size();
  while (i > base && !is_bracket(pending_[i - 1].kind) &&
         pending_[i - 1].kind != PendingKind::Condition)
    --i;
  if (i == base || pending_[i - 1].kind != PendingKind::Condition) return false;
  reduce_above(0, true, base);
  pending_.back().kind = PendingKind::Alternative;
  pending_.back().middle = last_node();
  advance();
  return true;
}

/// 'x in a constrain.
bool Parser::next_name() {
  const SourceOffset at = token_.span.begin;
  advance();
  NameRef ref;
  if (!expect_name(ref, "a variable")) return false;
  if (!next_state_allowed_) {
    diagnostics_.error({at, last_.end}, "next-state variables are allowed only in 'constrain'",
                       "remove the '''");
  }
  emit(Op::NextName, ref.at, ref.name);
  return true;
}

/// Consumes one token where an operand may start. `operand_complete` tells whether it did.
bool Parser::operand(bool& operand_complete) {
  operand_complete = true;
  const SourceOffset at = token_.span.begin;
  switch (token_.kind) {
    case TokenKind::FalseWord:
    case TokenKind::FalseLong:
      advance();
      emit(Op::False, at);
      return true;
    case TokenKind::TrueWord:
    case TokenKind::TrueLong:
      advance();
      emit(Op::True, at);
      return true;
    case TokenKind::Star:
    case TokenKind::Question:
      advance();
      emit(Op::Star, at);
      return true;
    case TokenKind::Name:
      emit(Op::Name, at, token_.name);
      advance();
      return true;
    case TokenKind::LeftBrace: {
      NameRef ref;
      if (!expect_name(ref, "a variable")) return false;
      emit(Op::Name, ref.at, ref.name);
      return true;
    }
    case TokenKind::Number: {
      const std::string_view digits = program_.text(token_.name);
      if (digits != "0" && digits != "1") {
        error_here(fmt::format("{} is not a Boolean constant", quote_name(digits)), "use 0 or 1");
        return false;
      }
      emit(digits == "0" ? Op::False : Op::True, at);
      advance();
      return true;
    }
    case TokenKind::Prime: return next_name();
    default: operand_complete = false; return opening();
  }
}

/// What may stand before an operand: `!`, `(`, `schoose[`, `choose(`.
bool Parser::opening() {
  const SourceOffset at = token_.span.begin;
  switch (token_.kind) {
    case TokenKind::Not:
      pending_.push_back({PendingKind::Not, Op::Not, TokenKind::RightParen, at, 0, 0});
      advance();
      return true;
    case TokenKind::LeftParen:
      pending_.push_back({PendingKind::Paren, Op::False, TokenKind::RightParen, at, 0, 0});
      advance();
      return true;
    case TokenKind::Schoose:
    case TokenKind::Choose: {
      const std::string_view word = token_.kind == TokenKind::Choose ? "choose" : "schoose";
      advance();
      const bool square = is_at(TokenKind::LeftBracket);
      if (!square && !is_at(TokenKind::LeftParen)) {
        unexpected(fmt::format("'[' after '{}'", word));
        return false;
      }
      advance();
      pending_.push_back({PendingKind::Choose, Op::Choose,
                          square ? TokenKind::RightBracket : TokenKind::RightParen, at, 0, 0});
      return true;
    }
    default: unexpected("an expression"); return false;
  }
}

/// `,` or a closing bracket after an operand. `done` where it does not belong to this expression.
bool Parser::separator(std::size_t base, bool& done) {
  std::size_t i = pending_.size();
  while (i > base && !is_bracket(pending_[i - 1].kind)) --i;
  if (i == base) return done = true;
  if (!reduce_to_bracket(base)) return false;
  PendingOperator& bracket = pending_.back();
  if (bracket.kind == PendingKind::Choose && is_at(TokenKind::Comma)) {
    bracket.kind = PendingKind::ChooseSecond;
    bracket.left = last_node();
    advance();
    needs_operand_ = true;
    return true;
  }
  if (bracket.kind == PendingKind::Choose || !is_at(bracket.closer)) {
    unexpected(bracket.kind == PendingKind::Choose ? "','" : describe(bracket.closer));
    return false;
  }
  if (bracket.kind == PendingKind::Paren) {
    program_.nodes.back().grouped = true;
  } else {
    emit(Op::Choose, bracket.at, bracket.left);
  }
  pending_.pop_back();
  advance();
  return true;
}

/// Consumes one token after a complete operand; `done` where the expression has ended.
bool Parser::after_operand(std::size_t base, bool& done) {
  if (const Op op = binary_op(token_.kind); op != Op::Star) {
    infix(op, base);
    needs_operand_ = true;
    return true;
  }
  switch (token_.kind) {
    case TokenKind::Question:
      reduce_above(conditional_precedence, true, base);
      pending_.push_back({PendingKind::Condition, Op::Conditional, TokenKind::RightParen,
                          token_.span.begin, last_node(), 0});
      advance();
      needs_operand_ = true;
      return true;
    case TokenKind::Colon:
      done = !alternative(base);
      needs_operand_ = !done;
      return true;
    case TokenKind::Comma:
    case TokenKind::RightParen:
    case TokenKind::RightBracket: return separator(base, done);
    default: done = true; return true;
  }
}

bool Parser::expression(ExprRange& range) {
  const auto base = pending_.size();
  range.first = static_cast<std::uint32_t>(program_.nodes.size());
  mix_warned_ = false;
  needs_operand_ = true;
  bool fine = true;
  for (bool done = false; fine && !done;) {
    if (needs_operand_) {
      bool complete = false;
      fine = operand(complete);
      needs_operand_ = !complete;
    } else {
      fine = after_operand(base, done);
    }
  }
  if (fine) {
    fine = reduce_to_bracket(base);
    if (fine && pending_.size() != base) {
      const LineColumn place = program_.source->locate(pending_.back().at);
      const bool wants_comma = pending_.back().kind == PendingKind::Choose;
      unexpected(
          wants_comma ? "','" : describe(pending_.back().closer),
          fmt::format("to close the bracket of line {}, column {}", place.line, place.column));
      fine = false;
    }
  }
  pending_.resize(base);
  range.root = last_node();
  return fine;
}

bool Parser::expression(Statement& statement) {
  ExprRange range;
  if (!expression(range)) return false;
  program_.expressions.push_back(range);
  ++statement.exprs.count;
  return true;
}

}  // namespace hardbop::bp
