// SPDX-License-Identifier: MIT
#include "boolean/engine/fixpoint/objection.hpp"

#include <fmt/format.h>

#include "base/util/spelling.hpp"
#include "boolean/engine/fixpoint/algorithms.hpp"

namespace hardbop::engine {

namespace {

/// Each costs a formula a copy of the shared globals.
constexpr std::uint32_t most_switches = 1000;

/// Why the threads, or the bound, are not for algorithms; empty where they are.
std::string beyond_algorithms(const Situation& situation) {
  if (situation.threads == nullptr) return {};
  if (situation.bound.kind != transform::Bound::Kind::Switches)
    return "for concurrent programs, the fixpoint engine needs Question::context_switches";
  if (situation.bound.limit > most_switches)
    return fmt::format("the fixpoint engine allows at most {} context switches", most_switches);
  const std::optional<SourceOffset> beyond = beyond_formulas(*situation.threads);
  if (!beyond) return {};
  const SourceFile& source = *situation.graph.program().source;
  const LineColumn at = source.locate(*beyond);
  return fmt::format("the fixpoint engine does not support the statement at {}:{}:{}",
                     source.name(), at.line, at.column);
}

Objection no_such_algorithm(const std::string& name) {
  SpellingHint hint(name);
  for (const Algorithm& one : algorithms()) hint.offer(one.name);
  Objection out{.about = name};
  out.errors.error({}, "unknown algorithm", hint.hint());
  return out;
}

}  // namespace

Objection algorithm_objection(const FixpointOptions& options, const Situation& situation) {
  const bool threads = situation.threads != nullptr;
  const Algorithm* const known = options.own ? nullptr : find_algorithm(options.algorithm);
  if (known != nullptr && known->is_for_threads() != threads)
    return {.reason = fmt::format("algorithm {} is for {} programs", known->name,
                                  threads ? "sequential" : "concurrent")};
  if (std::string reason = beyond_algorithms(situation); !reason.empty())
    return {.reason = std::move(reason)};
  const std::shared_ptr<const SourceFile> source = choose_algorithm(options, threads).source;
  if (source == nullptr) return no_such_algorithm(options.algorithm);
  std::optional<Interleaving> interleaving;
  if (threads) interleaving.emplace(Interleaving{*situation.threads, situation.bound.limit});
  return {.errors = check_algorithm(ProgramRelations(situation.graph, interleaving), source),
          .about = source->name(),
          .source = source};
}

}  // namespace hardbop::engine
