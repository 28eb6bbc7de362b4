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
#include <map>
#include <optional>

#include "c/il/faults.hpp"
#include "c/lower/lower.hpp"
#include "c/memory/block_sizes.hpp"
#include "c/memory/numbers.hpp"
#include "c/verify/sources.hpp"
#include "words/analysis/ranges.hpp"

namespace hardbop::verify {

namespace {

constexpr std::size_t most_wrapping_work = 4'000'000;  // blocks times variables
constexpr std::size_t most_places = 3;                 // that are named
constexpr double most_seconds = 1;

/// By defect; errors of a program that is read for them have none.
using PlacesByDefect = std::map<std::optional<c::Defect>, Places>;

PlacesByDefect all_places(const c::Program& program, const std::vector<c::Defect>& defects) {
  PlacesByDefect out;
  const auto add = [&](std::optional<c::Defect> defect) {
    Places& all = out[defect];
    for (const auto& [place, function] :
         error_places(program, defect ? c::Defects{*defect} : c::Defects()))
      all.insert(place);
  };
  for (const c::Defect defect : defects) add(defect);
  if (defects.empty()) add(std::nullopt);
  return out;
}

/// Of errors of a program that is read for them, or of defects: one model says it of all.
PlacesByDefect find_places(const c::Program& program, const std::vector<c::Defect>& defects,
                           Budget& budget) {
  PlacesByDefect all = all_places(program, defects);
  if (std::ranges::all_of(all, [](const auto& one) { return one.second.empty(); })) return all;
  c::Bounds bounds{.recursion = 1};
  for (const c::Defect defect : defects) bounds.defects.insert(defect);
  const c::Model model = c::lower(program, bounds, c::Pointers::Direct, &budget);
  if (budget.poll() != StopReason::None ||
      model.graph.blocks.size() * model.graph.variables.size() > most_wrapping_work)
    return all;
  const words::Ranges ranges(model.graph, words::Liveness::everywhere(model.graph), &budget);
  PlacesByDefect out;
  for (const c::Sink& sink : model.sinks) {
    if (!ranges.reached(sink.block)) continue;
    if (sink.kind != c::Sink::Kind::Error) return all;  // what is behind it is not known here
    out[sink.defect].insert(place_of(sink.at));
  }
  return out;
}

/// Finds them, and stops soon if that takes long.
PlacesByDefect find_places(const c::Program& program, const std::vector<c::Defect>& defects,
                           Allowance allowance) {
  if (allowance.on_phase) allowance.on_phase("finding assumptions");
  allowance.limits.seconds =
      std::min(most_seconds, allowance.limits.seconds.value_or(most_seconds));
  Budget budget = allowance.budget();
  budget.enter("finding assumptions");
  return find_places(program, defects, budget);
}

/// "a.c:3:5", in the order of the text, without those that are excluded.
std::vector<std::string> texts_of(const c::Program& program, const Places& places,
                                  const std::set<std::string>& excluded = {}) {
  std::vector<std::string> out;
  for (const auto& [file, line, column] : places) {
    std::string text = place_text(program, {file, line, column});
    if (!excluded.contains(text)) out.push_back(std::move(text));
  }
  return out;
}

/// "a.c:3:5, a.c:7:9 and 4 more".
std::string listed(std::vector<std::string> places) {
  const std::size_t rest = places.size() - std::min(places.size(), most_places);
  places.resize(places.size() - rest);
  return fmt::format("{}{}", fmt::join(places, ", "),
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
  PlacesByDefect found = find_places(*parsed.program, {}, std::move(allowance));
  std::vector<std::string> places = texts_of(*parsed.program, found[std::nullopt]);
  if (places.empty()) return {};
  return {fmt::format("{} ({})", wrapping, listed(std::move(places)))};
}

std::vector<std::string> fault_assumptions(const c::Program& program,
                                           const std::vector<Doubt>& doubts, Allowance allowance) {
  if (doubts.empty()) return {};
  std::vector<c::Defect> defects;
  for (const Doubt& doubt : doubts) defects.push_back(doubt.defect);
  PlacesByDefect found = find_places(program, defects, std::move(allowance));
  std::vector<std::string> out;
  for (const Doubt& doubt : doubts) {
    std::vector<std::string> places = texts_of(program, found[doubt.defect], doubt.excluded);
    if (places.empty()) continue;
    const bool is_access = doubt.defect == c::Defect::Memory;
    out.push_back(fmt::format("runs end at the first {} ({})",
                              is_access ? "invalid access" : "undefined arithmetic",
                              listed(std::move(places))));
  }
  return out;
}

std::vector<std::string> error_assumptions(const c::Program& program, const Places& errors) {
  std::map<std::string_view, Places> found;
  for (const c::Statement& statement : program.statements) {
    if (statement.kind != c::Statement::Kind::Error || !errors.contains(place_of(statement.at)))
      continue;
    if (statement.text == "reach_error")
      found["call of reach_error"].insert(place_of(statement.at));
    if (statement.text == c::signed_overflow) found[statement.text].insert(place_of(statement.at));
  }
  std::vector<std::string> out;
  for (const auto& [what, places] : found)
    out.push_back(
        fmt::format("runs end at the first {} ({})", what, listed(texts_of(program, places))));
  return out;
}

}  // namespace hardbop::verify
