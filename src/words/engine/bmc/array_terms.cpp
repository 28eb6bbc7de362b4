// SPDX-License-Identifier: MIT
#include "words/engine/bmc/array_terms.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::bmc {

ExprId ArrayTerms::definition(const Placeholder& placeholder) {
  const words::ArraySort sort = arrays_.base(placeholder.base).sort;
  words::Expressions& e = terms_.expressions();
  const ExprId word = e.input(placeholder.word, sort.element);
  const ExprId index = terms_.id(placeholder.index, sort.index);
  return e.binary(words::Op::Equal, word, e.select(below(placeholder.base), index));
}

/// Without recursion: as many may be on top of each other as the program has steps.
ExprId ArrayTerms::below(BaseId id) {
  std::vector<BaseId> stack{id};
  while (!stack.empty()) {
    const BaseId top = stack.back();
    const std::size_t before = stack.size();
    const ArrayBase& base = arrays_.base(top);
    for (const ArrayRef& part : {base.a, base.b})
      if (part && !bases_.contains(part->base)) stack.push_back(part->base);
    if (stack.size() != before) continue;
    stack.pop_back();
    if (!bases_.contains(top)) bases_.emplace(top, make(top));
  }
  return bases_.at(id);
}

/// Of a base whose parts are made.
ExprId ArrayTerms::make(BaseId id) {
  const ArrayBase& base = arrays_.base(id);
  words::Expressions& e = terms_.expressions();
  switch (base.kind) {
    case ArrayBase::Kind::Fill:
      return e.fill(terms_.id(base.word, base.sort.element), base.sort.index);
    case ArrayBase::Kind::Input: return e.array_input(id, base.sort);
    case ArrayBase::Kind::Store:
      return e.store(array(base.a), terms_.id(base.index, base.sort.index),
                     terms_.id(base.word, base.sort.element));
    case ArrayBase::Kind::Choice:
      return e.conditional(terms_.id(base.index, 1), array(base.a), array(base.b));
  }
  throw InternalError("every kind of array should have an expression");
}

ExprId ArrayTerms::array(const ArrayRef& array) {
  if (const auto known = arrays_made_.find(array); known != arrays_made_.end())
    return known->second;
  const words::ArraySort sort = arrays_.base(array->base).sort;
  words::Expressions& e = terms_.expressions();
  ExprId out = bases_.at(array->base);
  Arrays::for_each_kept(*array, [&](std::uint64_t place, const Value& word) {
    out = e.store(out, e.constant(sort.index, place), terms_.id(word, sort.element));
  });
  arrays_made_.emplace(array, out);
  return out;
}

}  // namespace hardbop::bmc
