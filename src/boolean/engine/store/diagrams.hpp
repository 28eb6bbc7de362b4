// SPDX-License-Identifier: MIT
// Diagrams between a snapshot and the manager of a search, whose variables may be in another order.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "boolean/encode/slots.hpp"
#include "boolean/engine/store/snapshot.hpp"

namespace hardbop::engine {

/// Where the globals of a program stand among the names of a snapshot.
class GlobalNames {
 public:
  GlobalNames(const bp::Graph& graph, Snapshot& snapshot);

  [[nodiscard]] std::uint32_t name(bp::Slot global) const { return names_[global]; }
  /// Or no_index, where the program has no such global.
  [[nodiscard]] bp::Slot slot(std::uint32_t name) const { return slots_[name]; }

 private:
  std::vector<std::uint32_t> names_;  // by slot
  std::vector<bp::Slot> slots_;       // by name
};

class DiagramWriter {
 public:
  DiagramWriter(const bp::Graph& graph, const encode::Slots& slots, const GlobalNames& names,
                Snapshot& snapshot);

  [[nodiscard]] DiagramId write(const bdd::Bdd& f);

 private:
  Snapshot& snapshot_;
  std::vector<DiagramVariable> variables_;  // by variable of the manager
  std::unordered_map<bdd::Bdd, DiagramId> known_;

  [[nodiscard]] DiagramId ref(const bdd::Bdd& f) const;
};

class DiagramReader {
 public:
  /// By number of the formal: whether a summary has its value at the entry in a copy of its own.
  using FormalCopies = std::vector<bool>;

  DiagramReader(const bp::Graph& graph, const encode::Slots& slots, const GlobalNames& names,
                const Snapshot& snapshot)
      : graph_(graph), slots_(slots), names_(names), snapshot_(snapshot) {}

  [[nodiscard]] bdd::Bdd read_entries(DiagramId id) { return read(id, {}, false); }
  /// Of a procedure whose formals have these copies now, whatever they had when it was written.
  [[nodiscard]] bdd::Bdd read_summary(DiagramId id, const FormalCopies& copies) {
    return read(id, copies, true);
  }

 private:
  const bp::Graph& graph_;
  const encode::Slots& slots_;
  const GlobalNames& names_;
  const Snapshot& snapshot_;
  using Known = std::unordered_map<DiagramId, bdd::Bdd>;
  std::map<std::pair<bool, FormalCopies>, Known> known_;

  [[nodiscard]] bdd::Bdd read(DiagramId id, const FormalCopies& copies, bool is_summary);
  [[nodiscard]] bdd::Var variable(std::uint32_t code, const FormalCopies& copies,
                                  bool is_summary) const;
};

}  // namespace hardbop::engine
