// SPDX-License-Identifier: MIT
// What engines that are asked at once tell each other: conditions that are true whenever a run is
// about to execute a statement.
//
// Engines have different models of a program, so a hint is in terms of the program: a statement,
// and its variables. It was proved under premises, and nobody reads it without saying what it is
// wanted for. A Guess can be had from every hint; who uses it proves it. A Fact may be taken for
// true; one can be had from a hint only by who has the same premises, and there is no other way to
// make one.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "base/certificate/claim.hpp"
#include "c/lower/lower.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// What something was proved of.
struct Premises {
  /// Which variables a model still assigns.
  enum class Slice : std::uint8_t {
    Whole,   // all
    Target,  // those on which it depends whether a target is reached
  };
  certify::Claim program;  // its text, how it is read, the property, and the pieces of heap
  Places known;            // errors that were not asked for
  Slice slice = Slice::Whole;

  friend bool operator==(const Premises&, const Premises&) = default;
};

/// Of the models that are made for a task, with so many pieces of heap.
[[nodiscard]] Premises premises_of(const Task& task, std::uint32_t heap,
                                   Premises::Slice slice = Premises::Slice::Whole);

/// A condition of a block.
struct Condition {
  words::BlockId block = 0;
  words::ExprId condition = 0;
};

/// To be proved by who uses it.
struct Guess : Condition {};

/// Something to be taken for true.
class Fact {
 public:
  [[nodiscard]] const Condition& get() const { return condition_; }

 private:
  friend class Hint;
  explicit Fact(Condition condition) : condition_(condition) {}
  Condition condition_;
};

class Hint {
 public:
  /// Nothing where it is not about a statement and variables of the program.
  [[nodiscard]] static std::optional<Hint> of(const c::Model& model,
                                              const words::Expressions& expressions,
                                              const Condition& proved, Premises premises);

  /// In a model whose premises these are; `expressions` are those of its graph, which become more.
  /// Nothing where the premises are others, or the model has no such statement or variables.
  [[nodiscard]] std::optional<Fact> as_fact(const c::Model& model, words::Expressions& expressions,
                                            const Premises& premises) const;
  /// In any model.
  [[nodiscard]] std::optional<Guess> as_guess(const c::Model& model,
                                              words::Expressions& expressions) const;

 private:
  Hint() = default;

  Premises premises_;
  c::BlockMeaning at_;
  std::vector<c::VariableMeaning> variables_;  // what those of the condition are, by number
  words::Expressions expressions_;
  words::ExprId condition_ = 0;

  [[nodiscard]] std::optional<Condition> in(const c::Model& model,
                                            words::Expressions& expressions) const;
};

/// Used by several threads.
class Board {
 public:
  void put(std::vector<Hint> hints);
  /// Those from this number on.
  [[nodiscard]] std::vector<Hint> from(std::size_t first) const;
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Hint> hints_;
};

}  // namespace hardbop::verify
