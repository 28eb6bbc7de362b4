// SPDX-License-Identifier: MIT
#include "engine/concurrent/concurrent.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/concurrent/sequentialise.hpp"
#include "engine/registry.hpp"

namespace hardbop::engine {

namespace {

class Bounded {
 public:
  Bounded(const bp::Threads& threads, const ConcurrentQuery& query, Budget& budget,
          Statistics& statistics)
      : threads_(threads),
        query_(query),
        budget_(budget),
        statistics_(statistics),
        use_(threads),
        findings_(query.targets.size()) {}

  /// Fewest switches first.
  std::vector<ConcurrentFinding> run(std::uint32_t most) {
    for (std::uint32_t switches = 0; switches <= most; ++switches) {
      if (!exactly(switches)) return std::move(findings_);
      if (missing().empty()) break;
    }
    for (ConcurrentFinding& finding : findings_)
      if (finding.outcome == Outcome::Unknown) finding.outcome = Outcome::Unreachable;
    return std::move(findings_);
  }

 private:
  const bp::Threads& threads_;
  const ConcurrentQuery& query_;
  Budget& budget_;
  Statistics& statistics_;
  SharedUse use_;
  std::vector<ConcurrentFinding> findings_;

  [[nodiscard]] std::vector<std::size_t> missing() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (findings_[i].outcome != Outcome::Reached) out.push_back(i);
    return out;
  }

  /// Whether threads of this kind could arrive at one of the targets, or `init` could.
  [[nodiscard]] bool concerns(std::size_t kind, const std::vector<bp::VertexId>& target) const {
    return std::any_of(target.begin(), target.end(), [&](bp::VertexId v) {
      const bp::ProcedureId p = threads_.graph().vertex(v).procedure;
      return use_.kinds()[kind].procedures[p] || use_.init_procedures()[p];
    });
  }

  bool exactly(std::uint32_t switches) {
    for (std::size_t kind = 0; kind < use_.kinds().size(); ++kind) {
      std::vector<std::size_t> asked;
      for (const std::size_t i : missing())
        if (concerns(kind, query_.targets[i])) asked.push_back(i);
      if (!asked.empty() && !simulate({switches, 0, kind}, asked)) return false;
    }
    return true;
  }

  bool simulate(const Simulation& simulation, const std::vector<std::size_t>& asked) {
    std::vector<std::vector<bp::VertexId>> targets;
    for (const std::size_t i : asked) targets.push_back(query_.targets[i]);
    const Sequential sequential(threads_, use_, simulation, targets);
    if (std::getenv("HB_DUMP")) std::fputs(sequential.text().c_str(), stderr);
    Query query;
    query.entries = {sequential.main()};
    query.targets = sequential.targets();
    query.economies = query_.economies;
    const auto found =
        find_engine("summary")->make()->run(sequential.graph(), query, budget_, statistics_);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      ConcurrentFinding& finding = findings_[asked[i]];
      if (found[i].outcome == Outcome::Unknown) {
        finding.reason = found[i].reason;
        return false;
      }
      if (found[i].outcome != Outcome::Reached) continue;
      finding.outcome = Outcome::Reached;
      finding.reached = sequential.role(found[i].reached).vertex;
    }
    if (std::getenv("HB_DUMP"))
      std::fprintf(stderr, "switches %u kind %zu at %.3f\n", simulation.switches,
                   simulation.last_kind, budget_.seconds());
    return true;
  }
};

}  // namespace

std::vector<ConcurrentFinding> decide_concurrent(const bp::Threads& threads,
                                                 const ConcurrentQuery& query, Budget& budget,
                                                 Statistics& statistics) {
  if (query.bound.kind == Bound::Kind::Switches)
    return Bounded(threads, query, budget, statistics).run(query.bound.limit);
  return explore_interleavings(threads, query, budget, statistics);
}

}  // namespace hardbop::engine
