// SPDX-License-Identifier: MIT
#include "words/engine/bmc/arrays.hpp"

#include <algorithm>

namespace hardbop::bmc {

using words::Op;

namespace {

/// An array with indices of at most this width takes a store at an unknown place as a choice for
/// each element.
constexpr Width narrow_index = 6;
/// Stores at unknown places, and choices, on top of each other.
constexpr std::uint32_t deepest_array = 4000;
/// Elements that an unknown array is asked for.
constexpr std::size_t most_elements = 4000;
/// Names of words that stand for elements of inputs: no input has such a name.
constexpr std::uint64_t element_names = std::uint64_t{1} << 63U;
constexpr std::uint64_t given_up_names = std::uint64_t{3} << 62U;

constexpr Value unset{Value::none - 1, 0};  // as below

ArrayRef shared(SymbolicArray array) {
  return std::make_shared<const SymbolicArray>(std::move(array));
}

}  // namespace

ArrayRef Arrays::add(Base base) {
  bases_.push_back(std::move(base));
  return on(static_cast<BaseId>(bases_.size() - 1));
}

/// With no element of its own.
ArrayRef Arrays::on(BaseId base) const {
  return shared({base, words::PersistentArray<Value>(bases_[base].sort.index, unset)});
}

ArrayRef Arrays::fill(const Value& word, words::ArraySort sort) {
  Base base;
  base.sort = sort;
  base.word = word;
  return add(std::move(base));
}

ArrayRef Arrays::constant(const words::ArrayValue& value, words::ArraySort sort) {
  SymbolicArray out = *fill(number(value.fill()), sort);
  value.for_each_other(
      [&](std::uint64_t index, std::uint64_t word) { out.elements.write(index, number(word)); });
  return shared(std::move(out));
}

ArrayRef Arrays::input(std::uint64_t name, words::ArraySort sort) {
  const auto [place, is_new] = by_name_.try_emplace(name, static_cast<BaseId>(bases_.size()));
  if (!is_new) return on(place->second);
  Base base;
  base.kind = Base::Kind::Input;
  base.sort = sort;
  return add(std::move(base));
}

bool Arrays::are_equal(const ArrayRef& a, const ArrayRef& b) {
  return a == b || (a->base == b->base && a->elements == b->elements);
}

Value Arrays::give_up(Width width) {
  gave_up_ = true;
  return terms_.input(given_up_names + given_up_++, width);
}

ArrayRef Arrays::store(const ArrayRef& array, const Value& index, const Value& word) {
  if (index.is_constant()) {
    SymbolicArray changed = *array;
    changed.elements.write(index.constant, word);
    return shared(std::move(changed));
  }
  if (sort(array).index <= narrow_index) return store_everywhere(array, index, word);
  Base base;
  base.kind = Base::Kind::Store;
  base.sort = sort(array);
  base.word = word;
  base.index = index;
  base.a = array;
  base.depth = bases_[array->base].depth + 1;
  return add(std::move(base));
}

ArrayRef Arrays::store_everywhere(const ArrayRef& array, const Value& index, const Value& word) {
  const words::ArraySort sort = this->sort(array);
  SymbolicArray changed = *array;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << sort.index; ++i) {
    const Value here = terms_.equal(index, number(i), sort.index);
    const Value old = select(array, number(i));
    changed.elements.write(i, terms_.conditional(here, word, old, sort.element));
  }
  return shared(std::move(changed));
}

ArrayRef Arrays::conditional(const Value& condition, const ArrayRef& a, const ArrayRef& b) {
  if (condition.is_constant()) return condition.constant != 0 ? a : b;
  if (a == b) return a;
  const words::ArraySort sort = this->sort(a);
  const BaseId base = a->base;
  if (base == b->base) {
    const auto merge = [&](std::uint64_t index, const Value& x, const Value& y) {
      const Value first = x == unset ? below(base, number(index)) : x;
      const Value second = y == unset ? below(base, number(index)) : y;
      return terms_.conditional(condition, first, second, sort.element);
    };
    return shared({base, words::PersistentArray<Value>::merged(a->elements, b->elements, merge)});
  }
  Base choice;
  choice.kind = Base::Kind::Choice;
  choice.sort = sort;
  choice.index = condition;
  choice.a = a;
  choice.b = b;
  choice.depth = 1 + std::max(bases_[base].depth, bases_[b->base].depth);
  return add(std::move(choice));
}

Value Arrays::select(const ArrayRef& array, const Value& index) {
  const SymbolicArray& at = *array;
  if (index.is_constant()) {
    const Value word = at.elements.read(index.constant);
    return word == unset ? below(at.base, index) : word;
  }
  const unsigned places = sort(array).index;
  const std::optional<Value> same = at.elements.same(0, places);
  const Value otherwise =
      same && *same != unset ? no : below(at.base, index);  // what is below, where it matters
  return choose(at, index, 0, places, otherwise);
}

/// A tree of multiplexers over the bits of the index.
Value Arrays::choose(const SymbolicArray& array, const Value& index, std::uint64_t from,
                     unsigned places, const Value& otherwise) {
  if (const std::optional<Value> same = array.elements.same(from, places))
    return *same == unset ? otherwise : *same;
  const std::uint64_t half = std::uint64_t{1} << (places - 1);
  const Value low = choose(array, index, from, places - 1, otherwise);
  const Value high = choose(array, index, from + half, places - 1, otherwise);
  words::Expressions& e = terms_.expressions();
  const Value bit = terms_.value(e.extract(index.id, static_cast<Width>(places - 1), 1));
  return terms_.conditional(bit, high, low, bases_[array.base].sort.element);
}

Value Arrays::below(BaseId id, const Value& index) {
  const Base::Kind kind = bases_[id].kind;
  if (kind == Base::Kind::Fill) return bases_[id].word;
  if (kind == Base::Kind::Input) return of_input(id, index);
  const std::tuple key{id, index.id, index.constant};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Base base = bases_[id];
  if (base.depth > deepest_array) return give_up(base.sort.element);
  const Value second = kind == Base::Kind::Store ? base.word : select(base.a, index);
  const Value here =
      kind == Base::Kind::Store ? terms_.equal(base.index, index, base.sort.index) : base.index;
  const Value other = select(kind == Base::Kind::Store ? base.a : base.b, index);
  return known_[key] = terms_.conditional(here, second, other, base.sort.element);
}

/// Equal indices have equal words: what was read before is compared with [ackermann54].
Value Arrays::of_input(BaseId id, const Value& index) {
  const words::ArraySort sort = bases_[id].sort;
  if (index.is_constant()) {
    const auto known = bases_[id].known_reads.find(index.constant);
    if (known != bases_[id].known_reads.end()) return known->second;
  }
  for (const Element& read : bases_[id].reads)
    if (read.index == index) return read.word;
  Base& base = bases_[id];
  const std::size_t compared =
      base.reads.size() + (index.is_constant() ? 0 : base.known_reads.size());
  if (compared > most_elements) return give_up(sort.element);
  Value out = terms_.input(element_names | std::uint64_t{id} << 24U | base.named++, sort.element);
  const auto compare = [&](const Value& place, const Value& word) {
    out = terms_.conditional(terms_.equal(place, index, sort.index), word, out, sort.element);
  };
  for (const Element& read : base.reads) compare(read.index, read.word);
  if (index.is_constant()) return base.known_reads[index.constant] = out;
  for (const auto& [place, word] : base.known_reads) compare(number(place), word);
  base.reads.push_back({index, out});
  return out;
}

}  // namespace hardbop::bmc
