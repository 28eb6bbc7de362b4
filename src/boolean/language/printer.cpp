// SPDX-License-Identifier: MIT
// The canonical form. Comments are not part of the syntax: they wait in a queue, in the
// order of the text, and are written when the printer comes past the place where they
// stood — on a line of their own, behind a statement, or within one. At most one blank
// line is kept between lines, and one always stands between procedures.
#include "boolean/language/printer.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/language/print_expression.hpp"

namespace hardbop::bp {

namespace {

constexpr unsigned indent_width = 2;
constexpr unsigned continuation_indent = 4;
// Deeper statements are indented no further: the text would grow with depth times length.
constexpr unsigned max_indent = 100;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), text_(program.source->text()) {}

  std::string run() {
    items(program_.items);
    comment_lines(static_cast<SourceOffset>(text_.size()));
    return std::move(out_);
  }

 private:
  const Program& program_;
  std::string_view text_;
  std::string out_;
  std::size_t next_comment_ = 0;
  unsigned indent_ = 0;
  bool block_start_ = true;     // nothing stands in the block yet: no blank line here
  bool must_separate_ = false;  // the next line follows a procedure: a blank line here

  // Lines and comments

  [[nodiscard]] bool comment_before(SourceOffset at) const {
    return next_comment_ < program_.comments.size() &&
           program_.comments[next_comment_].span.begin < at;
  }

  /// Writes the next comment, with line breaks as ours are. Whether it ends its line.
  bool write_comment() {
    const SourceSpan span = program_.comments[next_comment_++].span;
    const std::string_view comment = program_.source->text(span);
    for (const char c : comment) {
      while (c == '\n' && out_.back() == '\r') out_.pop_back();
      out_ += c;
    }
    return comment.starts_with("//");
  }

  [[nodiscard]] bool blank_line_before(SourceOffset at) const {
    unsigned breaks = 0;
    while (at > 0 && is_blank(text_[at - 1]))
      if (text_[--at] == '\n') ++breaks;
    return breaks >= 2;
  }

  void indent(unsigned more) { out_.append(std::min(indent_, max_indent) + more, ' '); }

  void start_line(SourceOffset at) {
    if (must_separate_ || (!block_start_ && blank_line_before(at))) out_ += '\n';
    must_separate_ = block_start_ = false;
    indent(0);
  }

  /// The comments before `at`, each on a line of its own.
  void comment_lines(SourceOffset at) {
    while (comment_before(at)) {
      start_line(program_.comments[next_comment_].span.begin);
      write_comment();
      out_ += '\n';
    }
  }

  /// Starts the line of something written at `at`.
  void line(SourceOffset at) {
    comment_lines(at);
    start_line(at);
  }

  /// The comments before `at`, in the middle of a line.
  void inline_comments(SourceOffset at) {
    while (comment_before(at)) {
      const char last = out_.empty() ? '\n' : out_.back();
      if (last != ' ' && last != '(' && last != '[' && last != '!' && last != '\'') out_ += ' ';
      if (write_comment()) {
        out_ += '\n';
        indent(continuation_indent);
      } else {
        out_ += ' ';
      }
    }
  }

  /// Ends the line of what ended at `end` in the text, with the comments that stand behind
  /// it on its line and those within it that found no place. A comment that itself ends the
  /// line leaves the rest of them to lines of their own.
  void end_line(SourceOffset end) {
    for (bool open = true; open && next_comment_ < program_.comments.size();) {
      const SourceSpan comment = program_.comments[next_comment_].span;
      if (comment.begin >= end && !behind(end, comment.begin)) break;
      end = std::max(end, comment.end);
      out_ += ' ';
      open = !write_comment();
    }
    out_ += '\n';
  }

  /// Whether only blanks and ';' of one line lie between.
  [[nodiscard]] bool behind(SourceOffset end, SourceOffset comment) const {
    for (const char c : text_.substr(end, comment - end))
      if (c == '\n' || (!is_blank(c) && c != ';')) return false;
    return true;
  }

