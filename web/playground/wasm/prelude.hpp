// SPDX-License-Identifier: MIT
// What the C++ library of Debian's emscripten (libc++ 13) lacks of C++20, as far as Hardbop uses
// it; every source of the playground includes it first. Algorithms take a range and a projection,
// as in the standard; they return what the callers need.
#pragma once

#include <version>

#if defined(__EMSCRIPTEN__) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <compare>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace std {

/// There are no threads here; nobody makes one.
struct jthread : thread {
  using thread::thread;
  jthread(jthread&&) = default;
  jthread& operator=(jthread&&) = default;
  ~jthread() {
    if (joinable()) join();
  }
};

/// Not by `a < b`, which would be made of this.
template <typename Element>
strong_ordering operator<=>(const vector<Element>& a, const vector<Element>& b) {
  if (a == b) return strong_ordering::equal;
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end())
             ? strong_ordering::less
             : strong_ordering::greater;
}
inline strong_ordering operator<=>(const string& a, const string& b) noexcept {
  return a.compare(b) <=> 0;
}

template <class To, class From>
To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

template <class A, class B>
constexpr auto lexicographical_compare_three_way(A a, A a_end, B b, B b_end)
    -> decltype(*a <=> *b) {
  for (; a != a_end && b != b_end; ++a, ++b)
    if (const auto order = *a <=> *b; order != 0) return order;
  if (a != a_end) return decltype(*a <=> *b)::greater;
  return b != b_end ? decltype(*a <=> *b)::less : decltype(*a <=> *b)::equal;
}

namespace ranges {

struct hardbop_same {
  template <class T>
  constexpr T&& operator()(T&& value) const {
    return std::forward<T>(value);
  }
};

template <class R, class T, class P = hardbop_same>
constexpr auto find(R&& range, const T& value, P project = {}) {
  auto at = std::begin(range);
  for (; at != std::end(range); ++at)
    if (std::invoke(project, *at) == value) break;
  return at;
}
template <class R, class F, class P = hardbop_same>
constexpr auto find_if(R&& range, F test, P project = {}) {
  auto at = std::begin(range);
  for (; at != std::end(range); ++at)
    if (std::invoke(test, std::invoke(project, *at))) break;
  return at;
}
template <class R, class F, class P = hardbop_same>
constexpr bool any_of(R&& range, F test, P project = {}) {
  return ranges::find_if(range, test, project) != std::end(range);
}
template <class R, class F, class P = hardbop_same>
constexpr bool none_of(R&& range, F test, P project = {}) {
  return !ranges::any_of(range, test, project);
}
template <class R, class F, class P = hardbop_same>
constexpr bool all_of(R&& range, F test, P project = {}) {
  for (auto&& one : range)
    if (!std::invoke(test, std::invoke(project, one))) return false;
  return true;
}
template <class R, class F, class P = hardbop_same>
constexpr auto count_if(R&& range, F test, P project = {}) {
  std::ptrdiff_t out = 0;
  for (auto&& one : range)
    if (std::invoke(test, std::invoke(project, one))) ++out;
  return out;
}
template <class R, class T, class P = hardbop_same>
constexpr auto count(R&& range, const T& value, P project = {}) {
  return ranges::count_if(
      range, [&](const auto& one) { return one == value; }, project);
}
/// Compares what a projection makes of two elements.
template <class C, class P>
struct hardbop_by {
  C compare;
  P project;
  template <class A, class B>
  constexpr bool operator()(A&& a, B&& b) {
    return std::invoke(compare, std::invoke(project, a), std::invoke(project, b));
  }
};
template <class R, class C = std::less<>, class P = hardbop_same>
constexpr void sort(R&& range, C compare = {}, P project = {}) {
  std::sort(std::begin(range), std::end(range), hardbop_by<C, P>{compare, project});
}
template <class R, class C = std::less<>, class P = hardbop_same>
constexpr void stable_sort(R&& range, C compare = {}, P project = {}) {
  std::stable_sort(std::begin(range), std::end(range), hardbop_by<C, P>{compare, project});
}
template <class R, class I, class C = std::less<>, class P = hardbop_same>
constexpr void partial_sort(R&& range, I middle, C compare = {}, P project = {}) {
  std::partial_sort(std::begin(range), middle, std::end(range), hardbop_by<C, P>{compare, project});
}
template <class R, class T, class C = std::less<>, class P = hardbop_same>
constexpr auto lower_bound(R&& range, const T& value, C compare = {}, P project = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto& one, const T& other) {
                            return std::invoke(compare, std::invoke(project, one), other);
                          });
}
template <class R, class T, class C = std::less<>, class P = hardbop_same>
constexpr auto upper_bound(R&& range, const T& value, C compare = {}, P project = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value,
                          [&](const T& other, const auto& one) {
                            return std::invoke(compare, other, std::invoke(project, one));
                          });
}
template <class R, class T, class C = std::less<>, class P = hardbop_same>
constexpr bool binary_search(R&& range, const T& value, C compare = {}, P project = {}) {
  const auto at = ranges::lower_bound(range, value, compare, project);
  return at != std::end(range) && !std::invoke(compare, value, std::invoke(project, *at));
}
template <class R>
constexpr void reverse(R&& range) {
  std::reverse(std::begin(range), std::end(range));
}
template <class I>
struct hardbop_out {
  I out;
};
template <class R, class O>
constexpr hardbop_out<O> copy(R&& range, O out) {
  return {std::copy(std::begin(range), std::end(range), out)};
}
template <class R, class T>
constexpr void fill(R&& range, const T& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class R, class C = std::equal_to<>, class P = hardbop_same>
constexpr auto adjacent_find(R&& range, C same = {}, P project = {}) {
  return std::adjacent_find(std::begin(range), std::end(range), hardbop_by<C, P>{same, project});
}
template <class R, class F, class T>
constexpr void replace_if(R&& range, F test, const T& value) {
  std::replace_if(std::begin(range), std::end(range), test, value);
}
template <class A, class B>
constexpr bool includes(A&& a, B&& b) {
  return std::includes(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <class A, class B>
constexpr bool equal(A&& a, B&& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

}  // namespace ranges

}  // namespace std

#endif
