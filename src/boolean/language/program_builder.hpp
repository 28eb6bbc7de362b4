// SPDX-License-Identifier: MIT
// A program made by a program: syntax, and at the same time the text that would be read as it, so
// that people can look at it. Who makes it knows the index of each statement and can say beside
// it what the statement stands for (statement_tags.hpp): nothing is to be found again in the text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "boolean/language/named_term.hpp"

namespace hardbop::bp {

/// A statement to be added; `names` and `values` are as in Statement. Not If, While or Enforce.
struct Draft {
  StatementKind kind = StatementKind::Skip;
  std::string label{};        // empty: none
  std::vector<Name> names{};  // variables, or labels
  std::vector<NamedTerm> values{};
  std::optional<NamedTerm> constrain{};  // of an assignment; of an assumption: its condition
  std::string callee{};
  std::string comment{};  // behind it; empty: none
};

/// A variable to be declared, with or without an initialiser.
struct Declared {
  Name name = nullptr;
  std::optional<NamedTerm> value{};
};

class ProgramBuilder {
 public:
  // Declarations; those of a procedure stand before its statements.
  void declare(const std::vector<Name>& names);
  void declare_with_values(const std::vector<Declared>& variables);
  void enforce(const NamedTerm& condition);
  /// Without a count of results: as many as its returns give.
  void begin_procedure(const std::string& name, std::optional<std::uint32_t> results,
                       const std::vector<Name>& formals);
  void end_procedure();
  void begin_thread(const std::string& name, std::optional<std::uint32_t> copies);
  void end_thread();
  void blank_line() { text_ += '\n'; }

  // Statements; the index of each in Program::statements.
  std::uint32_t add(const Draft& draft);
  std::uint32_t begin_if(const NamedTerm& condition, const std::string& label = "");
  std::uint32_t begin_elsif(const NamedTerm& condition);
  void begin_else();
  void end_if();
  std::uint32_t begin_while(const NamedTerm& condition);
  void end_while();
  /// The next statement has it, too.
  void label_next(std::string label) { labels_.push_back(std::move(label)); }

  /// How much there is of the text.
  [[nodiscard]] std::size_t size() const { return text_.size(); }

  /// All that was begun must have ended. The source has this name.
  [[nodiscard]] std::shared_ptr<const Program> finish(std::string name);

 private:
  /// A sequence of statements that may go on.
  struct Sequence {
    enum class Kind : std::uint8_t { Body, Then, Else, Loop };
    Kind kind = Kind::Body;
    std::uint32_t owner = 0;        // a procedure, an if or a while
    std::uint32_t head = no_index;  // of a chain of elsif: its if
    std::uint32_t last = no_index;
  };

  Program program_;
  std::string text_;
  std::unordered_map<std::string, NameId> ids_;
  std::vector<const std::string*> names_;  // by id
  std::vector<SourceOffset> places_;       // by id: where it stands in the text
  std::vector<Sequence> open_;
  std::uint32_t thread_ = no_index;  // the one that is open
  std::vector<std::string> labels_;  // of the next statement

  [[nodiscard]] SourceOffset here() const { return static_cast<SourceOffset>(text_.size()); }
  [[nodiscard]] NameId intern(const std::string& text);
  SourceOffset write(NameId name);
  NameRef write(const std::string& name);
  Range write_list(const std::vector<Name>& names);
  Range write_list(const std::vector<NamedTerm>& terms);
  void write_expression(const NamedTerm& term);
  void write_infix(ExprRange range);
  Range write_list(const std::vector<Declared>& variables, Range& values);
  void indent(std::size_t less = 0);
  [[nodiscard]] std::vector<Item>& items();
  void write_basic(const Draft& draft, Statement& statement);
  void write_call(const Draft& draft, Statement& statement);
  void write_assume(const Draft& draft, Statement& statement);
  void write_assignment(const Draft& draft, Statement& statement);
  std::uint32_t start(StatementKind kind);
  void write_label(const std::string& label, std::uint32_t statement);
  void end_statement(std::uint32_t statement, const std::string& comment = "");
  void condition(std::uint32_t statement, const NamedTerm& condition, std::string_view word);
  void link(std::uint32_t statement);
};

}  // namespace hardbop::bp
