// SPDX-License-Identifier: MIT
#include "words/engine/image/bp_engine.hpp"

#include <fmt/format.h>

#include "boolean/engine/summary/summary_engine.hpp"
#include "words/engine/image/image_engine.hpp"
#include "words/engine/image/observer.hpp"
#include "words/transform/from_bp.hpp"

namespace hardbop::image {

namespace {

constexpr std::size_t most_blocks = 2'000'000;

using engine::Engine;
using engine::Finding;
using engine::Outcome;
using engine::Query;

class ImageEngine final : public Engine {
 public:
  explicit ImageEngine(BooleanOptions options) : options_(std::move(options)) {}

  std::vector<Finding> run(const bp::Graph& graph, const Query& query, Budget& budget,
                           Statistics& statistics) override {
    budget.enter("inlining calls");
    std::vector<Finding> findings(query.targets.size());
    const std::optional<words::InlinedProgram> program =
        words::inline_calls(graph, query.entries, options_.recursion_bound, most_blocks);
    if (!program) {
      for (Finding& finding : findings)
        finding.reason = "inlining makes too many copies of procedures";
      return findings;
    }
    if (options_.image.observer != nullptr) options_.image.observer->begin(graph, *program);
    ask(*program, query, budget, statistics, findings);
    if (query.want_traces)
      add_summary_traces(graph, query, options_.traces, budget, statistics, findings);
    return findings;
  }

 private:
  BooleanOptions options_;

  void ask(const words::InlinedProgram& program, const Query& query, Budget& budget,
           Statistics& statistics, std::vector<Finding>& findings) {
    std::vector<std::vector<words::BlockId>> targets;
    for (const std::vector<bp::VertexId>& target : query.targets) {
      targets.emplace_back();
      for (const bp::VertexId v : target)
        targets.back().insert(targets.back().end(), program.blocks[v].begin(),
                              program.blocks[v].end());
    }
    ImageOptions options = options_.image;
    options.wanted = targets.size();
    if (program.overflow) targets.push_back({*program.overflow});
    const std::vector<ImageFinding> found =
        run_image(program.graph, targets, false, options, budget, statistics);
    const bool cut_off = program.overflow && found.back().outcome != Outcome::Unreachable;
    for (std::size_t i = 0; i < findings.size(); ++i) {
      findings[i].outcome = found[i].outcome;
      findings[i].reason = found[i].reason;
      if (found[i].outcome == Outcome::Reached)
        findings[i].reached = program.vertices[found[i].reached];
      if (found[i].outcome != Outcome::Unreachable || !cut_off) continue;
      findings[i].outcome = Outcome::Unknown;
      findings[i].reason =
          fmt::format("recursion deeper than {} calls", std::max(options_.recursion_bound, 1U));
    }
  }
};

}  // namespace

std::unique_ptr<Engine> make_image_engine(BooleanOptions options) {
  return std::make_unique<ImageEngine>(std::move(options));
}

engine::EngineRow boolean_row(const BooleanOptions& options) {
  return {.name = "image",
          .description = "image computation on sets of states, with inlined calls",
          .make = [options] { return make_image_engine(options); }};
}

}  // namespace hardbop::image
