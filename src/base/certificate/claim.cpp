// SPDX-License-Identifier: MIT
#include "base/certificate/claim.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nettle/sha2.h>

namespace hardbop::certify {

std::vector<std::string> Claim::all(std::string_view key) const {
  std::vector<std::string> out;
  for (const Option& option : options)
    if (option.key == key) out.push_back(option.value);
  return out;
}

std::string sha256(std::string_view text) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace hardbop::certify
