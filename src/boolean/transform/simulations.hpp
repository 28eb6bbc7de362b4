// SPDX-License-Identifier: MIT
// Which simulations together have all runs of a concurrent program within a bound.
#pragma once

#include <cstdint>
#include <vector>

#include "boolean/transform/sequentialise.hpp"

namespace hardbop::transform {

/// How far a search goes.
struct Bound {
  enum class Kind : std::uint8_t {
    None,
    Switches,  // the active thread changes at most `limit` times
    Rounds,    // threads run in turn, in the order of their numbers, each at most `limit` times
  };
  Kind kind = Kind::None;
  std::uint32_t limit = 0;
};

/// Whether simulations decide what can be reached within the bound.
[[nodiscard]] bool can_be_simulated(const bp::Threads& threads, const SharedUse& use,
                                    const Bound& bound);

/// Of such a bound: the most context switches.
[[nodiscard]] std::uint64_t most_switches(const bp::Threads& threads, const Bound& bound);

/// All with exactly so many switches.
[[nodiscard]] std::vector<Simulation> simulations_of(const SharedUse& use, const Bound& bound,
                                                     std::uint32_t switches);
/// Whether somebody could arrive at one of the vertices in it.
[[nodiscard]] bool concerns(const bp::Graph& graph, const SharedUse& use,
                            const Simulation& simulation, const std::vector<bp::VertexId>& target);
/// All within the bound that concern the target.
[[nodiscard]] std::vector<Simulation> simulations_within(const bp::Threads& threads,
                                                         const SharedUse& use, const Bound& bound,
                                                         const std::vector<bp::VertexId>& target);

}  // namespace hardbop::transform
