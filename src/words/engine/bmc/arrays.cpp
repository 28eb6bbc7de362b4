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

/// Of a comparison of indices and a choice between elements, about.
constexpr std::size_t gates(words::ArraySort sort) {
  return std::size_t{4} * sort.index + std::size_t{3} * sort.element;
}

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

/// Whether what is below does not matter to a read.
bool Arrays::hides_below(const SymbolicArray& array, const Value& index) const {
  if (index.is_constant()) return kept(array, index.constant).has_value();
  const std::optional<Value> same = array.elements.same(0, bases_[array.base].sort.index);
  return same && *same != unset;
}

Value Arrays::select(const ArrayRef& array, const Value& index) {
  const Value otherwise = hides_below(*array, index) ? no : below(array->base, index);
  if (!index.is_constant()) return choose(*array, index, 0, sort(array).index, otherwise);
  return kept(*array, index.constant).value_or(otherwise);
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
  const ArrayBase& base = bases_[id];
  if (base.kind == ArrayBase::Kind::Fill) return base.word;
  const auto [place, is_new] = known_.try_emplace({id, index.id, index.constant});
  Value& out = place->second;
  if (!is_new) return out;
  if (base.kind == ArrayBase::Kind::Input) return out = of_input(id, index);
  if (base.depth > limits_.stores) return out = give_up(id, index);
  return out = compare_below(id, index);
}

std::optional<Value> Arrays::follow(const Placeholder& placeholder) {
  const ArrayBase& base = bases_[placeholder.base];
  if (base.kind == ArrayBase::Kind::Input) return std::nullopt;
  if (followed_ + base.depth * gates(base.sort) > limits_.later) return std::nullopt;
  const std::size_t before = terms_.expressions().size();
  const Value out = compare_below(placeholder.base, placeholder.index);
  followed_ += (terms_.expressions().size() - before) / 2 * gates(base.sort);  // two for each
  return out;
}

/// Without recursion: what is below comes first, as far as it matters and is not known.
Value Arrays::compare_below(BaseId top, const Value& index) {
  const auto is_known = [&](BaseId id) {
    return !bases_[id].a || known_.contains({id, index.id, index.constant});
  };
  std::vector<BaseId> stack{top};
  while (true) {
    const BaseId id = stack.back();
    const std::size_t before = stack.size();
    for (const ArrayRef& part : {bases_[id].a, bases_[id].b})
      if (part && !hides_below(*part, index) && !is_known(part->base)) stack.push_back(part->base);
    if (stack.size() != before) continue;
    stack.pop_back();
    const Value out = compare(id, index);
    if (stack.empty()) return out;
    known_.insert_or_assign({id, index.id, index.constant}, out);
  }
}

/// With what is right below, which is known.
Value Arrays::compare(BaseId id, const Value& index) {
  const ArrayBase& base = bases_[id];
  compared_ += gates(base.sort);
  const bool is_store = base.kind == ArrayBase::Kind::Store;
  const Value first = is_store ? base.word : select(base.a, index);
  const Value here = is_store ? terms_.equal(base.index, index, base.sort.index) : base.index;
  const Value second = select(is_store ? base.a : base.b, index);
  return terms_.conditional(here, first, second, base.sort.element);
}

/// Equal indices have equal words: what was read before is compared with [ackermann54].
Value Arrays::of_input(BaseId id, const Value& index) {
  const words::ArraySort sort = bases_[id].sort;
  Reads& reads = reads_[id];
  const std::size_t compared = reads.others.size() + (index.is_constant() ? 0 : reads.known.size());
  if (compared > limits_.elements) return give_up(id, index);
  Value out = placeholder(element_names | std::uint64_t{id} << 24U | reads.named++, id, index);
  const auto compare = [&](const Value& place, const Value& word) {
    compared_ += gates(sort);
    out = terms_.conditional(terms_.equal(place, index, sort.index), word, out, sort.element);
  };
  for (const Element& read : reads.others) compare(read.index, read.word);
  if (index.is_constant()) return reads.known[index.constant] = out;
  for (const auto& [place, word] : reads.known) compare(number(place), word);
  reads.others.push_back({index, out});
  return out;
}

}  // namespace hardbop::bmc
