// SPDX-License-Identifier: MIT
// Proves by induction that a C program has no run to an error, on a model without calls.
#pragma once

#include <optional>

#include "c/lower/lower.hpp"
#include "c/verify/attempts.hpp"
#include "c/verify/engine.hpp"
#include "words/engine/bmc/induction.hpp"

namespace hardbop::verify {

/// Several attempts, which take a third of the time.
class InductiveProof {
 public:
  InductiveProof(const Task& task, Budget& budget)
      : task_(task), budget_(budget), attempts_(0.5, 2) {}

  /// Whether there is a proof now. Does nothing where the last attempt was a short while ago.
  [[nodiscard]] bool try_again();
  /// The same with all the time that there is.
  [[nodiscard]] bool prove();
  /// After a proof was found.
  [[nodiscard]] Finding finding();
  void tell(Statistics& statistics) const;

 private:
  const Task& task_;
  Budget& budget_;
  Attempts attempts_;
  std::optional<bmc::Induction> induction_;
  std::optional<words::InductiveClaim> shown_;
  c::Model model_;         // that the induction is about; its graph is there
  std::size_t read_ = 0;   // of the board
  bool has_told_ = false;  // what is invariant
  bool gave_up_ = false;

  void prepare();
  void assume_facts();
  void read_board();
  void tell_board();
  void certify(Proof& out);
  [[nodiscard]] bool try_within(double seconds);
};

[[nodiscard]] Finding decide_by_induction(const Task& task, Budget& budget);

}  // namespace hardbop::verify
