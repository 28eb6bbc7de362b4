// SPDX-License-Identifier: MIT
// A Boolean program that is edited and asked about again and again.
#pragma once

#include <memory>
#include <string>

#include <hardbop/answer.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

/// Keeps what the summary engine finds out about each procedure, so that after an edit only the
/// procedures are explored that changed, and those above them as far as the change can be seen.
/// Answers are those of check(). One thread may use a session at a time.
class Session {
 public:
  explicit Session(Program program, OperatorDialect dialect = OperatorDialect::Standard);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  [[nodiscard]] const Program& program() const;
  /// `text` has definitions of procedures and threads, and declarations of globals. A procedure or
  /// thread replaces the one of its name; everything else is added. One that is defined twice, and
  /// a text with none, is an error. If the result has errors, the program stays as it
  /// was; places in messages are those of the whole new text.
  ParseResult edit(const std::string& text);
  /// The same as check(program(), question).
  [[nodiscard]] Answer check(const Question& question);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hardbop
