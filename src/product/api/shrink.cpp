// SPDX-License-Identifier: MIT
#include "boolean/language/shrink/shrink.hpp"

#include <utility>

#include "base/util/process.hpp"
#include <hardbop/shrink.hpp>

namespace hardbop {

ShrinkResult shrink(std::string text, const ShrinkPredicate& keep, const ShrinkOptions& options) {
  Limits limits;
  limits.seconds = options.timeout;
  limits.cancel = options.cancel;
  const auto report = [&](const Progress& progress) {
    if (options.on_progress)
      options.on_progress({progress.phase, progress.seconds, progress.count, progress.unit});
  };
  Budget budget(limits, report);
  bp::Shrunk shrunk = bp::shrink(std::move(text), keep, budget);
  return {std::move(shrunk.text), shrunk.is_minimal, shrunk.tried, shrunk.kept};
}

ShrinkPredicate kept_by_command(std::string command, double seconds,
                                const std::atomic<bool>* cancel) {
  if (command.find("{}") == std::string::npos) command += " {}";
  return [command = std::move(command), seconds, cancel](const std::string& text) {
    const TemporaryFolder folder;
    const std::string path = folder.write("candidate.bp", text);
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
