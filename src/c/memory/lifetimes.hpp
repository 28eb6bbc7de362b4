// SPDX-License-Identifier: MIT
// Lifetimes of objects in a labelled transition graph: one variable for each region that a pointer
// may outlive, and how it changes as control moves.
#pragma once

#include <vector>

#include "c/memory/dangling.hpp"
#include "c/memory/memory.hpp"

namespace hardbop::c {

class Lifetimes {
 public:
  Lifetimes(const Program& program, const Dangling& dangling, Memory& memory, words::Graph& graph)
      : program_(program), dangling_(dangling), memory_(memory), graph_(graph) {}

  /// A local of a copy of a function.
  void add_local(InstanceId instance, RegionId region, ScopeId scope, const std::string& name);
  /// A piece of memory. Where it ends by itself, each copy of its function can have made it.
  struct Owner {
    InstanceId instance;
    std::uint32_t depth = 0;
  };
  void add_piece(RegionId region, const std::vector<Owner>& owners, const std::string& name);

  /// What changes, and where it is not known whether a pointer that is left over becomes good
  /// again.
  struct Changes {
    Memory::Updates updates;
    std::vector<Memory::Problem> problems;
  };
  /// As a copy of a function is entered at a statement of that scope.
  [[nodiscard]] Changes enter(InstanceId instance, ScopeId scope);
  /// As control moves within a copy of a function.
  [[nodiscard]] Changes move(InstanceId instance, ScopeId from, ScopeId to);
  /// As a copy of a function is left.
  [[nodiscard]] Memory::Updates leave(InstanceId instance);
  /// A copy of a function allocates the piece, if the condition holds.
  void start(InstanceId instance, RegionId piece, words::ExprId condition,
             Memory::Updates& updates);
  /// The piece is freed, if the condition holds.
  void free(RegionId piece, words::ExprId condition, Memory::Updates& updates);
  /// All that this statement has made for the copy of the function ends.
  void end_all(InstanceId instance, StatementId allocate, Memory::Updates& updates);

 private:
  struct Life {
    RegionId region;
    ScopeId scope;
    std::uint64_t alive = 1;  // the variable's value while it is, by this copy's doing
    bool is_local = true;
  };
  const Program& program_;
  const Dangling& dangling_;
  Memory& memory_;
  words::Graph& graph_;
  ById<InstanceId, std::vector<Life>> lives_;  // by copy of a function

  [[nodiscard]] std::vector<Life>& lives(InstanceId instance);
  [[nodiscard]] words::ExprId state(RegionId region, const Memory::Updates& updates);
  void begin(const Life& life, Changes& changes);
  void end(const Life& life, Memory::Updates& updates);
  /// Moves the pointers that are left over from when it was alive before.
  void bury(RegionId region, words::ExprId condition, Memory::Updates& updates);
  void set(RegionId region, std::uint64_t value, words::ExprId condition, Memory::Updates& updates);
};

}  // namespace hardbop::c
