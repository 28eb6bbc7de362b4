// SPDX-License-Identifier: MIT
// The range analysis gives the bounds of each variable at each place. They are true for every run
// of the model, whichever engine decided the program.
#include "c/verify/invariants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

#include "c/slam/loop_invariants.hpp"
#include "words/analysis/ranges.hpp"

namespace hardbop::verify {

namespace {

using slam::LoopFacts;
using words::Range;

constexpr std::size_t most_invariant_work = 20'000'000;  // blocks times variables
constexpr std::size_t most_facts = 16;                   // of a loop

/// What C's type does not say.
std::string fact(const c::Object& variable, const Range& range) {
  const std::string& name = variable.name;
  const c::Type type = variable.cells[0].type;
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
    parts.push_back(fmt::format("{} >= {}", name, number(least & words::mask(range.width))));
  if (has_greatest)
    parts.push_back(fmt::format("{} <= {}", name, number(greatest & words::mask(range.width))));
  return fmt::format("{}", fmt::join(parts, " && "));
}

struct Loop {
  c::FunctionId function;
  std::map<c::ObjectId, Range> ranges;
};
/// By the first statement of the condition.
using Ranges = std::map<c::StatementId, Loop>;

class Finder {
 public:
  Finder(const c::Program& program, const c::Model& model)
      : program_(program),
        model_(model),
        ranges_(model.graph, words::Liveness::everywhere(model.graph)) {}

  Ranges run() {
    for (words::BlockId b = 0; b < model_.blocks.size(); ++b) visit(b);
    for (auto& [statement, loop] : loops_) {
      std::size_t facts = 0;
      std::erase_if(loop.ranges, [&](const auto& one) {
        return fact(program_.objects[one.first], one.second).empty() || ++facts > most_facts;
      });
    }
    return std::move(loops_);
  }

 private:
  const c::Program& program_;
  const c::Model& model_;
  words::Ranges ranges_;
  Ranges loops_;

