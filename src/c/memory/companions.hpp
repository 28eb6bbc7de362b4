// SPDX-License-Identifier: MIT
// Which objects one pointer may point to at different times. A pointer that leaves one of them and
// gets to the address of another must not be taken for a pointer to the other.
#pragma once

#include <map>

#include "c/memory/points_to.hpp"

namespace hardbop::c {

class Companions {
 public:
  Companions(const Program& program, const PointsTo& points_to);

  /// All that pointers to these may be confused with, these included.
  [[nodiscard]] Pointees of(const Pointees& pointees) const;

 private:
  std::map<Pointee, Pointee> above_;     // the tree of a class, towards its root
  std::map<Pointee, Pointees> classes_;  // by root

  [[nodiscard]] Pointee root(Pointee one) const;
  void join(const Pointees& together);
};

}  // namespace hardbop::c
