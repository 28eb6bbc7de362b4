// SPDX-License-Identifier: MIT
// Which globals a procedure, with all it calls, may write (MOD) and read (REF)
// [ball00 §3.3]. A global in neither passes through it unchanged and unseen.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "boolean/analysis/call_graph.hpp"
#include "boolean/analysis/slot_set.hpp"

namespace hardbop::analysis {

class ModRef {
 public:
  /// What is known of a procedure beside its statements, as of one whose statements are not there.
  using Known = std::function<void(bp::ProcedureId, SlotSet& mod, SlotSet& ref)>;

  ModRef(const bp::Graph& graph, const CallGraph& calls, const Known& known = {});
  /// The answer without an analysis: everything may be written and read everywhere.
  static ModRef everything(const bp::Graph& graph);

  [[nodiscard]] bool writes(bp::ProcedureId p, bp::Slot global) const {
    return mod_[p].contains(global);
  }
  [[nodiscard]] bool touches(bp::ProcedureId p, bp::Slot global) const {
    return mod_[p].contains(global) || ref_[p].contains(global);
  }
  /// The globals that may be written, and those that may be read.
  [[nodiscard]] std::span<const bp::Word> written(bp::ProcedureId p) const {
    return mod_[p].words();
  }
  [[nodiscard]] std::span<const bp::Word> read(bp::ProcedureId p) const { return ref_[p].words(); }
  /// Of all procedures together: globals that are in neither set.
  [[nodiscard]] std::uint64_t untouched() const;

 private:
  std::uint32_t globals_ = 0;
  std::vector<SlotSet> mod_;
  std::vector<SlotSet> ref_;

  ModRef() = default;
  void add_own(const bp::Graph& graph, bp::ProcedureId p);
};

}  // namespace hardbop::analysis
