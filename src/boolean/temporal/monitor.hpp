// SPDX-License-Identifier: MIT
// Monitors [martin00 §4.1]: a finite automaton that reads the configurations of a run, one
// after the other, and must not get into an error state. As text, one thing a line:
//
//     monitor lock
//     initial free
//     error twice
//     free: when @acquire go held      // in state free, where the proposition is true
//     held: when @release go free
//     held: when @acquire go twice
//
// Of the rules of a state the first one whose proposition is true is taken; where none is, the
// state stays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/logic/formula.hpp"
#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

struct Monitor {
  using State = std::uint32_t;
  struct Rule {
    State from = 0;
    NodeId guard = 0;
    State to = 0;
  };

  std::string name;
  std::vector<std::string> states;
  std::vector<bool> is_error;  // by state
  State initial = 0;
  std::vector<Rule> rules;
  Formula formula;  // of the guards

  /// The state after reading a configuration.
  [[nodiscard]] State next(State state, const Position& position, const bp::Valuation& frame) const;
};

/// What is wrong goes to `diagnostics`; then nothing.
[[nodiscard]] std::optional<Monitor> parse_monitor(const SourceFile& source, const bp::Graph& graph,
                                                   Diagnostics& diagnostics);

}  // namespace hardbop::temporal
