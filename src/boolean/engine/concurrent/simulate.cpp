// SPDX-License-Identifier: MIT
// Simulations of 0, 1, 2, … context switches, until all targets are found or the bound is met. A
// simulation of exactly K is asked only for what K - 1 did not reach, so what it finds has the
// fewest switches.
#include <algorithm>

#include "base/util/big_uint.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/concurrent/interleave.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "boolean/transform/sequentialise.hpp"

namespace hardbop::engine {

namespace {

/// A run of more statements than this is not written down.
constexpr std::uint64_t longest_trace = 1'000'000;

class Simulations {
 public:
  Simulations(const bp::Threads& threads, const ConcurrentQuery& query,
              const ConcurrentOptions& options, Budget& budget, Statistics& statistics)
      : threads_(threads),
        query_(query),
        options_(options),
        budget_(budget),
        statistics_(statistics),
        use_(threads),
        findings_(query.targets.size()) {}

  [[nodiscard]] bool are_enough() const {
    return transform::can_be_simulated(threads_, use_, query_.bound);
  }

  std::vector<ConcurrentFinding> run() {
    const std::uint64_t most = transform::most_switches(threads_, query_.bound);
    for (std::uint32_t switches = 0; switches <= most && !missing().empty(); ++switches) {
      if (!exactly(switches)) return std::move(findings_);
      statistics_.set("concurrent.context_switches", std::uint64_t{switches});
    }
    for (ConcurrentFinding& finding : findings_)
      if (finding.outcome == Outcome::Unknown) finding.outcome = Outcome::Unreachable;
    return std::move(findings_);
  }

 private:
  const bp::Threads& threads_;
  const ConcurrentQuery& query_;
  const ConcurrentOptions& options_;
  Budget& budget_;
  Statistics& statistics_;
  transform::SharedUse use_;
  std::vector<ConcurrentFinding> findings_;

  [[nodiscard]] std::vector<std::size_t> missing() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (findings_[i].outcome != Outcome::Reached) out.push_back(i);
    return out;
  }

  bool exactly(std::uint32_t switches) {
    return std::ranges::all_of(transform::simulations_of(use_, query_.bound, switches),
                               [this](const transform::Simulation& one) { return simulate(one); });
  }

  bool simulate(const transform::Simulation& simulation) {
    std::vector<std::size_t> asked;
    std::vector<std::vector<bp::VertexId>> targets;
    for (const std::size_t i : missing()) {
      if (!transform::concerns(threads_.graph(), use_, simulation, query_.targets[i])) continue;
      asked.push_back(i);
      targets.push_back(query_.targets[i]);
    }
    if (asked.empty()) return true;
    const transform::Sequential sequential(threads_, use_, simulation, targets);
    Query query;
    query.entries = {sequential.main()};
    query.targets = sequential.targets();
    const SummaryOptions options{options_.economies, sequential.order()};
    std::vector<Finding> found =
        make_summary_engine(options)->run(sequential.graph(), query, budget_, statistics_);
    const auto reached = [](const Finding& finding) { return finding.outcome == Outcome::Reached; };
    if (query_.want_traces && std::ranges::any_of(found, reached)) {
      query.want_traces = true;
      query.shortest = Shortest::Expanded;
      found = make_summary_engine(options)->run(sequential.graph(), query, budget_, statistics_);
    }
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (!conclude(sequential, found[i], findings_[asked[i]])) return false;
    return true;
  }

  bool conclude(const transform::Sequential& sequential, const Finding& found,
                ConcurrentFinding& out) {
    out.reason = found.reason;
    if (found.outcome == Outcome::Unknown) return false;
    if (found.outcome != Outcome::Reached) return true;
    out.outcome = Outcome::Reached;
    out.reached = sequential.role(found.reached).vertex;
    if (!found.trace) return true;
    if (trace::length_of(*found.trace).expanded > BigUint(longest_trace)) {
      out.reason = "no trace: it is too long";
      return true;
    }
    out.trace = interleave(threads_, use_, sequential, *found.trace);
    out.reached = out.trace->end.vertex;
    out.note = "a shorter trace with as few switches may exist";
    return true;
  }
};

}  // namespace

std::vector<ConcurrentFinding> simulate_interleavings(const bp::Threads& threads,
                                                      const ConcurrentQuery& query,
                                                      const ConcurrentOptions& options,
                                                      Budget& budget, Statistics& statistics) {
  if (query.bound.kind == transform::Bound::Kind::None)
    return decide_concurrent(threads, query, options, budget, statistics);
  Simulations simulations(threads, query, options, budget, statistics);
  if (!simulations.are_enough())
    return explore_interleavings(threads, query, options, budget, statistics);
  return simulations.run();
}

}  // namespace hardbop::engine
