// SPDX-License-Identifier: MIT
// The search is bmc's: it follows calls, and a run that repeats itself soon is found soon.
#include "c/verify/endless_recursion.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "c/verify/runs.hpp"
#include "c/verify/unrollable.hpp"
#include "words/engine/bmc/bmc_engine.hpp"
#include "words/transform/lasso.hpp"
#include "words/transform/recursion.hpp"

namespace hardbop::verify {

namespace {

class RecursionSearch {
 public:
  RecursionSearch(const Task& task, const slam::Procedures& procedures)
      : task_(task), procedures_(procedures), model_(procedures.model()) {}

  [[nodiscard]] bool can_be_asked(const std::vector<std::size_t>& recursion) const {
    return !words::why_no_lasso(model_.graph) && std::ranges::all_of(recursion, [&](std::size_t p) {
      return std::ranges::none_of(procedures_.all()[p].parameters,
                                  [&](words::VariableId v) { return procedures_.is_array(v); });
    });
  }

  std::optional<Finding> run(const std::vector<std::size_t>& recursion, Budget& budget,
                             Statistics& statistics) {
    std::vector<words::RecursiveProcedure> watched;
    for (const std::size_t p : recursion) watched.push_back(describe(procedures_.all()[p]));
    const words::RecursionLasso lasso =
        words::add_recursion_lasso(model_.graph, watched, changing_globals());
    const bmc::Program program = make_program(recursion, watched, lasso);
    const bmc::Findings found =
        bmc::run_bmc(program, {{lasso.closed}}, bmc::Options(), budget, statistics);
    const std::optional<words::Run>& run = found.findings.front().run;
    if (found.findings.front().outcome != engine::Outcome::Reached || !run) return std::nullopt;
    const auto begins = [&](const words::Point& point) {
      return point.variables[lasso.remembers] != 0;
    };
    const auto round = std::ranges::find_if(*run, begins) - run->begin();
    return report_endless(task_, model_, {*run, static_cast<std::size_t>(round)});
  }

 private:
  const Task& task_;
  const slam::Procedures& procedures_;
  c::Model model_;

  [[nodiscard]] words::RecursiveProcedure describe(const slam::Procedure& procedure) const {
    words::RecursiveProcedure out;
    out.entry = procedure.entry;
    std::ranges::copy_if(procedure.blocks, std::back_inserter(out.leaves),
                         [&](words::BlockId b) { return procedures_.leaves(b); });
    for (const c::CallMeaning& call : model_.calls)
      if (call.callee == procedure.function) out.callers.push_back(call.block);
    out.parameters.assign(procedure.parameters.begin(), procedure.parameters.end());
    return out;
  }

  [[nodiscard]] std::vector<words::VariableId> changing_globals() const {
    std::set<words::VariableId> out;
    for (const words::Block& block : model_.graph.blocks)
      for (const words::Assignment& one : block.assignments)
        if (procedures_.scope(one.variable) == slam::everybody) out.insert(one.variable);
    return {out.begin(), out.end()};
  }

  /// With what was added.
  [[nodiscard]] bmc::Program make_program(const std::vector<std::size_t>& recursion,
                                          const std::vector<words::RecursiveProcedure>& watched,
                                          const words::RecursionLasso& lasso) {
    model_.blocks.resize(model_.graph.blocks.size());
    model_.variables.resize(model_.graph.variables.size());
    model_.inputs.resize(model_.graph.inputs.size());
    for (std::size_t i = 0; i < recursion.size(); ++i)
      for (c::ProcedureMeaning& meaning : model_.procedures)
        if (meaning.function == procedures_.all()[recursion[i]].function) {
          meaning.entry = watched[i].entry;
          meaning.leaves = watched[i].leaves;
        }
    bmc::Program out = unrollable_program(task_.program, model_);
    for (bmc::Procedure& procedure : out.procedures)
      for (std::size_t i = 0; i < watched.size(); ++i)
        if (procedure.entry == watched[i].entry) procedure.locals.push_back(lasso.marks[i]);
    return out;
  }
};

}  // namespace

std::optional<Finding> find_endless_recursion(const Task& task, const slam::Procedures& procedures,
                                              const std::vector<std::size_t>& recursion,
                                              Budget& budget, Statistics& statistics) {
  RecursionSearch search(task, procedures);
  if (recursion.empty() || !search.can_be_asked(recursion)) return std::nullopt;
  budget.enter("looking for endless recursion");
  return search.run(recursion, budget, statistics);
}

}  // namespace hardbop::verify
