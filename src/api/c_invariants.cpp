// SPDX-License-Identifier: MIT
// The analysis of ranges says of each variable between which numbers it is where; what it says is
// true of every run of the model, whatever decided the program.
#include "api/c_invariants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "flow/ltg_ranges.hpp"

namespace hardbop::api {

namespace {

using flow::Range;

constexpr std::size_t most_work = 20'000'000;  // blocks times variables
constexpr std::size_t most_facts = 16;         // of a loop

/// What C's type does not say.
std::string fact(const std::string& name, const Range& range, c::Type type) {
  const Range all = Range::all(range.width);
  const std::uint64_t largest = type.is_bool ? 1 : all.greatest;
  const auto number = [&](std::uint64_t value) { return c::constant(value, type); };
  const auto word = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  if (range.is_one()) return fmt::format("{} == {}", name, number(range.least));
  const bool has_least = type.is_signed ? range.least_signed > all.least_signed : range.least > 0;
  const bool has_greatest =
      type.is_signed ? range.greatest_signed < all.greatest_signed : range.greatest < largest;
  const std::uint64_t least = type.is_signed ? word(range.least_signed) : range.least;
  const std::uint64_t greatest = type.is_signed ? word(range.greatest_signed) : range.greatest;
  std::vector<std::string> parts;
  if (has_least)
    parts.push_back(fmt::format("{} >= {}", name, number(least & ltg::mask(range.width))));
  if (has_greatest)
    parts.push_back(fmt::format("{} <= {}", name, number(greatest & ltg::mask(range.width))));
  return fmt::format("{}", fmt::join(parts, " && "));
}

class Finder {
 public:
  Finder(const c::Program& program, const c::Model& model)
      : program_(program),
        model_(model),
        ranges_(model.graph, flow::LtgLiveness::everywhere(model.graph)) {}

  std::vector<c::Waypoint> run() {
    for (ltg::BlockId b = 0; b < model_.blocks.size(); ++b) visit(b);
    std::vector<c::Waypoint> out;
    for (const auto& [statement, found] : loops_) {
      std::vector<std::string> facts;
      for (const auto& [object, range] : found.ranges) {
        const c::Object& variable = program_.objects[object];
        std::string text = fact(variable.name, range, variable.cells[0].type);
        if (!text.empty() && facts.size() < most_facts) facts.push_back(std::move(text));
      }
      if (!facts.empty())
        out.push_back({program_.statements[statement].loop, found.function,
                       fmt::format("{}", fmt::join(facts, " && "))});
    }
    return out;
  }

 private:
  struct Loop {
    c::FunctionId function = c::none;
    std::map<c::ObjectId, Range> ranges;
  };

  const c::Program& program_;
  const c::Model& model_;
  flow::LtgRanges ranges_;
  std::map<c::StatementId, Loop> loops_;

  /// Copies of a function are one in C: what is true of all is.
  void visit(ltg::BlockId b) {
    const c::BlockMeaning& block = model_.blocks[b];
    if (block.statement == c::none || !ranges_.reached(b)) return;
    const c::Position& at = program_.statements[block.statement].loop;
    if (at.line == 0) return;
    Loop& loop = loops_[block.statement];
    loop.function = block.function;
    for (ltg::VariableId v = 0; v < model_.variables.size(); ++v) {
      const c::VariableMeaning& meaning = model_.variables[v];
      if (meaning.object == c::none || !c::is_visible(program_, meaning.object, at, block.function))
        continue;
      const bool is_local = program_.objects[meaning.object].storage == c::Object::Storage::Local;
      if (is_local && meaning.copy != block.depth) continue;
      const Range range = ranges_.at(b, v);
      const auto [known, is_new] = loop.ranges.emplace(meaning.object, range);
      if (!is_new) known->second = flow::join(known->second, range);
    }
  }
};

}  // namespace

std::vector<c::Waypoint> loop_invariants(const c::Program& program, const c::Model& model) {
  const bool has_loops =
      std::any_of(program.statements.begin(), program.statements.end(),
                  [](const c::Statement& statement) { return statement.loop.line != 0; });
  if (!has_loops || model.graph.blocks.size() * model.graph.variables.size() > most_work) return {};
  return Finder(program, model).run();
}

}  // namespace hardbop::api
