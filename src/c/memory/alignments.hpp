// SPDX-License-Identifier: MIT
// To what multiples of bytes the addresses of a program are from the start of their objects, at
// least: C lets a program make any address, though most are those of whole elements and members.
// Flow-insensitive, beside the points-to analysis.
#pragma once

#include <vector>

#include "c/memory/points_to.hpp"

namespace hardbop::c {

class Alignments {
 public:
  Alignments(const Program& program, const PointsTo& points_to);

  /// How many of the lowest three bits of a value are zero, always; of an address, those of the
  /// distance from the start of the object that it is of. Of what is no pointer, perhaps fewer than
  /// really are.
  [[nodiscard]] unsigned zeros(ExprId id) const;

  static constexpr unsigned most = 3;

 private:
  const Program& program_;
  const PointsTo& points_to_;
  bool has_numbers_;                          // pointers may be stored as numbers
  std::vector<std::vector<unsigned>> cells_;  // by object and cell: of the pointers stored there
  std::vector<unsigned> heap_;                // by Allocate
  ById<FunctionId, std::vector<unsigned>> results_;
  unsigned least_ = most;  // of all pointers that are stored
  bool changed_ = false;

  void visit(const Statement& statement, FunctionId function);
  void store(const Place& place, ExprId value);
  void lower_stored(const Place& place, unsigned zeros);
  void lower(unsigned& to, unsigned zeros);
  [[nodiscard]] unsigned loaded(const Expr& load) const;
  [[nodiscard]] unsigned computed(const Expr& operation) const;
  template <typename Visit>
  void for_each_cell(ExprId address, Type type, Visit visit) const;
};

}  // namespace hardbop::c
