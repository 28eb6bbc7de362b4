// SPDX-License-Identifier: MIT
// Builds the expressions and statements of a program. Equal expressions are shared, and constant
// expressions are evaluated at once.
#pragma once

#include <utility>
#include <vector>

#include "c/il/expr_table.hpp"
#include "c/il/il.hpp"

namespace hardbop::c {

using MarkId = std::uint32_t;

/// An arrow that does not lead anywhere yet: it leaves a statement, or is a mark.
struct Exit {
  StatementId from = none;
  bool otherwise = false;
  MarkId mark = none;
};
using Exits = std::vector<Exit>;

class Builder {
 public:
  /// Goes on where the program has expressions.
  explicit Builder(Program& program);

  [[nodiscard]] Type pointer() const;
  static constexpr Type truth_type{1, false, false, false};

  [[nodiscard]] const Expr& expr(ExprId id) const { return program_.exprs[id]; }
  [[nodiscard]] ExprId constant(Type type, std::uint64_t value);
  [[nodiscard]] ExprId address(ObjectId object, std::uint64_t offset);
  [[nodiscard]] ExprId function_address(FunctionId function);
  [[nodiscard]] ExprId load(const Place& place, std::uint64_t reading = 0);
  [[nodiscard]] ExprId unary(words::Op op, ExprId a);
  /// The result has the operands' type, or is a truth value.
  [[nodiscard]] ExprId binary(words::Op op, ExprId a, ExprId b);
  [[nodiscard]] ExprId conditional(ExprId condition, ExprId a, ExprId b);
  /// One with other operands than it had.
  [[nodiscard]] ExprId rebuilt(const Expr& expr);
  /// A FloatX with a result of that type. Of comparisons, the rounding does not matter.
  [[nodiscard]] ExprId floating(words::Op op, Type to, words::Rounding rounding, ExprId a,
                                ExprId b = none);
  /// Compares two numbers; by their bits where these are enough.
  [[nodiscard]] ExprId compare_floats(words::Op op, ExprId a, ExprId b);
  /// A number without its sign.
  [[nodiscard]] ExprId magnitude(ExprId number);
  /// Extends with zeros or sign, or cuts.
  [[nodiscard]] ExprId resize(ExprId a, Type to, bool is_signed);
  [[nodiscard]] ExprId extract(ExprId a, std::uint8_t lowest, Type to);
  /// Whether a word or number is not zero, as a word of width 1; and back.
  [[nodiscard]] ExprId truth(ExprId a);
  [[nodiscard]] ExprId negation(ExprId truth) { return unary(words::Op::Not, truth); }
  [[nodiscard]] ExprId word(ExprId truth, Type to) { return resize(truth, to, false); }
  [[nodiscard]] ExprId plus(ExprId pointer, std::uint64_t bytes);

  [[nodiscard]] bool is_constant(ExprId id) const { return expr(id).kind == Expr::Kind::Constant; }
  [[nodiscard]] bool is_constant(ExprId id, std::uint64_t value) const {
    return is_constant(id) && expr(id).value == value;
  }
  /// A number that it is never larger than, as an unsigned word.
  [[nodiscard]] std::uint64_t bound(ExprId id) const;
  /// How deep it is: of a leaf, 1.
  [[nodiscard]] std::uint32_t depth(ExprId id) const { return depths_[id]; }
  /// Whether its value cannot change while a function runs.
  [[nodiscard]] bool is_fixed(ExprId id) const;

  /// Statements come one after the other: what is pending leads to the next one. A mark is pending
  /// like an exit; it stands for the statement that it comes to lead to, at once or later, which
  /// need not be the next one that is made.
  [[nodiscard]] MarkId mark();
  [[nodiscard]] bool is_pending(MarkId mark) const;
  [[nodiscard]] StatementId marked(MarkId mark) const { return marks_[mark].at; }
  /// What is pending leads to where the mark does.
  void lead_back(MarkId mark);
  /// The next statement is the first of one of C's that starts there; line 0: it is not.
  void begin(const Position& start) { start_ = start; }
  /// A block: statements are in the innermost one. The new one is within it.
  [[nodiscard]] ScopeId scope() const { return scope_; }
  ScopeId open_scope();
  void close_scope() { scope_ = program_.scopes[scope_].parent; }
  /// Its scope is the innermost one, unless it has one.
  StatementId emit(Statement statement);
  [[nodiscard]] StatementId next_statement() const {
    return static_cast<StatementId>(program_.statements.size());
  }
  void lead(const Exits& exits, StatementId to);
  [[nodiscard]] Exits take_pending() { return std::exchange(pending_, {}); }
  void add_pending(const Exits& exits);
  [[nodiscard]] bool is_reachable() const { return !pending_.empty(); }

 private:
  Program& program_;
  ExprTable table_;
  std::vector<std::uint32_t> depths_;  // by expression
  struct Mark {
    StatementId at = none;
    Exits waiting;  // until that is known
  };
  Exits pending_;
  Position start_;
  ScopeId scope_;
  std::vector<Mark> marks_;

  ExprId make(const Expr& expr);
  void add_depth(const Expr& expr);
  ExprId fold(words::Op op, ExprId a, ExprId b);
};

}  // namespace hardbop::c
