// SPDX-License-Identifier: MIT
#include "base/util/big_uint.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/util/invariant.hpp"

namespace hardbop {

namespace {

constexpr unsigned digit_bits = 32;
constexpr std::uint32_t decimal_chunk = 1'000'000'000;  // the largest power of ten in a digit

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

BigUint::BigUint(std::uint64_t value) {
  for (; value != 0; value >>= digit_bits) digits_.push_back(low(value));
}

BigUint BigUint::power_of_two(std::size_t exponent) {
  return BigUint(1) << exponent;
}

void BigUint::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
}

BigUint& BigUint::operator+=(const BigUint& other) {
  digits_.resize(std::max(digits_.size(), other.digits_.size()) + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    carry += digits_[i];
    if (i < other.digits_.size()) carry += other.digits_[i];
    digits_[i] = low(carry);
    carry >>= digit_bits;
  }
  trim();
  return *this;
}

BigUint& BigUint::operator-=(const BigUint& other) {
  HARDBOP_INVARIANT(*this >= other, "a difference of naturals should not be negative");
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const std::uint64_t taken = borrow + (i < other.digits_.size() ? other.digits_[i] : 0);
    borrow = digits_[i] < taken ? 1 : 0;
    digits_[i] = low(digits_[i] - taken);
  }
  trim();
  return *this;
}

BigUint& BigUint::operator<<=(std::size_t bits) {
  if (digits_.empty()) return *this;
  const std::size_t digits = bits / digit_bits;
  const unsigned rest = bits % digit_bits;
  std::uint64_t carry = 0;
  for (std::uint32_t& digit : digits_) {
    carry |= static_cast<std::uint64_t>(digit) << rest;
    digit = low(carry);
    carry >>= digit_bits;
  }
  digits_.push_back(low(carry));
  digits_.insert(digits_.begin(), digits, 0);
  trim();
  return *this;
}

BigUint& BigUint::operator>>=(std::size_t bits) {
  const std::size_t digits = std::min(bits / digit_bits, digits_.size());
  const unsigned rest = bits % digit_bits;
  digits_.erase(digits_.begin(), digits_.begin() + static_cast<std::ptrdiff_t>(digits));
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const std::uint64_t above = i + 1 < digits_.size() ? digits_[i + 1] : 0;
    digits_[i] = low(((above << digit_bits) | digits_[i]) >> rest);
  }
  trim();
  return *this;
}

std::strong_ordering operator<=>(const BigUint& a, const BigUint& b) {
  if (a.digits_.size() != b.digits_.size()) return a.digits_.size() <=> b.digits_.size();
  return std::lexicographical_compare_three_way(a.digits_.rbegin(), a.digits_.rend(),
                                                b.digits_.rbegin(), b.digits_.rend());
}

std::optional<std::uint64_t> BigUint::to_uint64() const {
  if (digits_.size() > 2) return std::nullopt;
  std::uint64_t value = 0;
  for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit)
    value = (value << digit_bits) | *digit;
  return value;
}

double BigUint::to_double() const {
  double value = 0;
  for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit)
    value = std::ldexp(value, digit_bits) + *digit;
  return value;
}

std::string BigUint::to_string() const {
  std::vector<std::uint32_t> rest = digits_;
  std::vector<std::uint32_t> chunks;  // base 10^9, least first
  while (!rest.empty()) {
    std::uint64_t remainder = 0;
    for (auto digit = rest.rbegin(); digit != rest.rend(); ++digit) {
      remainder = (remainder << digit_bits) | *digit;
      *digit = low(remainder / decimal_chunk);
      remainder %= decimal_chunk;
    }
    chunks.push_back(low(remainder));
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
  }
  if (chunks.empty()) return "0";
  std::string out = fmt::format("{}", chunks.back());
  for (auto chunk = chunks.rbegin() + 1; chunk != chunks.rend(); ++chunk)
    out += fmt::format("{:09}", *chunk);
  return out;
}

}  // namespace hardbop
