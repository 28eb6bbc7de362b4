// SPDX-License-Identifier: MIT
// Questions without quantifiers about words, arrays and numbers of IEEE 754, put to Z3.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/expression/array_value.hpp"
#include "base/expression/expression.hpp"

namespace hardbop::smt {

/// How words are read.
enum class Integers : std::uint8_t {
  Machine,  // as what they are
  /// As signed numbers, of which sums, differences, products, negatives and quotients are exact:
  /// the same as long as none of them leaves the range of its word. Variables and inputs are in
  /// range. What cannot be said of integers is an unknown number. For expressions that keep
  /// overflows.
  Unbounded,
};

enum class Satisfiable : std::uint8_t { Yes, No, Unknown };

class Solver {
 public:
  explicit Solver(Integers integers) : integers_(integers) {}
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  [[nodiscard]] Integers integers() const { return integers_; }
  /// Whether all constraints, of width 1, can be true at once; `effort` bounds how hard it tries.
  [[nodiscard]] virtual Satisfiable check(const std::vector<words::ExprId>& constraints,
                                          unsigned effort) = 0;
  /// For another thread: the question that is being answered, and all after it, are Unknown.
  virtual void interrupt() = 0;
  /// After Yes: the value of a word; of a variable or input, zero where it does not matter.
  [[nodiscard]] virtual std::uint64_t value(words::ExprId word) = 0;
  /// The same of an array.
  [[nodiscard]] virtual words::ArrayValue array_value(words::ExprId leaf) = 0;
  /// After No: which of the constraints cannot be true together, ascending.
  [[nodiscard]] virtual std::vector<std::size_t> core() = 0;

 private:
  Integers integers_;
};

/// What `effort` counts is Z3's own; this much is about a second.
constexpr unsigned usual_effort = 3'000'000;
/// Until it knows, or is interrupted.
constexpr unsigned unlimited_effort = 0;

/// Whether there is one that can be loaded.
[[nodiscard]] bool has_solver();
/// If there is none: why, and what to do.
[[nodiscard]] std::string why_no_solver();
/// The same if this build has one that is not where it should be; else empty. Loads nothing.
[[nodiscard]] std::string why_solver_is_missing();

/// For expressions that may become more; nothing where this build has no Z3.
[[nodiscard]] std::unique_ptr<Solver> make_solver(const words::Expressions& expressions,
                                                  Integers integers = Integers::Machine);

/// What the solver answers to an SMT-LIB script, a line each; nothing where this build has no Z3.
[[nodiscard]] std::optional<std::string> run_script(const std::string& script);

}  // namespace hardbop::smt
