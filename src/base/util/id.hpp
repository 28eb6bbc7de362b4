// SPDX-License-Identifier: MIT
// Numbers of things that must not be taken for numbers of others: one type for each kind of thing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace hardbop {

/// `Tag` is a type of its own for each kind of thing.
template <typename Tag>
class Id {
 public:
  constexpr Id() = default;  // of nothing
  constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr bool is_none() const { return index_ == no_index; }
  /// Into what is kept by such numbers.
  [[nodiscard]] constexpr std::uint32_t index() const { return index_; }

  // clang-tidy takes the zero that a comparison is compared with for a pointer.
  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr)

 private:
  static constexpr std::uint32_t no_index = ~std::uint32_t{0};
  std::uint32_t index_ = no_index;
};

/// What is kept by numbers of that kind.
template <typename Id, typename Value>
class ById {
 public:
  ById() = default;
  explicit ById(std::size_t size, const Value& value = Value()) : values_(size, value) {}

  [[nodiscard]] decltype(auto) operator[](Id id) { return values_[id.index()]; }
  [[nodiscard]] decltype(auto) operator[](Id id) const { return values_[id.index()]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] auto begin() { return values_.begin(); }
  [[nodiscard]] auto end() { return values_.end(); }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }
  /// All numbers that there are now, in order.
  [[nodiscard]] std::vector<Id> ids() const {
    std::vector<Id> out;
    for (std::size_t index = 0; index < size(); ++index) out.push_back(Id(index));
    return out;
  }
  /// What the next one gets.
  [[nodiscard]] Id next() const { return Id(size()); }
  void resize(std::size_t size) { values_.resize(size); }
  /// The number that it gets.
  Id add(Value value) {
    values_.push_back(std::move(value));
    return Id(size() - 1);
  }

 private:
  std::vector<Value> values_;
};

}  // namespace hardbop

template <typename Tag>
struct std::hash<hardbop::Id<Tag>> {
  std::size_t operator()(hardbop::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>()(id.index());
  }
};
