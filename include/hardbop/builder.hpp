// SPDX-License-Identifier: MIT
// Boolean programs that are made by a program, without printing and parsing text.
//
//   hardbop::ProgramBuilder builder;
//   const hardbop::Expression locked = builder.declare("locked");
//   builder.begin_procedure("main");
//   builder.add_assign("locked", false);
//   builder.begin_while(hardbop::Expression::any());
//   builder.add_assert(!locked);
//   builder.add_assign("locked", true);
//   builder.end();
//   builder.end();
//   const hardbop::ParseResult built = builder.finish();
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

/// An expression of a Boolean program: a value, whose operators are those of the language. A name
/// is one of the language (`x`, `{x > 5}`) or any other text without `}` and line breaks, which is
/// put in braces: `x > 5` is `{x > 5}`. An operator copies its operands, so use `all_of` and
/// `any_of` for many of them.
class Expression {
 public:
  enum class Kind : std::uint8_t {
    False,
    True,
    Any,       // a free choice, `*`
    Variable,  // its current value
    Next,      // 'x, its value after the step; only in the `constrain` of an assignment
    Not,
    And,
    Or,
    Xor,
    Iff,
    Differ,
    Implies,
    Choose,
    Conditional,
  };
  struct Node {
    Kind kind = Kind::False;
    std::string name{};  // Variable, Next
  };

  /// A constant; nothing but a bool, as pointers convert to it.
  template <std::same_as<bool> Bool>
  Expression(Bool value) : Expression(value ? Kind::True : Kind::False, {}) {}
  /// The current value of a variable.
  Expression(std::string variable) : Expression(Kind::Variable, std::move(variable)) {}
  Expression(const char* variable) : Expression(Kind::Variable, variable) {}

  /// A free choice, made anew each time it is evaluated.
  [[nodiscard]] static Expression any() { return {Kind::Any, {}}; }
  /// 'x, the value after the step.
  [[nodiscard]] static Expression next(std::string variable) {
    return {Kind::Next, std::move(variable)};
  }
  /// The conjunction and the disjunction of all parts; of none, true and false.
  [[nodiscard]] static Expression all_of(const std::vector<Expression>& parts);
  [[nodiscard]] static Expression any_of(const std::vector<Expression>& parts);

  friend Expression operator!(Expression a) { return std::move(a).apply(Kind::Not); }
  /// The same: GCC warns of `!a & b`, but not of `~a & b`.
  friend Expression operator~(Expression a) { return std::move(a).apply(Kind::Not); }
  friend Expression operator&(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::And);
  }
  friend Expression operator|(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Or);
  }
  friend Expression operator^(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Xor);
  }
  /// `a = b`, `a != b`, `a => b`.
  friend Expression iff(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Iff);
  }
  friend Expression differ(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Differ);
  }
  friend Expression implies(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Implies);
  }
  /// `schoose[a, b]`: true if a; else false if b; else a free choice.
  friend Expression choose(Expression a, const Expression& b) {
    return std::move(a).join(b, Kind::Choose);
  }
  /// `condition ? a : b`.
  friend Expression conditional(Expression condition, const Expression& a, const Expression& b) {
    return std::move(condition).append(a).join(b, Kind::Conditional);
  }

  /// In post-order: operands stand before their operator.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::vector<Node> nodes_;

  Expression(Kind kind, std::string name) : nodes_{{kind, std::move(name)}} {}
  [[nodiscard]] Expression&& append(const Expression& other) &&;
  [[nodiscard]] Expression&& apply(Kind kind) &&;
  [[nodiscard]] Expression&& join(const Expression& other, Kind kind) && {
    return std::move(*this).append(other).apply(kind);
  }
};

/// A variable that is declared, with or without an initialiser.
struct Declaration {
  std::string name;
  std::optional<Expression> initial{};
};

/// Adds declarations, procedures and statements one after the other. What is begun is ended by
/// `end`, innermost first. Calls that make no sense where they stand (a statement outside of a
/// procedure, an `else` without an `if`, a name that cannot be one) throw std::logic_error, which
/// says what is wrong, and change nothing. What is wrong with the program itself (an undeclared
/// variable, a wrong number of arguments) is told by `finish`, as `parse` does.
class ProgramBuilder {
 public:
  /// The name of the program, in messages and traces.
  explicit ProgramBuilder(std::string name = "<built>");
  ProgramBuilder(ProgramBuilder&&) noexcept;
  ProgramBuilder& operator=(ProgramBuilder&&) noexcept;
  ~ProgramBuilder();

  /// In a procedure, local variables; in a thread, its own; else global ones.
  void declare(const std::vector<Declaration>& variables);
  /// One variable, which may be used in expressions from now on.
  Expression declare(const std::string& name);
  Expression declare(const std::string& name, Expression initial);
  /// Of the procedure: after its declarations, before its statements.
  void enforce(const Expression& condition);

  /// Without a number of results: as many as its returns give.
  void begin_procedure(const std::string& name, const std::vector<std::string>& formals = {},
                       std::optional<std::uint32_t> results = 0);
  void begin_thread(const std::string& name, std::optional<std::uint32_t> copies = {});
  /// Ends the innermost procedure, thread, if or while.
  void end();

  /// The next statement has this label; a statement may have several. A number is a label, too.
  void label(const std::string& name);

  // Statements. Each gives the line where it stands in Program::text, by which steps of a trace
  // can be found: TraceStep::at.
  std::uint32_t add_skip();
  std::uint32_t add_assign(const std::string& variable, const Expression& value);
  std::uint32_t add_assign(const std::vector<std::string>& variables,
                           const std::vector<Expression>& values,
                           const std::optional<Expression>& constrain = {});
  std::uint32_t add_call(const std::string& procedure,
                         const std::vector<Expression>& arguments = {},
                         const std::vector<std::string>& results = {});
  std::uint32_t add_return(const std::vector<Expression>& values = {});
  std::uint32_t add_goto(const std::vector<std::string>& labels);
  std::uint32_t add_assert(const Expression& condition);
  std::uint32_t add_assume(const Expression& condition);
  std::uint32_t add_dead(const std::vector<std::string>& variables);
  std::uint32_t add_print(const std::vector<Expression>& values);
  std::uint32_t add_atomic_begin();
  std::uint32_t add_atomic_end();
  std::uint32_t add_start_thread(const std::string& procedure,
                                 const std::vector<Expression>& arguments = {});
  std::uint32_t add_start_thread_at(const std::string& label);
  std::uint32_t add_end_thread();
  std::uint32_t begin_if(const Expression& condition);
  std::uint32_t begin_elsif(const Expression& condition);
  void begin_else();
  std::uint32_t begin_while(const Expression& condition);

  /// The program, and messages whose places are in its text. The builder is empty afterwards.
  [[nodiscard]] ParseResult finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hardbop
