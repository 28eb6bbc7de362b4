// SPDX-License-Identifier: MIT
// Short names for long contents: XXH3 with 128 bits. Equal contents have equal digests, and that
// different ones do by chance is less likely than a broken machine. It is no defence against
// someone who wants two contents to have the same one.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace hardbop {

struct Digest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  auto operator<=>(const Digest&) const = default;  // NOLINT(modernize-use-nullptr)
};

[[nodiscard]] Digest digest_of(std::string_view bytes);
[[nodiscard]] Digest digest_of(std::span<const std::uint64_t> words);

/// For hash tables: a digest's bits are as good as random.
struct DigestHash {
  std::size_t operator()(const Digest& digest) const noexcept { return digest.low; }
};

}  // namespace hardbop
