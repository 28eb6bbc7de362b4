// SPDX-License-Identifier: MIT
// What keeps an answer about a C program from being known: findings about all such places, with a
// run to one of them.
#pragma once

#include "c/lower/lower.hpp"
#include "c/lower/replay.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// Sinks at which runs were seen to end, and one of these runs.
struct ReachedSinks {
  std::vector<const c::Sink*> sinks{};
  bool are_all = false;             // no run gets to others
  const words::Run* run = nullptr;  // to one of them; null where there is none
};

/// Nothing is known, as runs arrive at what cannot be followed. Names too what is not supported and
/// would be in the way next.
[[nodiscard]] Finding report_blocked(const Task& task, const c::Model& model,
                                     const ReachedSinks& reached);
/// Nothing is known, as C does something wrong on a run that a model takes for one.
[[nodiscard]] Finding report_fault(const Task& task, const c::Model& model, const words::Run& run,
                                   const c::Replayed& fault);

/// Adds what another engine found to be in the way of the same answer.
void add_blocking(const Finding& from, Finding& to);
/// "unsupported: X at a.c:3:5", or how many such places there are; empty where there is none.
[[nodiscard]] std::string blocking_text(const c::Program& program,
                                        const std::vector<Blocking>& blocking);

}  // namespace hardbop::verify
