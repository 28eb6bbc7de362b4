// SPDX-License-Identifier: MIT
#include "engine/image/bp_engine.hpp"

#include <fmt/format.h>

#include "engine/image/from_bp.hpp"
#include "engine/image/image_engine.hpp"
#include "engine/summary/summary_engine.hpp"

namespace hardbop::engine {

namespace {

constexpr std::size_t most_blocks = 2'000'000;

class ImageEngine final : public Engine {
 public:
  std::vector<Finding> run(const bp::Graph& graph, const Query& query, Budget& budget,
                           Statistics& statistics) override {
    budget.enter("inlining calls");
    std::vector<Finding> findings(query.targets.size());
    const std::optional<image::InlinedProgram> program =
        image::inline_calls(graph, query.entries, query.recursion_bound, most_blocks);
    if (!program) {
      for (Finding& finding : findings) finding.reason = "too many copies of procedures";
      return findings;
    }
    ask(*program, query, budget, statistics, findings);
    if (query.want_traces) add_summary_traces(graph, query, budget, statistics, findings);
    return findings;
  }

 private:
  static void ask(const image::InlinedProgram& program, const Query& query, Budget& budget,
                  Statistics& statistics, std::vector<Finding>& findings) {
    std::vector<std::vector<ltg::BlockId>> targets;
    for (const std::vector<bp::VertexId>& target : query.targets) {
      targets.emplace_back();
      for (const bp::VertexId v : target)
        targets.back().insert(targets.back().end(), program.blocks[v].begin(),
                              program.blocks[v].end());
    }
    ImageOptions options = query.image;
    options.wanted = targets.size();
    options.live = query.economies.live;
    options.slice = query.economies.slice;
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
          fmt::format("recursion is deeper than {}", std::max(query.recursion_bound, 1U));
    }
  }
};

}  // namespace

std::unique_ptr<Engine> make_image_engine() {
  return std::make_unique<ImageEngine>();
}

}  // namespace hardbop::engine
