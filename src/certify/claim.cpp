// SPDX-License-Identifier: MIT
#include "certify/claim.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nettle/sha2.h>

namespace hardbop::certify {

std::string sha256(std::string_view text) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace hardbop::certify
