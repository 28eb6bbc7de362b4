// SPDX-License-Identifier: MIT
// What arrays hold while a program is unrolled. Elements that were stored at known places are kept
// one by one, on top of something else: the same word everywhere, an unknown array, an array with a
// store at an unknown place, or one of two arrays. Reads make multiplexers of all that they may be
// of, so that only words are left.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/expression/array_value.hpp"
#include "words/engine/bmc/terms.hpp"

namespace hardbop::bmc {

struct SymbolicArray;
/// Shared, as a program has many versions of an array, few of them at a time.
using ArrayRef = std::shared_ptr<const SymbolicArray>;

struct SymbolicArray {
  std::uint32_t base = 0;                  // what is below
  words::PersistentArray<Value> elements;  // that are kept one by one, or unset
};

class Arrays {
 public:
  explicit Arrays(Terms& terms) : terms_(terms) {}

  [[nodiscard]] ArrayRef fill(const Value& word, words::ArraySort sort);
  [[nodiscard]] ArrayRef constant(const words::ArrayValue& value, words::ArraySort sort);
  /// The input of that name; the same one for the same name, which none of the words' has.
  [[nodiscard]] ArrayRef input(std::uint64_t name, words::ArraySort sort);
  [[nodiscard]] ArrayRef store(const ArrayRef& array, const Value& index, const Value& word);
  [[nodiscard]] ArrayRef conditional(const Value& condition, const ArrayRef& a, const ArrayRef& b);
  [[nodiscard]] Value select(const ArrayRef& array, const Value& index);

  /// Whether they are seen at once to be the same.
  [[nodiscard]] static bool are_equal(const ArrayRef& a, const ArrayRef& b);

  /// Whether something was too large to be followed: then a word is unknown that should not be.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  /// The elements of an input that matter, given values of words.
  template <typename Evaluate>
  [[nodiscard]] words::ArrayValue input_value(std::uint64_t name, Width index,
                                              const Evaluate& evaluate) const {
    words::ArrayValue out(index, 0);
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return out;
    const Base& base = bases_[found->second];
    for (const auto& [place, word] : base.known_reads) out.write(place, evaluate(word));
    for (const Element& read : base.reads) out.write(evaluate(read.index), evaluate(read.word));
    return out;
  }

 private:
  struct Element {
    Value index;
    Value word;
  };
  /// What is below the elements that are kept one by one.
  struct Base {
    enum class Kind : std::uint8_t { Fill, Input, Store, Choice };
    Kind kind = Kind::Fill;
    words::ArraySort sort;
    Value word{};   // of Fill; what is stored
    Value index{};  // where; of Choice, the condition
    ArrayRef a{};
    ArrayRef b{};
    std::uint32_t depth = 0;  // how many are below
    // Of Input, what was read of it: at known places, and at others
    std::map<std::uint64_t, Value> known_reads{};
    std::vector<Element> reads{};
    std::uint32_t named = 0;  // how many words were made for it
  };
  using BaseId = std::uint32_t;

  Terms& terms_;
  std::vector<Base> bases_;
  std::unordered_map<std::uint64_t, BaseId> by_name_;
  std::map<std::tuple<BaseId, ExprId, std::uint64_t>, Value> known_;
  bool gave_up_ = false;
  std::uint64_t given_up_ = 0;  // how many words are unknown that should not be

  [[nodiscard]] words::ArraySort sort(const ArrayRef& array) const {
    return bases_[array->base].sort;
  }
  [[nodiscard]] ArrayRef add(Base base);
  [[nodiscard]] ArrayRef on(BaseId base) const;
  [[nodiscard]] Value below(BaseId base, const Value& index);
  [[nodiscard]] Value of_input(BaseId base, const Value& index);
  [[nodiscard]] Value choose(const SymbolicArray& array, const Value& index, std::uint64_t from,
                             unsigned places, const Value& otherwise);
  [[nodiscard]] ArrayRef store_everywhere(const ArrayRef& array, const Value& index,
                                          const Value& word);
  [[nodiscard]] Value give_up(Width width);
};

}  // namespace hardbop::bmc
