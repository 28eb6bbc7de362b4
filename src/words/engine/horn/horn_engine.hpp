// SPDX-License-Identifier: MIT
// Decides whether a program over words reaches a target by guessing invariants: the program becomes
// constrained Horn clauses over integers, Z3's Spacer solves them, and what it finds is proved over
// words or dropped. A run that Spacer finds is only a hint how far to look for one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/util/statistics.hpp"
#include "boolean/engine/engine.hpp"
#include "words/certify/proof.hpp"
#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

/// Something that is true whenever a run arrives at a block.
struct Hint {
  BlockId block = 0;
  std::vector<VariableId> variables;  // that it is about
  ExprId condition = 0;               // of width 1, of the graph's expressions
};

struct Finding {
  engine::Outcome outcome = engine::Outcome::Unknown;  // Reached: as `look_for_run` said
  std::string reason{};                                // of Unknown
  std::optional<words::Proof> proof{};                 // of Unreachable
  std::vector<Hint> hints{};                           // whatever the outcome
  std::vector<Hint> guesses{};                         // Spacer's; they may be false of words
};

struct Question {
  /// Its sinks are what is asked about.
  const words::Subject& subject;
  words::Expressions& expressions;  // of the subject's graph
  std::vector<bool> is_signed;      // by variable, as far as that is known; else true
  /// Whether there is a run with at most so many rounds of each loop and calls within one another.
  std::function<bool(std::uint32_t)> look_for_run;
  /// Told what was proved, as soon as that is known.
  std::function<void(const std::vector<Hint>&)> tell{};
  /// Conditions that others think to be true; asked for again and again.
  std::function<std::vector<Hint>()> suggestions{};
  std::optional<double> seconds{};  // of processor time, after which it gives up
  /// With which Spacer is asked in each way, instead of slices of time: so the same question has
  /// the same answer, however busy the machine is.
  std::optional<unsigned> effort{};
};

[[nodiscard]] Finding run_horn(const Question& question, Budget& budget, Statistics& statistics);

}  // namespace hardbop::chc
