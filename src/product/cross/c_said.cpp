// SPDX-License-Identifier: MIT
// A line each, which begins with what it is; its last line says that none is missing.
#include "product/cross/c_said.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::cross_layer {

namespace {

constexpr std::string_view end = "end";
constexpr std::string_view failure = "failure";
constexpr std::string_view certificate = "certificate";
constexpr std::string_view results[] = {"violated", "holds", "holds-bounded", "unknown",
                                        "not-applicable"};

std::string plain(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  std::ranges::replace(text, '\t', ' ');
  return text;
}

/// Up to `separator`, which goes, too.
std::string_view cut(std::string_view& text, char separator) {
  const std::string_view out = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), out.size() + 1));
  return out;
}

}  // namespace

std::string to_lines(const Said& said) {
  std::string out;
  for (const Said::Result& one : said.results)
    out +=
        fmt::format("{}\t{}\t{}\n", to_string(one.verdict), plain(one.property), plain(one.reason));
  if (!said.failure.empty()) out += fmt::format("{}\t{}\n", failure, plain(said.failure));
  if (!said.certificate.empty())
    out += fmt::format("{}\t{}\n", certificate, plain(said.certificate));
  return out + std::string(end) + "\n";
}

std::optional<Said> said_of_lines(std::string_view lines) {
  Said out;
  while (!lines.empty()) {
    std::string_view line = cut(lines, '\n');
    const std::string_view what = cut(line, '\t');
    if (what == end) return out;
    const auto* const verdict = std::ranges::find(results, what);
    if (what == failure) {
      out.failure = line;
    } else if (what == certificate) {
      out.certificate = line;
    } else if (verdict != std::end(results)) {
      const std::string property(cut(line, '\t'));
      out.results.push_back(
          {property, static_cast<Verdict>(verdict - std::begin(results)), std::string(line)});
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace hardbop::cross_layer
