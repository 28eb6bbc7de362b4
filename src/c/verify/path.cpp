// SPDX-License-Identifier: MIT
#include "c/verify/path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "c/slam/predicates.hpp"

namespace hardbop::verify {

namespace {

constexpr std::size_t most_lines = 12;  // of a path's beginning, and of its end

const c::Statement* statement_of(const slam::Procedures& procedures, const slam::PathStep& step) {
  const c::StatementId s = procedures.model().blocks[step.block].statement;
  return s == c::none ? nullptr : &procedures.program().statements[s];
}

std::size_t depth_of(const slam::Path& path, std::size_t activation) {
  std::size_t depth = 0;
  for (; activation != 0; activation = path.activations[activation].caller) ++depth;
  return depth;
}

}  // namespace

std::vector<ShownStep> shown_steps(const Sources& sources, const slam::Procedures& procedures,
                                   const slam::Path& path, const slam::Simulation* simulation) {
  std::set<std::size_t> core;
  if (simulation != nullptr)
    for (const std::vector<std::size_t>& one : simulation->cores)
      core.insert(one.begin(), one.end());
  const slam::Predicates predicates(procedures);
  std::vector<ShownStep> out;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const slam::PathStep& step = path.steps[i];
    ShownStep& shown = out.emplace_back();
    if (core.contains(i))
      shown.core = predicates.text(procedures.graph().blocks[step.block].edges[step.edge].guard);
    shown.function =
        procedures.program().functions[path.activations[step.activation].function].name;
    const c::Statement* const statement = statement_of(procedures, step);
    if (statement == nullptr) continue;
    shown.at = statement->at;
    shown.text = sources.line(procedures.program(), statement->at);
  }
  return out;
}

std::string path_text(const Sources& sources, const slam::Procedures& procedures,
                      const slam::Path& path) {
  const slam::Predicates predicates(procedures);
  std::map<std::size_t, std::vector<slam::ExprId>> known;  // by activation, as last shown
  std::string out;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const slam::PathStep& step = path.steps[i];
    const c::Statement* const statement = statement_of(procedures, step);
    if (i == path.round) out += "-- the following steps repeat forever --\n";
    if (statement == nullptr) continue;
    const std::string indent(2 * depth_of(path, step.activation), ' ');
    if (known[step.activation] != step.known) {
      std::vector<std::string> texts;
      for (const slam::ExprId literal : step.known) {
        const slam::ExprId predicate = slam::positive(procedures.expressions(), literal);
        texts.push_back(
            fmt::format("{}{{{}}}", predicate == literal ? "" : "!", predicates.text(predicate)));
      }
      out += fmt::format("{}  // {}\n", indent, fmt::join(texts, " "));
      known[step.activation] = step.known;
    }
    out += fmt::format("{}{}: {}\n", indent, place_text(procedures.program(), statement->at),
                       sources.line(procedures.program(), statement->at));
  }
  return out;
}

std::string path_lines(const slam::Procedures& procedures, const slam::Path& path) {
  std::vector<std::string> lines;
  std::uint32_t last = 0;
  for (const slam::PathStep& step : path.steps) {
    const c::Statement* const statement = statement_of(procedures, step);
    if (statement == nullptr || statement->at.line == last) continue;
    last = statement->at.line;
    lines.push_back(std::to_string(last));
  }
  if (lines.size() > 2 * most_lines + 1) {
    lines.erase(lines.begin() + most_lines, lines.end() - most_lines);
    lines.insert(lines.begin() + most_lines, "...");
  }
  return fmt::format("{}", fmt::join(lines, ", "));
}

}  // namespace hardbop::verify
