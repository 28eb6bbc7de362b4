// SPDX-License-Identifier: MIT
// Programs in languages of procedures, jumps, arbitrary values and assumptions, such as Remopla and
// Boogie. What they have in common is written once; a dialect gives the words.
//
// Names: g_x is the global x, l_x a local, a_x a formal as it is passed, result_1 a result,
// c_1 an arbitrary value, t_1 a part of an expression.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

/// Texts of statements, without an indent or the end of the line.
class JumpDialect {
 public:
  using Names = std::vector<std::string>;

  JumpDialect() = default;
  JumpDialect(const JumpDialect&) = delete;
  JumpDialect& operator=(const JumpDialect&) = delete;
  virtual ~JumpDialect() = default;

  [[nodiscard]] virtual std::string truth(bool value) const = 0;
  [[nodiscard]] virtual std::string exclusive(const std::string& a, const std::string& b) const = 0;
  [[nodiscard]] virtual std::string declare(const std::string& name) const = 0;
  [[nodiscard]] virtual std::string forget(const std::string& name) const = 0;
  [[nodiscard]] virtual std::string assume(const std::string& condition) const = 0;
  /// All at once.
  [[nodiscard]] virtual std::string assign(const Names& left, const Names& right) const = 0;
  [[nodiscard]] virtual std::string label(const std::string& name) const = 0;
  [[nodiscard]] virtual std::string jump(const Names& labels) const = 0;
  [[nodiscard]] virtual std::string branch(const std::string& condition, const std::string& yes,
                                           const std::string& no) const = 0;
  [[nodiscard]] virtual std::string call(const std::string& procedure,
                                         const Names& arguments) const = 0;
  [[nodiscard]] virtual std::string leave() const = 0;
  /// A target was reached, the run ends.
  [[nodiscard]] virtual std::string reached() const = 0;
  [[nodiscard]] virtual std::string comment_line(const std::string& text) const = 0;

  /// Before the procedures, `globals` being declared by now; `procedures` with their formals.
  [[nodiscard]] virtual std::string prelude(
      const std::vector<std::pair<std::string, Names>>& procedures) const = 0;
  [[nodiscard]] virtual std::string head(const std::string& procedure, const Names& formals,
                                         const Names& globals) const = 0;
};

/// Runs start in the procedure `start`.
[[nodiscard]] std::string write_with_jumps(const Problem& problem, const JumpDialect& dialect);

}  // namespace hardbop::exporting
