// SPDX-License-Identifier: MIT
// The recursive-descent parser's state and its rules, one file per part of the
// grammar: parser.cpp (declarations, procedures, threads), parse_statement.cpp,
// parse_expression.cpp. Private to the layer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "boolean/language/ast.hpp"
#include "boolean/language/lexer.hpp"
#include "boolean/language/parser.hpp"

namespace hardbop::bp {

/// An operator or bracket of an expression that still waits for an operand.
struct PendingOperator {
  enum class Kind : std::uint8_t {
    Paren,
    Choose,
    ChooseSecond,
    Not,
    Binary,
    Condition,
    Alternative,
  };
  Kind kind = Kind::Paren;
  Op op = Op::False;                         // Binary
  TokenKind closer = TokenKind::RightParen;  // Paren, Choose, ChooseSecond
  SourceOffset at = 0;
  std::uint32_t left = 0;    // Binary, ChooseSecond, Condition, Alternative
  std::uint32_t middle = 0;  // Alternative
};

/// Whether a statement can start with this word; names and numbers aside.
[[nodiscard]] bool starts_statement(TokenKind kind);

class Parser {
 public:
  Parser(std::shared_ptr<const SourceFile> source, Dialect dialect, Diagnostics& diagnostics);

  [[nodiscard]] Program run();

 private:
  Program program_;
  Dialect dialect_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token token_;      // the next one to be consumed
  SourceSpan last_;  // of the token consumed last
  TokenKind last_kind_ = TokenKind::EndOfFile;
  bool recovering_ = false;              // an error was reported and no token made sense since
  SourceOffset reported_at_ = no_index;  // the token of the last error: one message is enough
  bool enforce_allowed_ = false;
  bool next_state_allowed_ = false;
  bool needs_operand_ = false;      // an operand must come next in the expression
  bool mix_warned_ = false;         // in this expression
  unsigned depth_ = 0;              // of nested statements
  std::array<unsigned, 4> open_{};  // how many blocks wait for end, fi, od, '}'
  std::vector<PendingOperator> pending_;

  void reserve(std::size_t bytes);

  // Tokens
  void advance();
  [[nodiscard]] bool is_at(TokenKind kind) const { return token_.kind == kind; }
  bool accept(TokenKind kind);
  bool expect(TokenKind kind, std::string_view where);
  bool expect_name(NameRef& ref, std::string_view what);
  bool number(std::uint32_t& value, std::uint32_t limit, std::string_view what);
  void error_here(std::string text, std::string hint = {});
  void unexpected(std::string_view wanted, std::string hint = {});
  [[nodiscard]] std::string found() const;

  // Programs (parser.cpp)
  [[nodiscard]] bool at_item_word() const;
  void item(std::vector<Item>& items, std::uint32_t thread);
  void skip_to_item(SourceOffset start);
  bool declared_names(Statement& statement);
  bool result_type(Procedure& procedure);
  void procedure(std::vector<Item>& items, std::uint32_t thread);
  bool header(Procedure& procedure);
  bool skip_to_body();
  bool body_opener(TokenKind& closer);
  std::uint32_t body(Procedure& procedure, TokenKind closer, SourceSpan opener);
  void thread_block(std::vector<Item>& items);

  // Statements (parse_statement.cpp)
  unsigned& open(TokenKind closer);
  [[nodiscard]] bool at_closer() const;
  [[nodiscard]] bool closes_something();
  void skip_to_statement();
  void skip_to_statement_after(TokenKind word);
  std::uint32_t sequence();
  std::uint32_t block(TokenKind closer, SourceSpan opener);
  std::uint32_t braces();
  void close(TokenKind closer, SourceSpan opener);
  std::uint32_t statement();
  void start_lists(Statement& statement);
  bool labelled(Statement& statement);
  void add_label(Statement& statement, NameRef ref);
  bool after_name(Statement& statement, NameRef first);
  bool assignment(Statement& statement, NameRef first);
  bool call_by_name(Statement& statement);
  bool call(Statement& statement, NameRef callee);
  bool arguments(Statement& statement);
  bool expression_list(Statement& statement);
  bool name_list(Statement& statement, std::string_view what);
  bool label_list(Statement& statement);
  bool label_name(Statement& statement);
  bool basic(Statement& statement);
  bool constraint(Statement& statement);
  bool negated(Statement& statement);
  bool enforce(Statement& statement);
  bool start_thread(Statement& statement);
  [[nodiscard]] bool at_block();
  bool condition(Statement& statement, TokenKind word);
  bool if_statement(Statement& statement);
  std::uint32_t add_elsif(std::uint32_t parent, Statement& head, const Statement& branch);
  bool if_with_words(Statement& head, SourceSpan word);
  void surplus_branches();
  bool if_with_braces(Statement& head);
  void end_chain(const Statement& head);
  bool while_statement(Statement& statement);
  void end_of_statement(const Statement& statement);

  // Expressions (parse_expression.cpp)
  bool expression(Statement& statement);
  bool expression(ExprRange& range);
  bool operand(bool& operand_complete);
  bool opening();
  bool next_name();
  bool after_operand(std::size_t base, bool& done);
  bool separator(std::size_t base, bool& done);
  bool alternative(std::size_t base);
  void infix(Op op, std::size_t base);
  void reduce_above(unsigned limit, bool right_associative, std::size_t base);
  bool reduce_to_bracket(std::size_t base);
  void reduce_top();
  void emit(Op op, SourceOffset at, std::uint32_t left = 0, std::uint32_t middle = 0);
  void warn_if_mixed(Op op, SourceOffset at, std::uint32_t left, std::uint32_t right);
  [[nodiscard]] unsigned precedence(Op op) const;
  [[nodiscard]] unsigned precedence(const PendingOperator& pending) const;
  [[nodiscard]] std::uint32_t last_node() const;
};

}  // namespace hardbop::bp
