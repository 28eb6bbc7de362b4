// SPDX-License-Identifier: MIT
// Questions without quantifiers about words, put to Z3.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ltg/expression.hpp"

namespace hardbop::slam {

enum class Satisfiable : std::uint8_t { Yes, No, Unknown };

class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  /// Whether all constraints, of width 1, can be true at once; `effort` bounds how hard it tries.
  [[nodiscard]] virtual Satisfiable check(const std::vector<ltg::ExprId>& constraints,
                                          unsigned effort) = 0;
  /// After Yes: the value of a variable or input; zero where it does not matter.
  [[nodiscard]] virtual std::uint64_t value(ltg::ExprId leaf) = 0;
  /// After No: which of the constraints cannot be true together, ascending.
  [[nodiscard]] virtual std::vector<std::size_t> core() = 0;
};

/// What `effort` counts is Z3's own; this much is about a second.
constexpr unsigned usual_effort = 3'000'000;

/// Whether this build has one.
[[nodiscard]] bool has_solver();

/// For expressions that may become more; nothing where this build has no Z3.
[[nodiscard]] std::unique_ptr<Solver> make_solver(const ltg::Expressions& expressions);

/// What the solver answers to an SMT-LIB script, a line each; nothing where this build has no Z3.
[[nodiscard]] std::optional<std::string> run_script(const std::string& script);

}  // namespace hardbop::slam
