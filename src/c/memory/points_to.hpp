// SPDX-License-Identifier: MIT
// Which objects and functions an address may belong to: inclusion-based (Andersen),
// flow-insensitive, with separate cells of an object. A number that was once an address stays one,
// whatever its type; a number that never was an address points to nothing.
#pragma once

#include <set>
#include <vector>

#include "base/util/budget.hpp"
#include "c/il/il.hpp"

namespace hardbop::c {

/// What may be pointed to: an object, what an Allocate statement makes, or a function.
struct Pointee {
  enum class Kind : std::uint8_t { Object, Heap, Function };
  Kind kind = Kind::Object;
  std::uint32_t id = 0;  // ObjectId, StatementId or that of a function

  [[nodiscard]] FunctionId function() const { return FunctionId(id); }

  // clang-tidy takes the zero that a comparison is compared with for a pointer.
  auto operator<=>(const Pointee&) const = default;  // NOLINT(modernize-use-nullptr)
};

using Pointees = std::set<Pointee>;

class PointsTo {
 public:
  /// Of the functions that can be reached from main. Where the budget runs out, it is incomplete.
  explicit PointsTo(const Program& program, Budget* budget = nullptr);

  /// What the value of an expression may point to.
  [[nodiscard]] Pointees of(ExprId expr) const;
  /// Where a Call may go to.
  [[nodiscard]] std::vector<FunctionId> callees(const Statement& call) const;
  /// What undefined functions may know.
  [[nodiscard]] const Pointees& known() const { return known_; }
  /// What a cell of an object, or a piece of heap, may hold; and what a function may return.
  [[nodiscard]] const Pointees& held(ObjectId object, std::size_t cell) const {
    return cells_[object][cell];
  }
  [[nodiscard]] const Pointees& held_by_heap(StatementId allocate) const { return heap_[allocate]; }
  [[nodiscard]] const Pointees& returned(FunctionId function, std::size_t cell) const {
    return results_[function][cell];
  }
  /// Whether it may be called.
  [[nodiscard]] const ById<FunctionId, bool>& reached() const { return reached_; }
  /// What the cells of a variable may have pointers to.
  [[nodiscard]] const std::vector<Pointees>& held_by(ObjectId object) const {
    return cells_[object];
  }

 private:
  const Program& program_;
  std::vector<std::vector<Pointees>> cells_;  // by object, by cell; without cells one for all
  std::vector<Pointees> heap_;                // by Allocate statement: one for all of its bytes
  ById<FunctionId, bool> reached_;
  bool changed_ = false;
  bool has_environment_ = false;
  Pointees known_;
  Pointees left_by_threads_;  // results of all of them

  [[nodiscard]] Pointees load(ExprId address, Type type) const;
  void store(const Place& place, const Pointees& value);
  void add(Pointees& to, const Pointees& value);
  void visit_step(const Statement& statement);
  void visit(const Statement& statement, FunctionId function);
  void reach(FunctionId function);
  void call_environment(const Statement& statement);
  void spread_knowledge();
  template <typename Visit>
  void for_each_cell(ExprId address, Type type, Visit visit) const;
  ById<FunctionId, std::vector<Pointees>> results_;  // by cell of its result
};

}  // namespace hardbop::c
