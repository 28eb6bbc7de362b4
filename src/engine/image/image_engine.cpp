// SPDX-License-Identifier: MIT
#include "engine/image/image_engine.hpp"

#include "bdd/limits.hpp"
#include "engine/image/conjunctive.hpp"
#include "engine/image/search.hpp"
#include "flow/ltg_ranges.hpp"
#include "util/invariant.hpp"

namespace hardbop::engine {

namespace {

using namespace image;
using Method = ImageOptions::Method;

/// What a question is asked with, made once.
struct Model {
  flow::Reduction reduction;
  flow::LtgLiveness liveness;
  std::vector<flow::Range> ranges;  // by variable
  std::vector<unsigned> bits;       // at most
};

flow::Reduction reduce_for(const ltg::Graph& graph,
                           const std::vector<std::vector<ltg::BlockId>>& targets,
                           const ImageOptions& options) {
  std::vector<ltg::BlockId> all;
  for (const std::vector<ltg::BlockId>& target : targets)
    all.insert(all.end(), target.begin(), target.end());
  flow::ReduceOptions how;
  how.slice = options.slice;
  how.ranges = options.ranges;
  how.merge = options.merge;
  return flow::reduce(graph, all, how);
}

Model make_model(const ltg::Graph& graph, const std::vector<std::vector<ltg::BlockId>>& targets,
                 const ImageOptions& options) {
  flow::Reduction reduction = reduce_for(graph, targets, options);
  // The counter of the conventional method is one of many variables, so nothing is ever dead.
  const bool live = options.live && options.method == Method::Disjunctive;
  flow::LtgLiveness liveness =
      live ? flow::LtgLiveness(reduction.graph) : flow::LtgLiveness::everywhere(reduction.graph);
  // Also where dead variables are kept, their bits are for live values: what is cut off a value
  // that nobody will read does not matter.
  const flow::LtgRanges ranges(reduction.graph, flow::LtgLiveness(reduction.graph));
  Model model{std::move(reduction), std::move(liveness), {}, {}};
  for (ltg::VariableId v = 0; v < model.reduction.graph.variables.size(); ++v) {
    flow::Range range = ranges.anywhere(v);
    if (!options.ranges && !range.is_empty()) range = flow::Range::all(range.width);
    model.ranges.push_back(range);
    const bool needs_bits = !range.is_empty() && !range.is_one();
    model.bits.push_back(needs_bits ? range.width : 0U);
  }
  return model;
}

/// For what grows in the middle of a step; the search itself reorders where steps take long.
bdd::AutoReorder reordering(Method method) {
  bdd::AutoReorder out;
  out.first_at = method == Method::Conjunctive ? 20'000 : 1'000'000;
  out.sifting.seconds = 10;
  return out;
}

class Asking {
 public:
  Asking(const ltg::Graph& graph, const std::vector<std::vector<ltg::BlockId>>& targets,
         bool want_runs, const ImageOptions& options, Budget& budget, Statistics& statistics)
      : graph_(graph),
        targets_(targets),
        want_runs_(want_runs),
        options_(options),
        budget_(budget),
        statistics_(statistics),
        findings_(targets.size()) {}

  std::vector<ImageFinding> run() {
    budget_.enter("reducing the graph");
    const Model model = make_model(graph_, targets_, options_);
    budget_.enter("computing images", "steps");
    if (budget_.poll() != StopReason::None) {
      for (ImageFinding& finding : findings_) finding.reason = budget_.reason();
      return std::move(findings_);
    }
    const Grouping grouping = partition(model.reduction, model.liveness, model.bits, options_);
    bdd::Manager manager;
    manager.set_budget(&budget_);
    const Layout layout(model.reduction, model.ranges, grouping.most_bits(), manager);
    manager.set_auto_reorder(reordering(options_.method));
    Images images(model.reduction, model.liveness, layout);
    std::unique_ptr<Machines> machines;
    if (options_.method == Method::Conjunctive) {
      machines = std::make_unique<ConjunctiveMachine>(model.reduction, model.liveness, layout,
                                                      grouping, images);
    } else {
      machines =
          std::make_unique<Machines>(model.reduction, model.liveness, layout, grouping, images);
    }
    Search search(model.reduction, model.liveness, layout, grouping, images, *machines, options_,
                  want_runs_, budget_);
    explore(search);
    if (want_runs_) add_runs(model, search);
    record(model, grouping, layout, search);
    return std::move(findings_);
  }

 private:
  const ltg::Graph& graph_;
  const std::vector<std::vector<ltg::BlockId>>& targets_;
  bool want_runs_;
  const ImageOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  std::vector<ImageFinding> findings_;

  void explore(Search& search) {
    std::string reason;
    try {
      if (!search.run(targets_, options_.wanted)) reason = budget_.reason();
    } catch (const bdd::LimitReached& limit) {
      reason = budget_.stopped() != StopReason::None ? budget_.reason() : limit.what();
    } catch (const TooLarge& error) {
      reason = error.what();
    }
    // A search that ended because all that is wanted was reached knows nothing of the rest.
    bool all = true;
    for (std::size_t i = 0; i < findings_.size() && i < options_.wanted; ++i)
      all = all && search.hits()[i].has_value();
    if (all && reason.empty()) reason = "the search ended before";
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      ImageFinding& finding = findings_[i];
      if (i < search.hits().size() && search.hits()[i]) {
        finding.outcome = Outcome::Reached;
        finding.reached = search.hits()[i]->block;
      } else if (reason.empty()) {
        finding.outcome = Outcome::Unreachable;
      } else {
        finding.reason = reason;
      }
    }
  }

  void add_runs(const Model& model, Search& search) {
    budget_.enter("finding runs", "steps");
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      if (findings_[i].outcome != Outcome::Reached || budget_.stopped() != StopReason::None)
        continue;
      try {
        ltg::Run run = flow::expand(graph_, model.reduction, search.run_to(*search.hits()[i]));
        HARDBOP_INVARIANT(!ltg::replay(graph_, run), "a run that was found should be one");
        findings_[i].run = std::move(run);
      } catch (const bdd::LimitReached&) {
        continue;
      } catch (const TooLarge&) {
        continue;
      }
    }
  }

  void record(const Model& model, const Grouping& grouping, const Layout& layout,
              const Search& search) {
    statistics_.set("image.blocks", static_cast<std::uint64_t>(model.reduction.blocks.size()));
    statistics_.set("image.state_bits", static_cast<std::uint64_t>(layout.state_bits()));
    statistics_.set("image.groups", static_cast<std::uint64_t>(grouping.groups.size()));
    statistics_.set("image.steps", search.steps());
    statistics_.set("image.depth", search.frames());
    layout.manager().statistics().record(statistics_);
  }
};

}  // namespace

std::vector<ImageFinding> run_image(const ltg::Graph& graph,
                                    const std::vector<std::vector<ltg::BlockId>>& targets,
                                    bool want_runs, const ImageOptions& options, Budget& budget,
                                    Statistics& statistics) {
  const std::optional<std::string> problem = ltg::problem(graph);
  HARDBOP_INVARIANT(!problem, "a graph should be well formed");
  return Asking(graph, targets, want_runs, options, budget, statistics).run();
}

}  // namespace hardbop::engine
