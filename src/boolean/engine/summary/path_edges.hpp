// SPDX-License-Identifier: MIT
// Path edges and summary edges, after [ball00 §3.1]: the algorithm of Reps, Horwitz and Sagiv
// [reps95] with sets of valuations as BDDs. Each vertex has a relation between the entry of its
// procedure and this place, and each procedure has a relation between its entry and its exit.
//
// Only the new part of a set is propagated. A vertex with a single predecessor step stores no set
// (compression): what arrives is passed on at once. For summaries we record how they grew. A part
// that was added later cannot have been used earlier, and so the expansion of calls in a trace
// ends.
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/analysis/call_graph.hpp"
#include "boolean/analysis/liveness.hpp"
#include "boolean/analysis/mod_ref.hpp"
#include "boolean/encode/edges.hpp"
#include "boolean/encode/slots.hpp"
#include "boolean/encode/transfer.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/engine/summary/observer.hpp"
#include "boolean/engine/summary/options.hpp"
#include "boolean/engine/summary/planner.hpp"

namespace hardbop::engine {

class PathEdges {
 public:
  /// `order`: of the slots' decision variables, where not empty; it is then kept. `known`: what
  /// stubs write and read.
  PathEdges(const bp::Graph& graph, const std::vector<bp::VertexId>& targets,
            const Economies& economies, Budget& budget,
            const std::vector<analysis::Watch>& watches = {},
            const std::vector<bp::Slot>& order = {}, const analysis::ModRef::Known& known = {});

  /// Before a run: these entries of a procedure need not be explored, as this is its summary on
  /// them. If `alone`, the procedure has no statements: see `exceeded`.
  void assume(bp::ProcedureId p, const bdd::Bdd& entries, const bdd::Bdd& summary, bool alone);

  /// Who is told of all that follows; null: nobody.
  void observe(SummaryObserver* observer) { observer_ = observer; }
  [[nodiscard]] SummaryObserver* observer() const { return observer_; }

  /// To the least fixed point. `on_vertex` is told of each vertex that is reached, once; where
  /// it answers false, that is the end. False where the budget ended it; may throw
  /// bdd::LimitReached for the same reason.
  [[nodiscard]] bool run(const std::vector<bp::ProcedureId>& entries,
                         const std::function<bool(bp::VertexId)>& on_vertex);
  /// The same from any entries of procedures.
  using Starts = std::vector<std::pair<bp::ProcedureId, bdd::Bdd>>;
  [[nodiscard]] bool run_from(const Starts& starts,
                              const std::function<bool(bp::VertexId)>& on_vertex);

  [[nodiscard]] const bp::Graph& graph() const { return graph_; }
  [[nodiscard]] const bdd::Manager& manager() const { return manager_; }
  [[nodiscard]] const encode::Slots& slots() const { return slots_; }
  [[nodiscard]] encode::Transfers& transfers() { return transfers_; }
  [[nodiscard]] const analysis::CallGraph& calls() const { return calls_; }
  /// Procedures without statements that were entered with more than is known of them: what was
  /// found is reached, but there may be more.
  [[nodiscard]] const std::vector<bp::ProcedureId>& exceeded() const { return exceeded_; }
  /// By procedure: whether all that its entries lead to was explored, in its callees as well. It is
  /// not, where a run ended early.
  [[nodiscard]] std::vector<bool> complete() const;
  /// What arrived at a vertex that holds a set.
  [[nodiscard]] const bdd::Bdd& set(bp::VertexId v) const { return path_edges_[v]; }
  /// What a procedure was entered with.
  [[nodiscard]] const bdd::Bdd& entries(bp::ProcedureId p) const { return entries_[p]; }
  /// What has arrived at a vertex so far; nothing at those that hold no set.
  [[nodiscard]] const bdd::Bdd& at(bp::VertexId v) const { return path_edges_[v]; }
  /// A procedure's summary, from its entry to its exit.
  [[nodiscard]] const bdd::Bdd& summary(bp::ProcedureId p) const { return summaries_[p]; }
  /// After a run: the path edges of every vertex, also of those that hold no set.
  [[nodiscard]] std::vector<bdd::Bdd> all_sets();
  /// Where a vertex other than a call leads.
  [[nodiscard]] encode::Edges edges(bp::VertexId v) { return shared_.edges(v); }
  [[nodiscard]] const encode::CallTransfer& call_transfer(bp::VertexId v) {
    return *call_site(v).transfer;
  }
  /// What a summary was extended by; the rank is the time.
  [[nodiscard]] const std::vector<SummaryPart>& growth(bp::ProcedureId p) const {
    return growth_[p];
  }
  /// The callee's whole summary as it acts on the caller at a call.
  [[nodiscard]] const bdd::Bdd& effect(bp::VertexId call) { return call_site(call).effect; }
  /// A part of the callee's summary as it acts on the caller at a call.
  [[nodiscard]] bdd::Bdd effect(bp::VertexId call, const bdd::Bdd& summary);
  /// Path edges at a call to those after it.
  [[nodiscard]] encode::Transfer back(bp::VertexId call, const bdd::Bdd& effect);
  [[nodiscard]] const analysis::Liveness& liveness() const { return liveness_; }
  [[nodiscard]] const analysis::ModRef& mod_ref() const { return mod_ref_; }
  /// How many sets were propagated, and how many vertices hold one.
  [[nodiscard]] std::uint64_t processed() const { return processed_; }
  [[nodiscard]] std::uint64_t stored() const;
  /// How many vertices do not take part.
  [[nodiscard]] std::uint64_t sliced_away() const;

