// SPDX-License-Identifier: MIT
// Which statements of a C program runs can reach.
//
// First some runs with random inputs are executed: what they pass can be reached. Then the engines
// are asked for a run to one of the statements that are left, again and again; each is replayed in
// C, and all that it passes can be reached. If an engine shows that no run gets to any of the rest,
// these cannot be reached. What nobody knows is undecided.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "c/verify/interleaving.hpp"
#include "c/verify/race.hpp"

namespace hardbop::verify {

struct CoveredStatement {
  c::Position at;
  std::string function;
};

/// In the order of the text.
struct Coverage {
  std::vector<CoveredStatement> reachable{};
  std::vector<CoveredStatement> unreachable{};
  std::vector<CoveredStatement> undecided{};
  std::string incomplete{};                     // why some are undecided
  std::shared_ptr<const c::Program> program{};  // that was asked about
};

/// The question of the engines, about a program with stops.
[[nodiscard]] Property coverage_property();

/// How the engines are asked.
struct CoverageSearch {
  const Sources& sources;
  const c::ParseOptions& reading;
  ModelBounds bounds{};
  const std::vector<EngineRow>& engines;  // that decide safety; may be none
  std::size_t engines_at_once = 2;
};

/// Of a program with stops. `threads`: where it was made of one with threads. `tell` gets what is
/// known so far.
[[nodiscard]] Coverage find_coverage(std::shared_ptr<const c::Program> program,
                                     const CoverageSearch& search, Interleaving* threads,
                                     const Allowance& allowance,
                                     const std::function<void(Coverage)>& tell);

}  // namespace hardbop::verify
