// SPDX-License-Identifier: MIT
#include "c/verify/bmc_engine.hpp"

#include <fmt/format.h>
#include <map>

#include "c/verify/blocking.hpp"
#include "c/verify/runs.hpp"
#include "c/verify/sinks.hpp"

namespace hardbop::verify {

namespace {

using c::Sink;

/// Pieces of heap at one place that a search goes up to.
constexpr std::uint32_t most_pieces = 1024;

/// Objects with fewer cells are followed cell by cell.
constexpr std::uint32_t least_array = 8;

/// A model with calls, as the engine reads it: the first procedure is main's.
class Unrollable {
 public:
  Unrollable(const c::Program& program, const c::Model& model) : program_(program), model_(model) {
    number(program.main);
    for (const c::ProcedureMeaning& procedure : model.procedures) number(procedure.function);
  }

  [[nodiscard]] bmc::Program make() {
    bmc::Program out{model_.graph, std::vector<bmc::Procedure>(numbers_.size())};
    for (const c::ProcedureMeaning& procedure : model_.procedures) {
      out.procedures[numbers_.at(procedure.function)].entry = procedure.entry;
      out.leaves.insert(out.leaves.end(), procedure.leaves.begin(), procedure.leaves.end());
    }
    for (const c::CallMeaning& call : model_.calls)
      out.calls.push_back({call.block, numbers_.at(call.callee), call.continuation});
    add_locals(out);
    return out;
  }

 private:
  const c::Program& program_;
  const c::Model& model_;
  std::map<c::FunctionId, std::uint32_t> numbers_;

  void number(c::FunctionId function) {
    numbers_.try_emplace(function, static_cast<std::uint32_t>(numbers_.size()));
  }

  /// The blocks' functions are those of their calls.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> callees() const {
    std::vector<std::vector<std::uint32_t>> out(numbers_.size());
    for (const c::CallMeaning& call : model_.calls)
      out[numbers_.at(model_.blocks[call.block].function)].push_back(numbers_.at(call.callee));
    return out;
  }

  void add_locals(bmc::Program& out) const {
    const std::vector<bool> recurses = recursive();
    const auto owner = [&](c::ObjectId object) -> bmc::Procedure* {
      if (object == c::none || program_.objects[object].storage != c::Object::Storage::Local)
        return nullptr;
      const auto found = numbers_.find(program_.objects[object].function);
      const bool is_one = found != numbers_.end() && recurses[found->second];
      return is_one ? &out.procedures[found->second] : nullptr;
    };
    for (words::VariableId v = 0; v < model_.variables.size(); ++v)
      if (bmc::Procedure* const of = owner(model_.variables[v].object)) of->locals.push_back(v);
    for (words::ArrayId a = 0; a < model_.arrays.size(); ++a)
      if (bmc::Procedure* const of = owner(model_.arrays[a].object)) of->local_arrays.push_back(a);
  }

  /// Which procedures may call themselves, by whatever detour.
  [[nodiscard]] std::vector<bool> recursive() const {
    const std::vector<std::vector<std::uint32_t>> edges = callees();
    std::vector<bool> out(edges.size());
    for (std::uint32_t start = 0; start < edges.size(); ++start) {
      std::vector<bool> seen(edges.size());
      std::vector<std::uint32_t> stack = edges[start];
      while (!stack.empty() && !out[start]) {
        const std::uint32_t top = stack.back();
        stack.pop_back();
        if (top == start) out[start] = true;
        if (seen[top]) continue;
        seen[top] = true;
        stack.insert(stack.end(), edges[top].begin(), edges[top].end());
      }
    }
    return out;
  }
};

class BmcCheck {
 public:
  BmcCheck(const Task& task, const BmcOptions& options, Budget& budget)
      : task_(task), options_(options), budget_(budget) {}

  /// Where a run needs more pieces of heap than there are, with more of them.
  Finding run() {
    std::uint32_t pieces = task_.bounds.heap;
    while (true) {
      std::optional<Finding> found = decide_within(pieces);
      if (found) {
        found->statistics = std::move(statistics_);
        return *std::move(found);
      }
      pieces *= 4;
    }
  }

 private:
  const Task& task_;
  const BmcOptions& options_;
  Budget& budget_;
  Statistics statistics_;

  /// Nothing where more pieces are needed, and can be had.
  [[nodiscard]] std::optional<Finding> decide_within(std::uint32_t pieces) {
    budget_.enter("building the model");
    c::Bounds bounds;
    bounds.heap = pieces;
    bounds.procedures = true;
    bounds.floats = true;
    bounds.arrays_from = least_array;
    const c::Model model = c::lower(task_.program, bounds, c::Pointers::Direct, &budget_);
    if (budget_.poll() != StopReason::None) return unknown(budget_.reason());
    const bmc::Program program = Unrollable(task_.program, model).make();
    const bmc::Findings found = bmc::run_bmc(program, sink_targets(task_.program, model),
                                             options_.search, budget_, statistics_);
    const bmc::Finding& error = found.findings[ErrorSinks];
    if (error.outcome == engine::Outcome::Reached) return report_error(task_, model, *error.run);
    if (error.outcome == engine::Outcome::Unknown) return unknown(error.reason);
    return not_reached(model, found, pieces < most_pieces && !task_.bounds.are_given);
  }

  [[nodiscard]] std::optional<Finding> not_reached(const c::Model& model,
                                                   const bmc::Findings& found,
                                                   bool has_more) const {
    ReachedSinks reached;
    for (const SinkTarget target : {FaultSinks, ConstructSinks}) {
      const bmc::Finding& finding = found.findings[target];
      if (finding.outcome == engine::Outcome::Unknown) return unknown(finding.reason);
      for (const words::BlockId block : finding.reached)
        reached.sinks.push_back(&sink_of(model, block));
      if (reached.run == nullptr && finding.run) reached.run = &*finding.run;
    }
    reached.are_all = !found.is_bounded;
    if (!reached.sinks.empty()) return report_blocked(task_, model, reached);
    const bmc::Finding& bound = found.findings[BoundSinks];
    if (bound.outcome == engine::Outcome::Unknown) return unknown(bound.reason);
    if (bound.outcome == engine::Outcome::Reached) {
      if (has_more) return std::nullopt;
      if (!task_.bounds.are_given)
        return unknown(bound_text(task_.program, sink_of(model, bound.reached.front())));
      return Finding{Outcome::HoldsBounded, "within the given bounds on recursion and heap"};
    }
    if (!found.is_bounded) return Finding{Outcome::Holds};
    return Finding{Outcome::HoldsBounded,
                   fmt::format("for at most {} rounds of each loop and calls within one another",
                               *options_.search.unwind)};
  }
};

}  // namespace

Finding decide_by_unrolling(const Task& task, const BmcOptions& options, Budget& budget) {
  return BmcCheck(task, options, budget).run();
}

}  // namespace hardbop::verify
