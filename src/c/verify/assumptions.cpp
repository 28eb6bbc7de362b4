// SPDX-License-Identifier: MIT
// Signed overflow is undefined in C, but wraps here; and a run ends at an invalid access or a
// division by zero. An answer that may depend on it says so, with the places: those of the property
// that is about it, without those that the range analysis excludes, as it does for most loop
// counters. A run that wraps somewhere wraps first at one of these places. The ranges are used only
// if they cover all runs: no bound of the model is reached, and nothing that it cannot follow.
#include "c/verify/assumptions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c/lower/lower.hpp"
#include "c/memory/block_sizes.hpp"
#include "c/memory/numbers.hpp"
#include "c/verify/places.hpp"
#include "words/analysis/ranges.hpp"

namespace hardbop::verify {

namespace {

constexpr std::size_t most_wrapping_work = 4'000'000;  // blocks times variables
constexpr std::size_t most_places = 3;                 // that are named
constexpr double most_seconds = 1;

/// Of errors of a program that is read for them, or of defects.
Places find_places(const c::Program& program, const c::Defects& defects, Budget& budget) {
  Places all;
  for (const auto& [place, function] : error_places(program, defects)) all.insert(place);
  if (all.empty()) return all;
  const c::Model model =
      c::lower(program, {.recursion = 1, .defects = defects}, c::Pointers::Direct, &budget);
  if (budget.poll() != StopReason::None ||
      model.graph.blocks.size() * model.graph.variables.size() > most_wrapping_work)
    return all;
  const words::Ranges ranges(model.graph, words::Liveness::everywhere(model.graph), &budget);
  Places out;
  for (const c::Sink& sink : model.sinks) {
    if (!ranges.reached(sink.block)) continue;
    if (sink.kind != c::Sink::Kind::Error) return all;  // what is behind it is not known here
    if (sink.defect.has_value() != defects.empty()) out.insert(place_of(sink.at));
  }
  return out;
}

/// Finds them, and stops soon if that takes long.
Places find_places(const c::Program& program, const c::Defects& defects, Allowance allowance) {
  if (allowance.on_phase) allowance.on_phase("finding assumptions");
  allowance.limits.seconds =
      std::min(most_seconds, allowance.limits.seconds.value_or(most_seconds));
  Budget budget = allowance.budget();
  budget.enter("finding assumptions");
  return find_places(program, defects, budget);
}

/// "a.c:3:5, a.c:7:9 and 4 more".
std::string listed(const c::Program& program, const Places& places) {
  std::vector<std::string> named;
  for (const auto& [file, line, column] : places) {
    if (named.size() == most_places) break;
    named.push_back(fmt::format("{}:{}:{}", program.files[file], line, column));
  }
  const std::size_t rest = places.size() - named.size();
  return fmt::format("{}{}", fmt::join(named, ", "),
                     rest == 0 ? "" : fmt::format(" and {} more", rest));
}

}  // namespace

void add_assumptions(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& text : from)
    if (std::ranges::find(to, text) == to.end()) to.push_back(text);
}

std::vector<std::string> allocation_assumptions(const c::Program& program, c::Malloc malloc) {
  std::vector<std::string> out;
  for (const c::Statement& statement : program.statements) {
    const bool can_fail = statement.kind == c::Statement::Kind::Allocate &&
                          statement.text.find("alloc") != std::string::npos &&
                          statement.text.find("alloca") == std::string::npos;
    if (can_fail && malloc == c::Malloc::NeverFails)
      add_assumptions({statement.text + " does not fail"}, out);
    if (statement.kind == c::Statement::Kind::Allocate && c::may_exceed_room(program, statement))
      add_assumptions({fmt::format("no block of memory has more than {} bytes",
                                   c::largest_block(program.data_model))},
                      out);
  }
  return out;
}

std::vector<std::string> address_assumptions(const c::Program& program) {
  if (!c::observes_addresses(program)) return {};
  return {"one memory layout; freed memory is not reused"};
}

std::vector<std::string> overflow_assumptions(const std::vector<c::Source>& sources,
                                              c::ParseOptions reading, Allowance allowance) {
  reading.errors = c::Errors::Overflows;
  const c::ParseResult parsed = c::parse(sources, reading);
  if (!parsed.program) return {wrapping};
  const Places places = find_places(*parsed.program, {}, std::move(allowance));
  if (places.empty()) return {};
  return {fmt::format("{} ({})", wrapping, listed(*parsed.program, places))};
}

std::vector<std::string> fault_assumptions(const c::Program& program, c::Defect defect,
                                           Allowance allowance) {
  const Places places = find_places(program, {defect}, std::move(allowance));
  if (places.empty()) return {};
  const char* const what = defect == c::Defect::Memory ? "invalid access" : "undefined arithmetic";
  return {fmt::format("runs end at the first {} ({})", what, listed(program, places))};
}

}  // namespace hardbop::verify