  /// Copies of a function are one in C: what is true of all is.
  void visit(words::BlockId b) {
    const c::BlockMeaning& block = model_.blocks[b];
    if (block.statement == c::none || !ranges_.reached(b)) return;
    const c::Position& at = program_.statements[block.statement].loop;
    if (at.line == 0) return;
    Loop& loop = loops_[block.statement];
    loop.function = block.function;
    for (words::VariableId v = 0; v < model_.variables.size(); ++v) {
      const c::VariableMeaning& meaning = model_.variables[v];
      if (meaning.object == c::none || !c::is_visible(program_, meaning.object, at, block.function))
        continue;
      const bool is_local = program_.objects[meaning.object].storage == c::Object::Storage::Local;
      if (is_local && meaning.copy != block.depth) continue;
      const Range range = ranges_.at(b, v);
      const auto [known, is_new] = loop.ranges.emplace(meaning.object, range);
      if (!is_new) known->second = words::join(known->second, range);
    }
  }
};

/// A function that calls itself has more copies than the model.
bool recurses(const c::Program& program, const c::Model& model) {
  return std::ranges::any_of(model.sinks, [&](const c::Sink& sink) {
    return sink.kind == c::Sink::Kind::Bound &&
           program.statements[sink.statement].kind == c::Statement::Kind::Call;
  });
}

Ranges find_ranges(const c::Program& program, const c::Model& model) {
  const bool has_loops = std::ranges::any_of(
      program.statements, [](const c::Statement& statement) { return statement.loop.line != 0; });
  if (!has_loops || model.graph.blocks.size() * model.graph.variables.size() > most_invariant_work)
    return {};
  return Finder(program, model).run();
}

/// The same as conditions.
slam::KnownFacts known_facts(const Ranges& loops, slam::Procedures& procedures) {
  std::map<c::ObjectId, words::VariableId> variables;
  const c::Model& model = procedures.model();
  for (words::VariableId v = 0; v < model.variables.size(); ++v)
    if (model.variables[v].object != c::none) variables.emplace(model.variables[v].object, v);
  words::Expressions& e = procedures.expressions();
  slam::KnownFacts out;
  for (const auto& [statement, loop] : loops) {
    std::vector<words::ExprId>& facts = out[statement];
    for (const auto& [object, range] : loop.ranges) {
      const auto found = variables.find(object);
      if (found == variables.end()) continue;
      const words::ExprId variable = e.variable(found->second, range.width);
      const auto between = [&, &bounds = range](words::Op op, std::uint64_t least,
                                                std::uint64_t greatest) {
        const auto bound = [&](std::uint64_t value) {
          return e.constant(bounds.width, value & words::mask(bounds.width));
        };
        for (const words::ExprId one :
             {e.binary(op, bound(least), variable), e.binary(op, variable, bound(greatest))})
          if (!e.is_constant(one)) facts.push_back(one);
      };
      if (procedures.program().objects[object].cells[0].type.is_signed)
        between(words::Op::LessEqualSigned, static_cast<std::uint64_t>(range.least_signed),
                static_cast<std::uint64_t>(range.greatest_signed));
      else
        between(words::Op::LessEqualUnsigned, range.least, range.greatest);
    }
  }
  return out;
}

/// Whether a constant is known for the variable.
bool is_known(const std::vector<std::string>& facts, const c::Object& variable) {
  const std::string start = variable.name + " == ";
  return std::ranges::any_of(facts, [&](const std::string& fact) {
    return fact.starts_with(start) &&
           fact.find_first_not_of("-0123456789ul", start.size()) == std::string::npos;
  });
}

void add(const c::Program& program, const Ranges& loops, std::vector<LoopFacts>& out) {
  for (const auto& [statement, loop] : loops) {
    if (loop.ranges.empty()) continue;
    auto place = std::ranges::find_if(
        out, [&, &s = statement](const LoopFacts& known) { return known.statement == s; });
    if (place == out.end()) place = out.insert(place, {statement, loop.function, {}});
    std::vector<std::string> facts;
    for (const auto& [object, range] : loop.ranges)
      if (!is_known(place->facts, program.objects[object]))
        facts.push_back(fact(program.objects[object], range));
    place->facts.insert(place->facts.end(), facts.begin(), facts.end());
  }
}

/// Where a file is read twice, two loops are at one place: what is true of one is said of none.
std::vector<c::Waypoint> joined(const c::Program& program, const std::vector<LoopFacts>& loops) {
  const auto place = [&](const c::Statement& statement) {
    const c::Position& at = statement.loop;
    return std::tie(at.file, at.line, at.column);
  };
  std::vector<c::Waypoint> out;
  for (const LoopFacts& loop : loops) {
    const c::Statement& head = program.statements[loop.statement];
    const auto same = std::ranges::count_if(program.statements, [&](const c::Statement& statement) {
      return place(statement) == place(head);
    });
    if (same == 1)
      out.push_back({head.loop, loop.function, fmt::format("{}", fmt::join(loop.facts, " && "))});
  }
  return out;
}

}  // namespace

std::vector<c::Waypoint> loop_invariants(const c::Program& program, const c::Model& model) {
  std::vector<LoopFacts> out;
  add(program, find_ranges(program, model), out);
  return joined(program, out);
}

std::vector<c::Waypoint> loop_invariants(const ProvedAbstraction& proved, smt::Solver& solver,
                                         std::uint32_t heap, Budget& budget) {
  slam::Procedures& procedures = proved.procedures;
  const c::Program& program = procedures.program();
  const c::Model model =
      c::lower(program, {.recursion = 1, .heap = heap}, c::Pointers::Direct, &budget);
  Ranges ranges;
  if (budget.poll() == StopReason::None && !recurses(program, model))
    ranges = find_ranges(program, model);
  std::vector<LoopFacts> out;
  slam::Implications implications(procedures, solver, budget);
  if (proved.proof.invariant)
    out = slam::loop_facts(procedures, proved.abstraction, proved.program, *proved.proof.invariant,
                           known_facts(ranges, procedures), implications);
  add(program, ranges, out);
  return joined(program, out);
}

}  // namespace hardbop::verify
