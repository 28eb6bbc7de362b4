// SPDX-License-Identifier: MIT
// What recorders of runs with threads have in common: who runs, and who has ended.
#pragma once

#include <utility>
#include <vector>

#include "c/il/interpreter.hpp"

namespace hardbop::c {

/// Keeps `running` the thread that is executed, and `has_ended` of all that exist, as others have
/// already asked the interpreter to schedule them. Both must live as long as the options.
template <typename Thread>
void follow_threads(InterpreterOptions& options, std::size_t& running,
                    std::vector<Thread>& threads) {
  options.schedule = [&running, &threads, before = std::move(options.schedule)](
                         const std::vector<ThreadView>& views, std::size_t last) {
    running = before ? before(views, last) : last;
    if (threads.size() < views.size()) threads.resize(views.size());
    for (std::size_t t = 0; t < views.size(); ++t) threads[t].has_ended = views[t].has_ended;
    return running;
  };
}

}  // namespace hardbop::c
