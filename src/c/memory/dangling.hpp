// SPDX-License-Identifier: MIT
// Which objects a pointer can still point to after their lifetime: a local after its scope,
// allocated memory after it was freed.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "c/memory/call_graph.hpp"
#include "c/memory/points_to.hpp"

namespace hardbop::c {

class Dangling {
 public:
  Dangling(const Program& program, const PointsTo& points_to, const CallGraph& calls);

  /// Whether a pointer to it may outlive it.
  [[nodiscard]] bool contains(const Pointee& what) const { return found_.contains(what); }
  /// A variable's cell of pointer type that may have a pointer to something from before, as that
  /// starts to live again.
  struct Holder {
    ObjectId object = none;
    std::size_t cell = 0;
  };
  [[nodiscard]] const std::vector<Holder>& holders(const Pointee& what) const;
  /// Whether such pointers may also be elsewhere, where they cannot be told from numbers.
  [[nodiscard]] bool is_lost(const Pointee& what) const { return lost_.contains(what); }
  /// Whether one of them is a local of a function that recurses: each activation has its own.
  [[nodiscard]] bool is_held_in_recursion(const Pointee& what) const;

 private:
  /// When something ends that does so by itself.
  struct Life {
    FunctionId function;
    ScopeId scope;
  };
  const Program& program_;
  const PointsTo& points_to_;
  const CallGraph& calls_;
  std::vector<FunctionId> functions_;                     // by statement: whose it is
  std::map<FunctionId, ById<FunctionId, bool>> callers_;  // where that was asked
  Pointees found_;
  std::map<Pointee, std::vector<Holder>> holders_;
  Pointees lost_;
  bool has_numbers_;

  [[nodiscard]] Pointees without_own(Pointees held, ObjectId holder) const;
  void add_freed();
  void note(const Pointees& held, const Life* holder);
  void add_holders();
  void add_holder(const Pointees& held, const Holder& holder, FunctionId function);
  [[nodiscard]] bool may_hold_as_bytes(const Object& object, std::size_t cell) const;
  [[nodiscard]] const ById<FunctionId, bool>& callers(FunctionId function);
  [[nodiscard]] bool ends(const Pointee& what, Life& life) const;
  [[nodiscard]] bool outlives(const Life& holder, const Life& held);
};

}  // namespace hardbop::c
