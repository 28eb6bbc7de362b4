// SPDX-License-Identifier: MIT
// A trace in the order of execution. Private to the layer.
#pragma once

#include <vector>

#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

struct Event {
  enum class Kind : std::uint8_t {
    Step,   // step `index` of `body` is executed
    Leave,  // `body` is at its exit, and its caller goes on
    End,    // the trace ends here, in the innermost open body
  };
  Kind kind = Kind::Step;
  BodyId body = no_body;
  std::uint32_t index = 0;  // Leave, End: the number of the body's steps
  std::uint32_t depth = 0;
  std::size_t caller = 0;  // Leave: the event of the call
};

/// All that happens; completed calls are entered only if `expand_calls`. The last one is End.
[[nodiscard]] std::vector<Event> events_of(const Trace& trace, bool expand_calls);

}  // namespace hardbop::trace
