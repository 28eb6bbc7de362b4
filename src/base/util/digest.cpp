// SPDX-License-Identifier: MIT
#include "base/util/digest.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hardbop {

namespace {

Digest digest_of(const void* bytes, std::size_t size) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return {hash.low64, hash.high64};
}

}  // namespace

Digest digest_of(std::string_view bytes) {
  return digest_of(bytes.data(), bytes.size());
}

Digest digest_of(std::span<const std::uint64_t> words) {
  return digest_of(words.data(), words.size_bytes());
}

}  // namespace hardbop
