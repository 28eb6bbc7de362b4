// SPDX-License-Identifier: MIT
// Natural numbers without bound, for counts that grow exponentially: the length of
// an expanded trace, the models of a Boolean function.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hardbop {

class BigUint {
 public:
  BigUint() = default;
  BigUint(std::uint64_t value);  // NOLINT(google-explicit-constructor): a number is a number

  [[nodiscard]] static BigUint power_of_two(std::size_t exponent);

  BigUint& operator+=(const BigUint& other);
  /// The other must not be larger.
  BigUint& operator-=(const BigUint& other);
  BigUint& operator<<=(std::size_t bits);
  BigUint& operator>>=(std::size_t bits);

  friend BigUint operator+(BigUint a, const BigUint& b) { return a += b; }
  friend BigUint operator-(BigUint a, const BigUint& b) { return a -= b; }
  friend BigUint operator<<(BigUint a, std::size_t bits) { return a <<= bits; }
  friend BigUint operator>>(BigUint a, std::size_t bits) { return a >>= bits; }

  friend bool operator==(const BigUint&, const BigUint&) = default;
  friend std::strong_ordering operator<=>(const BigUint& a, const BigUint& b);

  /// Its value where 64 bits hold it.
  [[nodiscard]] std::optional<std::uint64_t> to_uint64() const;
  [[nodiscard]] double to_double() const;
  [[nodiscard]] std::string to_string() const;

 private:
  std::vector<std::uint32_t> digits_;  // base 2^32, least first, no leading zero

  void trim();
};

}  // namespace hardbop