 private:
  struct Work {
    std::uint32_t place;
    bp::VertexId vertex;

    friend bool operator>(const Work& a, const Work& b) { return a.place > b.place; }
  };
  struct CallSite {
    const encode::CallTransfer* transfer = nullptr;  // null where it is not known yet
    bdd::Bdd effect;  // of the whole summary, on the caller's variables
  };

  using By = PlannedPlace::By;

  const bp::Graph& graph_;
  Budget& budget_;
  SummaryObserver* observer_ = nullptr;
  bdd::Manager manager_;
  analysis::CallGraph calls_;
  analysis::ModRef mod_ref_;
  analysis::Liveness liveness_;
  encode::Slots slots_;
  encode::Transfers transfers_;
  encode::SharedTransfers shared_;
  std::vector<bool> wanted_;  // by vertex: it can lead to a target
  std::vector<bool> holds_set_;
  std::vector<std::uint32_t> order_;
  std::vector<bdd::Bdd> path_edges_;
  std::vector<bdd::Bdd> pending_;
  std::vector<bool> waiting_;
  std::vector<bool> reached_;
  std::vector<CallSite> call_sites_;  // by vertex' number among calls
  std::vector<std::uint32_t> call_number_;
  std::vector<bdd::Bdd> entries_;                 // by procedure: entered with
  std::vector<bdd::Bdd> summaries_;               // by procedure
  std::vector<std::vector<SummaryPart>> growth_;  // by procedure
  struct Assumption {
    bdd::Bdd entries;
    bool alone = false;
  };
  std::vector<Assumption> assumed_;  // by procedure; empty where nothing is
  std::vector<bp::ProcedureId> exceeded_;
  std::vector<bool> cut_short_;  // by procedure: something new was dropped at the early end
  std::priority_queue<Work, std::vector<Work>, std::greater<>> work_;
  std::vector<std::pair<bp::VertexId, bdd::Bdd>> passing_;  // to vertices without a set
  const std::function<bool(bp::VertexId)>* on_vertex_ = nullptr;
  bool done_ = false;
  std::uint64_t processed_ = 0;
  std::uint64_t time_ = 0;

  void choose_vertices(const std::vector<bp::VertexId>& targets, const Economies& economies);
  void enter(bp::ProcedureId p, By by, bp::VertexId from, const bdd::Bdd& entries);
  void arrive(bp::VertexId w, By by, bp::VertexId from, bdd::Bdd set);
  void pass_on(bp::VertexId v, const bdd::Bdd& set);
  void process(bp::VertexId v);
  void process_call(bp::VertexId v, const bdd::Bdd& set);
  void process_exit(bp::ProcedureId p, const bdd::Bdd& set);
  void come_back(bp::VertexId call, const bdd::Bdd& set, const bdd::Bdd& effect);
  [[nodiscard]] CallSite& call_site(bp::VertexId v);
};

}  // namespace hardbop::engine
