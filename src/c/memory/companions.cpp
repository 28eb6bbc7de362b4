// SPDX-License-Identifier: MIT
// Addresses of objects are numbers with small gaps between objects, and an access goes to the
// object at its address among those that the pointer may point to. A pointer that can point to one
// object only is never confused, wherever it is moved. Others can be: `p = c ? a : b; p[6] = 1`
// would reach b from a. So a pointer that is moved must not end up in another object of its class:
// the classes of the relation 'may be pointed to by one variable, or by one access'.
#include "c/memory/companions.hpp"

namespace hardbop::c {

Companions::Companions(const Program& program, const PointsTo& points_to) {
  for (ObjectId o = 0; o < program.objects.size(); ++o)
    for (const Pointees& cell : points_to.held_by(o)) join(cell);
  for (StatementId s = 0; s < program.statements.size(); ++s) {
    join(points_to.held_by_heap(s));
    for (const Place& place : program.statements[s].places) join(points_to.of(place.address));
  }
  for (const Expr& expr : program.exprs)
    if (expr.kind == Expr::Kind::Load) join(points_to.of(expr.a));
  for (const auto& [one, unused] : above_) classes_[root(one)].insert(one);
}

Pointee Companions::root(Pointee one) const {
  for (auto found = above_.find(one); found != above_.end() && found->second != one;
       found = above_.find(one))
    one = found->second;
  return one;
}

/// Functions are never written, nor read.
void Companions::join(const Pointees& together) {
  const Pointee* first = nullptr;
  for (const Pointee& one : together) {
    if (one.kind == Pointee::Kind::Function) continue;
    if (first == nullptr) first = &one;
    if (first == &one) continue;
    const Pointee to = root(*first);
    const Pointee from = root(one);
    above_.try_emplace(to, to);
    above_.insert_or_assign(from, to);
  }
}

Pointees Companions::of(const Pointees& pointees) const {
  Pointees out = pointees;
  for (const Pointee& one : pointees)
    if (const auto found = classes_.find(root(one)); found != classes_.end())
      out.insert(found->second.begin(), found->second.end());
  return out;
}

}  // namespace hardbop::c
