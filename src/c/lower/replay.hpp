// SPDX-License-Identifier: MIT
// Executes the program itself with the choices of a run of its model, to check that the program
// really does what the run says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "c/lower/lower.hpp"

namespace hardbop::c {

struct Replayed {
  enum class Kind : std::uint8_t {
    Follows,
    Faults,   // the program does what the model does not see to be wrong: used freed memory, …
    Differs,  // which it should not
  };
  Kind kind = Kind::Follows;
  std::string text;  // of Faults and Differs; of Follows to a sink with a defect, what is wrong
  Position at;       // of that
  /// How many points of the run the program follows, the last being where it does that.
  std::size_t points = 0;
  std::string detail{};  // of an access out of bounds: what it missed
};

/// Whether the program follows the run to the sink, or, without one, to its last point, where it
/// goes on or, if it `may_end`, has ended. To a sink with a defect, it may show that before.
/// `values` are those that it gets on the way, in order.
[[nodiscard]] Replayed replay(const Program& program, const Model& model, const words::Run& run,
                              const Sink* sink, bool may_end = false,
                              std::vector<std::uint64_t>* values = nullptr);

/// Whether the program follows the run to where the model gives up: an invalid access, or something
/// that is not supported. Faults where the program does something wrong by then, at the last
/// statement or before.
[[nodiscard]] Replayed replay_to_limit(const Program& program, const Model& model,
                                       const words::Run& run);

/// Whether the program gets to the sink only with some values of variables that it does not
/// initialise: other ones are tried.
[[nodiscard]] bool depends_on_uninitialised(const Program& program, const Model& model,
                                            const words::Run& run, const Sink& sink);

/// Whether the program gets to the sink only if undefined functions do more than return values.
[[nodiscard]] bool depends_on_environment(const Program& program, const Model& model,
                                          const words::Run& run, const Sink& sink);

}  // namespace hardbop::c
