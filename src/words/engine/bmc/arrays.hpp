// SPDX-License-Identifier: MIT
// What arrays hold while a program is unrolled. Elements that were stored at known places are kept
// one by one, on top of something else: the same word everywhere, an unknown array, an array with a
// store at an unknown place, or one of two arrays. Reads make multiplexers of all that they may be
// of, so that only words are left. Where there are too many, a read is a new word instead, and what
// it stands for is kept: for a solver that knows arrays, and to tell values that cannot be from
// those that can.
#pragma once

#include <map>
#include <memory>
#include <optional>
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

using BaseId = std::uint32_t;

/// What is below the elements that are kept one by one.
struct ArrayBase {
  enum class Kind : std::uint8_t { Fill, Input, Store, Choice };
  Kind kind = Kind::Fill;
  words::ArraySort sort;
  Value word{};   // of Fill; what is stored
  Value index{};  // where; of Choice, the condition
  ArrayRef a{};
  ArrayRef b{};
  std::uint32_t depth = 0;  // how many are below
};

/// A word that stands for an element of what is below. Where another word is known to be the same
/// element, it does not matter.
struct Placeholder {
  InputId word = 0;
  BaseId base = 0;
  Value index{};
};

class Arrays {
 public:
  struct Limits {
    // What one read is compared with at once: stores at unknown places and choices on top of each
    // other, and elements of an unknown array
    std::uint32_t stores = 4000;
    std::uint32_t elements = 200;
    std::size_t later = 9'000'000;  // gates of comparisons that are made by follow()
  };

  Arrays(Terms& terms, Limits limits) : terms_(terms), limits_(limits) {}

  [[nodiscard]] ArrayRef fill(const Value& word, words::ArraySort sort);
  [[nodiscard]] ArrayRef constant(const words::ArrayValue& value, words::ArraySort sort);
  /// The input of that name; the same one for the same name, which none of the words' has.
  [[nodiscard]] ArrayRef input(std::uint64_t name, words::ArraySort sort);
  [[nodiscard]] ArrayRef store(const ArrayRef& array, const Value& index, const Value& word);
  [[nodiscard]] ArrayRef conditional(const Value& condition, const ArrayRef& a, const ArrayRef& b);
  [[nodiscard]] Value select(const ArrayRef& array, const Value& index);

  /// Whether they are seen at once to be the same.
  [[nodiscard]] static bool are_equal(const ArrayRef& a, const ArrayRef& b);

  /// Whether there were too many comparisons: then words may have values that they should not have.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// How many gates all comparisons are, about.
  [[nodiscard]] std::size_t compared() const { return compared_; }

  /// Each depends only on words that were made before it.
  [[nodiscard]] const std::vector<Placeholder>& placeholders() const { return placeholders_; }
  [[nodiscard]] const ArrayBase& base(BaseId id) const { return bases_[id]; }
  /// What a placeholder stands for, with all comparisons after all; nothing for an element of an
  /// input, or where there would be too many.
  [[nodiscard]] std::optional<Value> follow(const Placeholder& placeholder);
  [[nodiscard]] std::optional<BaseId> find_input(std::uint64_t name) const;
  /// The element that is kept at a place, if one is.
  [[nodiscard]] static std::optional<Value> kept(const SymbolicArray& array, std::uint64_t place);
  /// Calls `visit(place, word)` for each of them.
  template <typename See>
  static void for_each_kept(const SymbolicArray& array, const See& visit) {
    array.elements.for_each_other(visit);
  }

 private:
  struct Element {
    Value index;
    Value word;
  };
  /// What was read of an input: at known places, and at others.
  struct Reads {
    std::map<std::uint64_t, Value> known{};
    std::vector<Element> others{};
    std::uint32_t named = 0;  // how many words were made for it
  };

  Terms& terms_;
  Limits limits_;
  std::vector<ArrayBase> bases_;
  std::unordered_map<std::uint64_t, BaseId> by_name_;
  std::unordered_map<BaseId, Reads> reads_;
  std::map<std::tuple<BaseId, ExprId, std::uint64_t>, Value> known_;
  std::vector<Placeholder> placeholders_;
  bool gave_up_ = false;
  std::uint64_t given_up_ = 0;  // how many words are unknown that should not be
  std::size_t compared_ = 0;    // gates of all comparisons, about
  std::size_t followed_ = 0;    // of those that were made later

  [[nodiscard]] words::ArraySort sort(const ArrayRef& array) const {
    return bases_[array->base].sort;
  }
  [[nodiscard]] ArrayRef add(ArrayBase base);
  [[nodiscard]] ArrayRef on(BaseId base) const;
  [[nodiscard]] Value below(BaseId base, const Value& index);
  [[nodiscard]] bool hides_below(const SymbolicArray& array, const Value& index) const;
  [[nodiscard]] Value compare(BaseId base, const Value& index);
  [[nodiscard]] Value compare_below(BaseId base, const Value& index);
  [[nodiscard]] Value of_input(BaseId base, const Value& index);
  [[nodiscard]] Value choose(const SymbolicArray& array, const Value& index, std::uint64_t from,
                             unsigned places, const Value& otherwise);
  [[nodiscard]] ArrayRef store_everywhere(const ArrayRef& array, const Value& index,
                                          const Value& word);
  [[nodiscard]] Value placeholder(std::uint64_t name, BaseId base, const Value& index);
  [[nodiscard]] Value give_up(BaseId base, const Value& index);
};

}  // namespace hardbop::bmc
