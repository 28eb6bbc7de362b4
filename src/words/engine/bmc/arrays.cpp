// SPDX-License-Identifier: MIT
#include "words/engine/bmc/arrays.hpp"

#include <algorithm>

namespace hardbop::bmc {

using words::Op;

namespace {

/// An array with indices of at most this width takes a store at an unknown place as a choice for
/// each element.
constexpr Width narrow_index = 6;
/// Names of words that stand for elements of inputs: no input has such a name.
constexpr std::uint64_t element_names = std::uint64_t{1} << 63U;
constexpr std::uint64_t given_up_names = std::uint64_t{3} << 62U;

constexpr Value unset{Value::none - 1, 0};  // as below

ArrayRef shared(SymbolicArray array) {
  return std::make_shared<const SymbolicArray>(std::move(array));
}

}  // namespace

ArrayRef Arrays::add(ArrayBase base) {
  bases_.push_back(std::move(base));
  return on(static_cast<BaseId>(bases_.size() - 1));
}

/// With no element of its own.
ArrayRef Arrays::on(BaseId base) const {
  return shared({base, words::PersistentArray<Value>(bases_[base].sort.index, unset)});
}

ArrayRef Arrays::fill(const Value& word, words::ArraySort sort) {
  ArrayBase base;
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
  ArrayBase base;
  base.kind = ArrayBase::Kind::Input;
  base.sort = sort;
  return add(std::move(base));
}

std::optional<BaseId> Arrays::find_input(std::uint64_t name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Value> Arrays::kept(const SymbolicArray& array, std::uint64_t place) {
  const Value word = array.elements.read(place);
  return word == unset ? std::nullopt : std::optional(word);
}

bool Arrays::are_equal(const ArrayRef& a, const ArrayRef& b) {
  return a == b || (a->base == b->base && a->elements == b->elements);
}

Value Arrays::placeholder(std::uint64_t name, BaseId base, const Value& index) {
  const Value out = terms_.input(name, bases_[base].sort.element);
  const std::uint64_t word = terms_.expressions().node(out.id).value;
  placeholders_.push_back({static_cast<InputId>(word), base, index});
  return out;
}

Value Arrays::give_up(BaseId base, const Value& index) {
  gave_up_ = true;
  return placeholder(given_up_names + given_up_++, base, index);
}

ArrayRef Arrays::store(const ArrayRef& array, const Value& index, const Value& word) {
  if (index.is_constant()) {
    SymbolicArray changed = *array;
    changed.elements.write(index.constant, word);
    return shared(std::move(changed));
  }
  if (sort(array).index <= narrow_index) return store_everywhere(array, index, word);
  ArrayBase base;
  base.kind = ArrayBase::Kind::Store;
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
  ArrayBase choice;
  choice.kind = ArrayBase::Kind::Choice;
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
  const ArrayBase::Kind kind = bases_[id].kind;
  if (kind == ArrayBase::Kind::Fill) return bases_[id].word;
  const std::tuple key{id, index.id, index.constant};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (kind == ArrayBase::Kind::Input) return known_[key] = of_input(id, index);
  const ArrayBase base = bases_[id];
  if (base.depth > most_comparisons_) return known_[key] = give_up(id, index);
  const bool is_store = kind == ArrayBase::Kind::Store;
  const Value first = is_store ? base.word : select(base.a, index);
  const Value here = is_store ? terms_.equal(base.index, index, base.sort.index) : base.index;
  const Value second = select(is_store ? base.a : base.b, index);
  return known_[key] = terms_.conditional(here, first, second, base.sort.element);
}

/// Equal indices have equal words: what was read before is compared with [ackermann54].
Value Arrays::of_input(BaseId id, const Value& index) {
  const words::ArraySort sort = bases_[id].sort;
  Reads& reads = reads_[id];
  const std::size_t compared = reads.others.size() + (index.is_constant() ? 0 : reads.known.size());
  if (compared > most_comparisons_) return give_up(id, index);
  Value out = placeholder(element_names | std::uint64_t{id} << 24U | reads.named++, id, index);
  const auto compare = [&](const Value& place, const Value& word) {
    out = terms_.conditional(terms_.equal(place, index, sort.index), word, out, sort.element);
  };
  for (const Element& read : reads.others) compare(read.index, read.word);
  if (index.is_constant()) return reads.known[index.constant] = out;
  for (const auto& [place, word] : reads.known) compare(number(place), word);
  reads.others.push_back({index, out});
  return out;
}

}  // namespace hardbop::bmc
