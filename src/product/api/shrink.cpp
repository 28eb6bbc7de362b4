// SPDX-License-Identifier: MIT
#include "boolean/language/shrink/shrink.hpp"

#include <utility>

#include "base/util/process.hpp"
#include "c/random/shrink.hpp"
#include <hardbop/shrink.hpp>

namespace hardbop {

namespace {

Budget to_budget(const ShrinkOptions& options) {
  Limits limits;
  limits.seconds = options.timeout;
  limits.cancel = options.cancel;
  return Budget(limits, [tell = options.on_progress](const Progress& progress) {
    if (tell) tell({progress.phase, progress.seconds, progress.count, progress.unit});
  });
}

}  // namespace

ShrinkResult shrink(std::string text, const ShrinkPredicate& keep, const ShrinkOptions& options) {
  Budget budget = to_budget(options);
  bp::Shrunk shrunk = bp::shrink(std::move(text), keep, budget);
  return {std::move(shrunk.text), shrunk.is_minimal, shrunk.tried, shrunk.kept};
}

ShrinkResult shrink_c(std::string text, const ShrinkPredicate& keep, const ShrinkOptions& options) {
  Budget budget = to_budget(options);
  c::Shrunk shrunk = c::shrink(std::move(text), keep, budget);
  return {std::move(shrunk.text), shrunk.is_minimal, shrunk.tried, shrunk.kept};
}

ShrinkPredicate kept_by_command(std::string command, double seconds,
                                const std::atomic<bool>* cancel, const std::string& suffix) {
  if (command.find("{}") == std::string::npos) command += " {}";
  return [command = std::move(command), seconds, cancel, suffix](const std::string& text) {
    const TemporaryFolder folder;
    const std::string path = folder.write("candidate" + suffix, text);
    if (path.empty()) return false;
    std::string line = command;
    for (std::size_t at = 0; (at = line.find("{}", at)) != std::string::npos; at += path.size())
      line.replace(at, 2, path);
    ProcessOptions options;
    options.seconds = seconds;
    options.cancel = cancel;
    const ProcessResult result = run_process({"/bin/sh", "-c", line}, options);
    return result.end == ProcessResult::End::Exited && result.status == 0;
  };
}

}  // namespace hardbop
