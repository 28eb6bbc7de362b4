// SPDX-License-Identifier: MIT
// A run without end, as a trace and a place in it: what follows that place is repeated for
// ever. Where the place's frame is not the innermost one at the end, each round leaves
// frames on the stack.
#pragma once

#include <optional>
#include <string>

#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

struct Lasso {
  enum class Kind : std::uint8_t {
    Loop,        // from step `step` of the body open[frame] on
    Terminated,  // the trace ends at the exit of its outermost body, and stays there
    Failed,      // the trace ends at an Error, and stays there
  };

  Kind kind = Kind::Loop;
  Trace trace;
  std::size_t frame = 0;
  std::size_t step = 0;

  /// How many frames each round adds.
  [[nodiscard]] std::size_t growth() const {
    return kind == Kind::Loop ? trace.open.size() - 1 - frame : 0;
  }
};

/// With one more round in the trace: the loop's statements again, from where they have led,
/// every choice made as in the first round if that is possible. Variables that the loop does
/// not depend on may get other values. Whether it is a run then, `replay` of its trace tells.
[[nodiscard]] Lasso unroll(const bp::Graph& graph, const Lasso& lasso);

/// Whether the loop ends with all the values it began with.
[[nodiscard]] bool is_exact(const Lasso& lasso);

/// Why the lasso is no run of the program that starts in one of `entries`; nothing where it
/// is. The interpreter executes it with one more round, and with yet another.
[[nodiscard]] std::optional<std::string> replay(const bp::Graph& graph, const Lasso& lasso,
                                                const std::vector<bp::ProcedureId>& entries);

}  // namespace hardbop::trace
