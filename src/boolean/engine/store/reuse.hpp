// SPDX-License-Identifier: MIT
// A question about a program of which an earlier state was asked about.
//
// What is known of a procedure stays valid as long as its own text is the same and each procedure
// that it calls still does what is known of it: not its text counts, but its summary. So a
// procedure whose text changed is explored again on its old entries, before anything else. If that
// gives what was known, its callers notice nothing, and all the rest of the program is taken as it
// is [martin00 §5.4]. If not, its callers are explored in the same way, as long as that costs
// little.
//
// Then the question is asked from the program's start. Procedures that are known are stubs with a
// summary on their clean entries; one that is entered otherwise is explored on these other entries.
// Whatever reaches a target is found in this search and by it alone.
#pragma once

#include <functional>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/store/components.hpp"
#include "boolean/engine/store/exploration.hpp"

namespace hardbop::engine {

class Reuse {
 public:
  /// Procedures by what was done about them.
  struct Figures {
    std::uint64_t taken = 0;
    std::uint64_t explored_in_part = 0;
    std::uint64_t explored = 0;
  };

  /// All must outlive it. `effort`: as SummaryOptions::store_effort.
  Reuse(const bp::Graph& graph, const std::vector<bp::VertexId>& targets, Snapshot& snapshot,
        Budget& budget, std::optional<std::uint64_t> effort = {});

  /// As PathEdges::run, but that a vertex other than a target may be left out. Then the snapshot
  /// is that of this program.
  [[nodiscard]] bool run(const std::vector<bp::ProcedureId>& entries,
                         const std::function<bool(bp::VertexId)>& on_vertex);
  [[nodiscard]] const Figures& figures() const { return figures_; }
  /// Whether the snapshot is no longer the one that it was.
  [[nodiscard]] bool changed() const { return changed_; }

 private:
  enum class State : std::uint8_t {
    Valid,    // what is known holds
    Dirty,    // to be explored again on its old entries
    Waiting,  // valid, if its callees turn out to do what they did
    Unknown,  // nothing is known
  };
  enum class Done : std::uint8_t { Nothing, InPart, All };
  using Members = std::vector<bp::ProcedureId>;

  const bp::Graph& graph_;
  const std::vector<bp::VertexId>& targets_;
  Snapshot& snapshot_;
  Budget& budget_;
  std::vector<Digest> names_;
  std::vector<Digest> texts_;
  GlobalNames globals_;
  CallComponents calls_;
  KnownRecords before_;        // by procedure: its record, if one can be read
  KnownRecords known_;         // what holds
  std::vector<State> states_;  // by component
  std::vector<Done> done_;
  Figures figures_;
  bool changed_ = false;
  std::uint64_t effort_left_ = 0;

  void match();
  [[nodiscard]] bool is_readable(bp::ProcedureId p, const ProcedureRecord& record) const;
  void settle();
  [[nodiscard]] bool depends_on(std::uint32_t component, State state) const;

  [[nodiscard]] bool confirm();
  [[nodiscard]] Members ready() const;
  [[nodiscard]] bool collect_unknown(bp::ProcedureId p, std::vector<bool>& in, Members& out) const;
  void open_callers(const std::vector<bool>& differs);

  [[nodiscard]] bool ask(const Members& entries,
                         const std::function<bool(bp::VertexId)>& on_vertex);
  void add_open(const Members& roots, std::vector<bool>& in) const;
  void add_deep(const Members& roots, std::size_t depth, std::vector<bool>& in) const;
  [[nodiscard]] Members listed(const std::vector<bool>& in) const;
  [[nodiscard]] std::uint64_t size(const Members& members) const;
  [[nodiscard]] bool can_afford(const Members& members);

  void accept(const bp::GraphPart& part, Exploration& exploration, std::vector<bool>& differs);
  void write();
};

}  // namespace hardbop::engine
