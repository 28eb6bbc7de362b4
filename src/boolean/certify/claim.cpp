// SPDX-License-Identifier: MIT
#include "boolean/certify/claim.hpp"

#include <array>
#include <charconv>
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

namespace {

constexpr std::string_view count_start = "; obligations: ";

/// Each question is a line of its own.
std::size_t count_questions(std::string_view script) {
  constexpr std::string_view question = "\n(check-sat)\n";
  std::size_t count = 0;
  for (std::size_t at = script.find(question); at != std::string_view::npos;
       at = script.find(question, at + 1))
    ++count;
  return count;
}

}  // namespace

std::string count_line(std::string_view script) {
  return fmt::format("{}{}\n", count_start, count_questions(script));
}

std::optional<std::size_t> claimed_count(std::string_view script) {
  if (!script.ends_with('\n')) return std::nullopt;
  script.remove_suffix(1);
  const std::size_t before = script.rfind('\n');
  if (before != std::string_view::npos) script.remove_prefix(before + 1);
  if (!script.starts_with(count_start)) return std::nullopt;
  script.remove_prefix(count_start.size());
  std::size_t count = 0;
  const char* const end = script.data() + script.size();
  const auto [stop, error] = std::from_chars(script.data(), end, count);
  if (error != std::errc() || stop != end) return std::nullopt;
  return count;
}

std::string count_problem(std::string_view script) {
  const std::optional<std::size_t> claimed = claimed_count(script);
  if (!claimed) return "it does not end with the count of its obligations";
  const std::size_t found = count_questions(script);
  if (found == 0) return "it has no obligations";
  if (found == *claimed) return "";
  return fmt::format("it should have {} obligations, but has {}", *claimed, found);
}

}  // namespace hardbop::certify
