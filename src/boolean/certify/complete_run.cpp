// SPDX-License-Identifier: MIT
#include "boolean/certify/complete_run.hpp"

#include <fmt/format.h>

#include "boolean/certify/run_json.hpp"
#include "boolean/logic/check_lasso.hpp"
#include "boolean/trace/replay_interleaved.hpp"

namespace hardbop::certify {

RunCheck check_lasso(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                     const nlohmann::json& run, const temporal::Formula& formula) {
  const FromJson<trace::Lasso> read = read_lasso(graph, run);
  if (!read.run) return {read.error, ""};
  const trace::Lasso& lasso = *read.run;
  if (auto objection = trace::replay(graph, lasso, entries)) return {*objection, ""};
  // Then each round is like the one before, so that there is no end of them.
  if (!trace::is_exact(lasso))
    return {"the loop does not end with the values with which it begins", ""};
  if (temporal::holds_on(graph, lasso, formula, formula.root()))
    return {"it satisfies the formula", ""};
  const std::string length = trace::length_of(lasso.trace).expanded.to_string();
  switch (lasso.kind) {
    case trace::Lasso::Kind::Terminated:
      return {"", fmt::format("a run of {} statements to the end", length)};
    case trace::Lasso::Kind::Failed:
      return {"", fmt::format("a run of {} statements to a failed assertion", length)};
    case trace::Lasso::Kind::Loop: break;
  }
  return {"", fmt::format("a run without end, of {} statements and their repetition", length)};
}

std::optional<bp::Threads> threads_of(const bp::Graph& graph,
                                      const std::vector<bp::ProcedureId>& entries) {
  const bool declared = bp::Threads::are_declared(graph);
  if (entries.size() != (declared ? 0U : 1U)) return std::nullopt;
  return bp::Threads(graph, declared ? bp::no_index : entries.front());
}

RunCheck check_interleaved(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                           const nlohmann::json& run, const bp::Target& target) {
  const std::optional<bp::Threads> threads = threads_of(graph, entries);
  if (!threads) return {"it does not say where threads start", ""};
  const FromJson<trace::Interleaved> read = read_interleaved(*threads, run);
  if (!read.run) return {read.error, ""};
  if (auto objection = trace::replay(*threads, *read.run, target.vertices)) return {*objection, ""};
  return {"", fmt::format("a run of {} statements with {} context switches", read.run->steps.size(),
                          read.run->context_switches())};
}

}  // namespace hardbop::certify
