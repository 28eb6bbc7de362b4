// SPDX-License-Identifier: MIT
// What statements, calls and returns do to path edges, the relations between a procedure's entry
// and a place in it.
//
// A path edge of procedure p contains:
// - the current values of live variables;
// - the entry values of globals that p may write, and of formals that p assigns;
// - one copy for both, if the entry value and the current value can never differ.
//
// A global that p does not touch is absent, because it passes unchanged. Every transfer is one
// relational product. It quantifies the assigned and the dying variables, and renames the new
// values to current ones in the same pass.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/analysis/liveness.hpp"
#include "boolean/analysis/mod_ref.hpp"
#include "boolean/encode/expressions.hpp"
#include "boolean/encode/slots.hpp"

namespace hardbop::encode {

/// rename(exists(set & relation, quantified)).
struct Transfer {
  bdd::Bdd relation;
  bdd::Bdd quantified;
  bdd::Bdd fresh;  // what the relation adds: next values, arguments, results
  const bdd::Renaming* renaming = nullptr;

  [[nodiscard]] bdd::Bdd apply(const bdd::Bdd& set) const;
};

/// How many vertices of its procedure a vertex other than a call leads to.
[[nodiscard]] constexpr std::uint32_t successor_count(const bp::Vertex& vertex) {
  switch (vertex.kind) {
    case bp::VertexKind::Goto: return vertex.targets.count;
    case bp::VertexKind::Branch:
    case bp::VertexKind::Assert: return 2;
    case bp::VertexKind::Skip:
    case bp::VertexKind::Assign:
    case bp::VertexKind::Dead:
    case bp::VertexKind::Assume:
    case bp::VertexKind::Return: return 1;
    default: return 0;
  }
}
[[nodiscard]] inline bp::VertexId successor(const bp::Graph& graph, const bp::Vertex& vertex,
                                            std::uint32_t i) {
  if (vertex.kind == bp::VertexKind::Goto) return graph.targets()[vertex.targets.first + i];
  return i == 0 ? vertex.next : vertex.otherwise;
}

/// A call, seen from its caller.
struct CallTransfer {
  Transfer enter;      // path edges at the call to the callee's entries
  bdd::Bdd arguments;  // what the formals can get
  bdd::Bdd forgotten;  // of arguments & lifted summary: all that nobody needs
  bdd::Bdd replaced;   // of the caller's values: what the call changes, and what dies
  bdd::Bdd fresh;      // new values and results that the caller needs
  const bdd::Renaming* back = nullptr;  // those to the caller's variables
  bdd::Bdd enforce;                     // of the caller
};

class Transfers {
 public:
  Transfers(const bp::Graph& graph, const Slots& slots, const analysis::ModRef& mod_ref,
            const analysis::Liveness& liveness);

  /// To each of its successors, from a vertex other than a call; false where nothing passes.
  [[nodiscard]] std::vector<Transfer> steps(bp::VertexId v);
  [[nodiscard]] CallTransfer call(bp::VertexId v);
  /// The globals with which a run starts, as their initialisers leave them, as entries of `p`.
  [[nodiscard]] bdd::Bdd initial(bp::ProcedureId p);
  /// Entries (current globals and formals) to path edges at the procedure's first vertex.
  [[nodiscard]] const Transfer& entry(bp::ProcedureId p);
  /// The entries from which path edges at the procedure's first vertex come.
  [[nodiscard]] bdd::Bdd entries_of(bp::ProcedureId p, const bdd::Bdd& path_edges);
  /// What path edges say of the entry alone.
  [[nodiscard]] bdd::Bdd entry_values(bp::ProcedureId p, const bdd::Bdd& path_edges) const;
  /// The globals with which a run starts, all of them.
  [[nodiscard]] bdd::Bdd initial_globals();
  /// Path edges that a call comes back to at `w`, as far as the call decides them: where that
  /// is the exit, the procedure runs off its end, and its own results are arbitrary.
  [[nodiscard]] bdd::Bdd without_results(bp::VertexId w, const bdd::Bdd& path_edges) const;
  /// Path edges at the exit to summary edges. Locals are dead there, but for an enforce, which
  /// looks at them once more.
  [[nodiscard]] bdd::Bdd summary(bp::ProcedureId p, const bdd::Bdd& path_edges) const;
  /// A summary to the relation that callers use: arguments and globals before the call to
  /// next globals and results.
  [[nodiscard]] const bdd::Renaming* lift(bp::ProcedureId p);
  /// From entries to pairs: whether entry and current value of the slot can differ in `p`.
  [[nodiscard]] bool has_entry_copy(bp::ProcedureId p, bp::Slot slot) const;
  /// Whether one copy stands for the slot's value at entry and now: it must stay.
  [[nodiscard]] bool is_kept(bp::ProcedureId p, bp::Slot slot) const;
  /// The slots whose current values are of no more use when control goes from v to w, until the
  /// next call of any of these.
  [[nodiscard]] std::span<const bp::Word> dying(bp::VertexId v, bp::VertexId w);
  /// Those for which has_entry_copy() holds.
  [[nodiscard]] std::span<const bp::Word> entry_copies(bp::ProcedureId p);

 private:
  const bp::Graph& graph_;
  const Slots& slots_;
  const analysis::ModRef& mod_ref_;
  const analysis::Liveness& liveness_;
  Expressions expressions_;
  std::vector<analysis::SlotSet> assigned_formals_;  // by procedure, by number of the formal
  using Pairs = std::vector<std::pair<bdd::Var, bdd::Var>>;
  std::map<Pairs, bdd::Renaming> renamings_;
  /// An enforce over current values, and the slots that it names.
  struct Enforced {
    bdd::Bdd holds;
    analysis::SlotSet looked_at;
  };
  std::vector<std::optional<Enforced>> enforced_;           // by procedure, made when first needed
  std::vector<std::optional<Transfer>> entries_;            // by procedure, made when first needed
  std::vector<std::optional<const bdd::Renaming*>> lifts_;  // likewise
  bp::ProcedureId looked_at_ = bp::no_index;                // whose the following two are
  std::vector<bp::Word> kept_;
  std::vector<bp::Word> copies_;
  std::vector<bp::Word> dying_;

  [[nodiscard]] const bdd::Renaming* renaming(const Pairs& pairs);
  [[nodiscard]] bdd::Bdd cube(const std::vector<bdd::Var>& vars) const {
    return slots_.manager().cube(vars);
  }
  [[nodiscard]] const Enforced& enforced(bp::ProcedureId p);
  [[nodiscard]] bdd::Bdd enforced_after(bp::ProcedureId p, const std::vector<bp::Slot>& assigned);
  void look_at(bp::ProcedureId p);
  void add_dying(bp::VertexId v, bp::VertexId w, std::vector<bdd::Var>& vars);
  void add_results(bp::VertexId w, std::vector<bdd::Var>& vars) const;
  [[nodiscard]] Transfer condition(bp::VertexId v, bp::VertexId w, const bdd::Bdd& holds);
  [[nodiscard]] Transfer make_entry(bp::ProcedureId p);
  [[nodiscard]] const bdd::Renaming* make_lift(bp::ProcedureId p);
  [[nodiscard]] Transfer assignment(bp::VertexId v);
  [[nodiscard]] Transfer give_results(bp::VertexId v);
  void add_enter(bp::VertexId v, CallTransfer& out);
  void add_return(bp::VertexId v, CallTransfer& out);
};

}  // namespace hardbop::encode
