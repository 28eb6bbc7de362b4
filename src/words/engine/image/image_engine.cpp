// SPDX-License-Identifier: MIT
#include "words/engine/image/image_engine.hpp"

#include <fmt/format.h>
#include <limits>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
#include "words/engine/image/search.hpp"

namespace hardbop::image {

namespace {

using namespace image;
constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

words::Reduction reduce_for(const words::Graph& graph,
                            const std::vector<std::vector<words::BlockId>>& targets,
                            const ImageOptions& options, Budget& budget) {
  std::vector<words::BlockId> all;
  for (const std::vector<words::BlockId>& target : targets)
    all.insert(all.end(), target.begin(), target.end());
  words::ReduceOptions how;
  how.slice = options.slice;
  how.ranges = options.ranges;
  how.merge = options.merge;
  how.budget = &budget;
  return words::reduce(graph, all, how);
}

class ImageAnalysis {
 public:
  ImageAnalysis(const words::Graph& graph, const std::vector<std::vector<words::BlockId>>& targets,
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
    const Model model =
        make_model(reduce_for(graph_, targets_, options_, budget_), options_, budget_);
    budget_.enter("computing images", "steps");
    if (budget_.poll() != StopReason::None) {
      for (ImageFinding& finding : findings_) finding.reason = budget_.reason();
      return std::move(findings_);
    }
    if (const std::string reason = why_refused(model.reduction.graph); !reason.empty()) {
      for (ImageFinding& finding : findings_) finding.reason = reason;
      return std::move(findings_);
    }
    const Grouping grouping = partition(model.reduction, model.liveness, model.bits, options_);
    Worlds worlds(model, grouping, options_);
    std::optional<Search> search;
    search.emplace(model, grouping, worlds, options_, want_runs_ ? options_.record_nodes : 0,
                   budget_);
    explore(*search);
    if (want_runs_) add_runs(model, grouping, worlds, search);
    record(model, grouping, worlds, *search);
    return std::move(findings_);
  }

 private:
  const words::Graph& graph_;
  const std::vector<std::vector<words::BlockId>>& targets_;
  bool want_runs_;
  const ImageOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  std::vector<ImageFinding> findings_;

  void add_runs(const Model& model, const Grouping& grouping, Worlds& worlds,
                std::optional<Search>& search) {
    budget_.enter("finding runs", "steps");
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (findings_[i].outcome == engine::Outcome::Reached) reached.push_back(i);
    std::vector<Hit> hits;
    for (const std::size_t i : reached) hits.push_back(*search->hits()[i]);
    if (!search->has_records() && !reached.empty()) {
      hits.clear();
      search.emplace(model, grouping, worlds, options_, everything, budget_);
      hits = search_again(*search, reached);
    }
    for (std::size_t k = 0; k < hits.size(); ++k) add_run(model, *search, hits[k], reached[k]);
  }

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
    if (all && reason.empty()) reason = "the search stopped early";
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      ImageFinding& finding = findings_[i];
      if (i < search.reached().size()) finding.all_reached = search.reached()[i];
      if (i < search.hits().size() && search.hits()[i]) {
        finding.outcome = engine::Outcome::Reached;
        finding.reached = search.hits()[i]->block;
      } else if (reason.empty()) {
        finding.outcome = engine::Outcome::Unreachable;
      } else {
        finding.reason = reason;
      }
    }
  }

  /// The same with records, which were too large to be kept just in case. Nothing where it is
  /// ended by a limit.
  std::vector<Hit> search_again(Search& search, const std::vector<std::size_t>& reached) {
    std::vector<std::vector<words::BlockId>> targets;
    for (const std::size_t i : reached) targets.push_back(targets_[i]);
    std::vector<Hit> hits;
    try {
      if (!search.run(targets, targets.size())) return {};
    } catch (const bdd::LimitReached&) {
      return {};
    } catch (const TooLarge&) {
      return {};
    }
    for (const std::optional<Hit>& hit : search.hits()) hits.push_back(hit.value());
    return hits;
  }

  void add_run(const Model& model, Search& search, const Hit& hit, std::size_t finding) {
    if (budget_.stopped() != StopReason::None) return;
    try {
      words::Run run = words::expand(graph_, model.reduction, search.run_to(hit));
      HARDBOP_INVARIANT(!words::replay(graph_, run), "a run that was found should be one");
      findings_[finding].reached = hit.block;
      findings_[finding].run = std::move(run);
    } catch (const bdd::LimitReached&) {
      return;
    } catch (const TooLarge&) {
      return;
    }
  }

  void record(const Model& model, const Grouping& grouping, const Worlds& worlds,
              const Search& search) {
    std::uint64_t bits = grouping.most_bits();
    for (const words::Range& range : model.ranges) bits += bits_needed(range);
    statistics_.set("image.blocks", static_cast<std::uint64_t>(model.reduction.blocks.size()));
    statistics_.set("image.state_bits", bits);
    statistics_.set("image.groups", static_cast<std::uint64_t>(grouping.groups.size()));
    statistics_.set("image.steps", search.steps());
    statistics_.set("image.depth", search.frames());
    if (worlds.size() > 1)
      statistics_.set("image.managers", static_cast<std::uint64_t>(worlds.size()));
    worlds.statistics().record(statistics_);
  }
};

}  // namespace

std::vector<ImageFinding> run_image(const words::Graph& graph,
                                    const std::vector<std::vector<words::BlockId>>& targets,
                                    bool want_runs, const ImageOptions& options, Budget& budget,
                                    Statistics& statistics) {
  const std::optional<std::string> problem = words::problem(graph);
  HARDBOP_INVARIANT(!problem, "a graph should be well formed");
  return ImageAnalysis(graph, targets, want_runs, options, budget, statistics).run();
}

}  // namespace hardbop::image