  void word(SourceOffset at, std::string_view text) {
    inline_comments(at);
    out_ += text;
  }

  // Expressions and lists

  void expression(ExprRange range) {
    ExpressionPieces pieces(program_, range);
    for (ExpressionPieces::Piece piece; pieces.next(piece);) {
      if (piece.is_infix) out_ += ' ';
      if (piece.at != no_index) inline_comments(piece.at);
      out_ += piece.text;
      if (piece.is_infix) out_ += ' ';
    }
  }

  void expressions(Range range) {
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (i > 0) out_ += ", ";
      expression(program_.expressions[range.first + i]);
    }
  }

  void names(Range range) {
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const NameRef ref = program_.refs[range.first + i];
      if (i > 0) out_ += ", ";
      word(ref.at, program_.text(ref.name));
    }
  }

  void arguments(Range range) {
    out_ += '(';
    expressions(range);
    out_ += ')';
  }

  // Statements

  void sequence(std::uint32_t first) {
    for (std::uint32_t i = first; i != no_index; i = program_.statements[i].next)
      statement(program_.statements[i]);
  }

  /// The statements of a block that ends at `end`.
  void block(std::uint32_t first, SourceOffset end) {
    indent_ += indent_width;
    block_start_ = true;
    sequence(first);
    comment_lines(end);
    indent_ -= indent_width;
    block_start_ = true;
  }

  void statement(const Statement& statement) {
    // The word `call` is not written: a call starts with its procedure's name.
    const bool bare_call = statement.kind == StatementKind::Call && statement.names.empty();
    const SourceOffset begin = bare_call ? statement.target.at : statement.span.begin;
    line(statement.labels.empty() ? begin : program_.refs[statement.labels.first].at);
    for (std::uint32_t i = 0; i < statement.labels.count; ++i) {
      const NameRef label = program_.refs[statement.labels.first + i];
      word(label.at, program_.text(label.name));
      out_ += ": ";
    }
    inline_comments(begin);
    if (statement.kind == StatementKind::If) return if_chain(statement);
    if (statement.kind == StatementKind::While) return while_loop(statement);
    basic(statement);
    out_ += ';';
    end_line(statement.end);
  }

  void basic(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::Skip: out_ += "skip"; break;
      case StatementKind::AtomicBegin: out_ += "atomic_begin"; break;
      case StatementKind::AtomicEnd: out_ += "atomic_end"; break;
      case StatementKind::EndThread: out_ += "end_thread"; break;
      case StatementKind::Goto: with_names("goto ", statement); break;
      case StatementKind::Dead: with_names("dead ", statement); break;
      case StatementKind::StartThreadGoto: with_names("start_thread goto ", statement); break;
      case StatementKind::Print: with_arguments("print", statement); break;
      case StatementKind::Assert: with_arguments("assert", statement); break;
      case StatementKind::Assume: with_arguments("assume", statement); break;
      case StatementKind::Enforce:
        out_ += "enforce ";
        expressions(statement.exprs);
        break;
      case StatementKind::Return:
        out_ += statement.exprs.empty() ? "return" : "return ";
        expressions(statement.exprs);
        break;
      case StatementKind::Decl: declaration(statement); break;
      case StatementKind::Assign: assignment(statement); break;
      case StatementKind::StartThreadCall:
        out_ += "start_thread ";
        call(statement);
        break;
      case StatementKind::Call:
        names(statement.names);
        if (!statement.names.empty()) out_ += " := ";
        call(statement);
        break;
      case StatementKind::If:
      case StatementKind::While: break;
    }
  }

  void with_names(std::string_view keyword, const Statement& statement) {
    out_ += keyword;
    names(statement.names);
  }

  void with_arguments(std::string_view keyword, const Statement& statement) {
    out_ += keyword;
    arguments(statement.exprs);
  }

  void call(const Statement& statement) {
    word(statement.target.at, program_.text(statement.target.name));
    arguments(statement.exprs);
  }

  void assignment(const Statement& statement) {
    names(statement.names);
    out_ += " := ";
    expressions(Program::values(statement));
    if (!statement.has_constrain) return;
    out_ += " constrain ";
    expression(program_.constrain(statement));
  }

  void declaration(const Statement& statement) {
    out_ += "decl ";
    for (std::uint32_t i = 0; i < statement.names.count; ++i) {
      if (i > 0) out_ += ", ";
      names({statement.names.first + i, 1});
      if (statement.exprs.empty()) continue;
      const ExprRange value = program_.expressions[statement.exprs.first + i];
      if (value.empty()) continue;
      out_ += " := ";
      expression(value);
    }
  }

  void condition(std::string_view word, const Statement& statement, std::string_view then) {
    out_ += word;
    out_ += " (";
    expressions(statement.exprs);
    out_ += ") ";
    out_ += then;
    end_line(statement.span.end);
  }

  void if_chain(const Statement& head) {
    condition("if", head, "then");
    const Statement* branch = &head;
    while (true) {
      const bool chained = branch->has_else && branch->otherwise != no_index &&
                           program_.statements[branch->otherwise].is_elsif;
      const Statement* const next = chained ? &program_.statements[branch->otherwise] : nullptr;
      const SourceOffset end =
          next != nullptr ? next->span.begin : (branch->has_else ? branch->else_end : head.end);
      block(branch->body, end);
      if (next == nullptr) break;
      line(next->span.begin);
      condition("elsif", *next, "then");
      branch = next;
    }
    if (branch->has_else) {
      start_line(0);
      out_ += "else";
      end_line(branch->else_end);
      block(branch->otherwise, head.end);
    }
    start_line(0);
    out_ += "fi";
    end_line(head.end);
  }

  void while_loop(const Statement& statement) {
    condition("while", statement, "do");
    block(statement.body, statement.end);
    start_line(0);
    out_ += "od";
    end_line(statement.end);
  }

  // Procedures and threads

  void items(const std::vector<Item>& list) {
    bool first = true;
    for (const Item& item : list) {
      if (item.kind == Item::Kind::Decl) {
        statement(program_.statements[item.index]);
      } else {
        if (!first) must_separate_ = true;
        if (item.kind == Item::Kind::Procedure) {
          procedure(program_.procedures[item.index]);
        } else {
          thread(program_.threads[item.index]);
        }
        must_separate_ = &item != &list.back() || more_comments(list);
      }
      first = false;
    }
  }

  /// Whether comments follow the last item of the program.
  [[nodiscard]] bool more_comments(const std::vector<Item>& list) const {
    return &list == &program_.items && next_comment_ < program_.comments.size();
  }

  void procedure(const Procedure& procedure) {
    line(procedure.span.begin);
    if (procedure.is_dfs) out_ += "dfs ";
    if (procedure.is_typed) {
      if (procedure.results == 0) {
        out_ += "void ";
      } else if (procedure.results == 1) {
        out_ += "bool ";
      } else {
        out_ += fmt::format("bool<{}> ", procedure.results);
      }
    }
    word(procedure.name.at, program_.text(procedure.name.name));
    out_ += '(';
    names(procedure.formals);
    out_ += ") begin";
    end_line(procedure.body_begin);
    block(procedure.body, procedure.span.end);
    start_line(0);
    out_ += "end";
    end_line(procedure.span.end);
  }

  void thread(const Thread& thread) {
    line(thread.span.begin);
    out_ += "thread ";
    word(thread.name.at, program_.text(thread.name.name));
    if (thread.has_copies) out_ += fmt::format(" * {}", thread.copies);
    out_ += " begin";
    end_line(thread.body_begin);
    indent_ += indent_width;
    block_start_ = true;
    items(thread.items);
    must_separate_ = false;
    comment_lines(thread.span.end);
    indent_ -= indent_width;
    block_start_ = true;
    start_line(0);
    out_ += "end";
    end_line(thread.span.end);
  }
};

}  // namespace

std::string print_program(const Program& program) {
  return Printer(program).run();
}

}  // namespace hardbop::bp
