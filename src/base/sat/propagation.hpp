// SPDX-License-Identifier: MIT
// Unit propagation over clauses that come and go: the one rule that clausal proofs rest on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/sat/clauses.hpp"

namespace hardbop::sat {

class Propagation {
 public:
  /// Names a clause as long as this object exists.
  using ClauseId = std::uint32_t;
  static constexpr ClauseId none = 0;

  /// Of the variables up to `last`; `clauses` is about how many clauses there will be.
  Propagation(Literal last, std::size_t clauses);

  /// A clause that takes no part yet. A literal that is there twice counts once.
  [[nodiscard]] ClauseId store(std::span<const Literal> literals);
  /// A clause that takes part and has just these literals, or none.
  [[nodiscard]] ClauseId find(std::span<const Literal> literals);
  [[nodiscard]] std::span<const Literal> literals(ClauseId clause) const {
    return std::span(words_).subspan(clause, size(clause));
  }
  /// No clause that was stored by now has a greater name, and all that come later have.
  [[nodiscard]] ClauseId last() const { return static_cast<ClauseId>(words_.size()); }

  /// A clause takes part from here on, and what follows becomes true. Returns a clause of which all
  /// literals are false then, or none.
  [[nodiscard]] ClauseId attach(ClauseId clause);
  void detach(ClauseId clause) { words_[clause - flags_before] &= ~attached; }
  /// Whether a clause made a literal true that still is.
  [[nodiscard]] bool is_reason(ClauseId clause) const;

  /// Makes the literals false, and true what follows. Returns a clause that contradicts this, none
  /// where the literals contradict each other, and nothing where there is no contradiction.
  [[nodiscard]] std::optional<ClauseId> contradict(std::span<const Literal> literals);

  /// How many literals are true, and back to the first so many. All that followed from them must
  /// have been among them.
  [[nodiscard]] std::size_t assigned() const { return trail_.size(); }
  void undo(std::size_t assigned);

  /// Notes that a clause is used whose literals are all assigned, and so are the reasons of these,
  /// and theirs. Those that were not used before are appended to `fresh`. Clauses that are used are
  /// propagated before others, so that few more have to be.
  void use(ClauseId clause, std::vector<ClauseId>& fresh);
  [[nodiscard]] bool is_used(ClauseId clause) const {
    return (words_[clause - flags_before] & used) != 0;
  }

 private:
  // A clause is named by the place of its first literal. These words are before it.
  static constexpr std::size_t size_before = 1;
  static constexpr std::size_t flags_before = 2;
  static constexpr std::size_t next_before = 3;  // the clause before it in the same bucket
  // Flags:
  static constexpr int attached = 1;
  static constexpr int used = 2;

  struct Variable {
    std::size_t position = 0;  // in the trail
    ClauseId reason = none;
    bool is_explained = false;  // whether its reason and the reasons before that are used
  };
  /// A clause is watched by its first two literals: while these are not false, it says nothing.
  struct Watch {
    ClauseId clause = none;
    Literal other = 0;  // a literal of the clause; if it is true, the clause need not be looked at
  };
  using Watches = std::vector<std::vector<Watch>>;  // per literal

  Literal last_;
  std::vector<int> words_;            // the clauses
  std::vector<ClauseId> buckets_;     // the last clause with a hash
  std::vector<std::int8_t> values_;   // per literal: 1 true, -1 false, 0 neither
  std::vector<Variable> variables_;   // meaningful while a variable is assigned
  std::vector<Literal> trail_;        // the literals that are true, in their order
  std::array<Watches, 2> watches_;    // of clauses that are not used, and that are
  std::array<std::size_t, 2> heads_;  // in the trail, of what was propagated through these
  std::vector<Literal> sorted_;
  std::vector<ClauseId> open_;

  [[nodiscard]] static std::size_t number(Literal literal) {
    return static_cast<std::size_t>(literal < 0 ? -literal : literal);
  }
  [[nodiscard]] std::size_t index(Literal literal) const {
    return static_cast<std::size_t>(std::ptrdiff_t{literal} + last_);
  }
  [[nodiscard]] bool is_true(Literal literal) const { return values_[index(literal)] > 0; }
  [[nodiscard]] bool is_false(Literal literal) const { return values_[index(literal)] < 0; }
  [[nodiscard]] std::size_t size(ClauseId clause) const {
    return static_cast<std::size_t>(words_[clause - size_before]);
  }
  [[nodiscard]] bool is_attached(ClauseId clause) const {
    return (words_[clause - flags_before] & attached) != 0;
  }
  [[nodiscard]] std::span<Literal> mutable_literals(ClauseId clause) {
    return std::span(words_).subspan(clause, size(clause));
  }
  ClauseId& sort_and_find_bucket(std::span<const Literal> literals);
  void assign(Literal literal, ClauseId reason);
  [[nodiscard]] std::size_t false_since(Literal literal) const;
  void watch(Literal literal, Watch watch);
  [[nodiscard]] ClauseId propagate();
  [[nodiscard]] ClauseId visit(bool is_used, Literal literal);
  [[nodiscard]] bool watch_another(std::span<Literal> literals, ClauseId clause);
};

}  // namespace hardbop::sat
