// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"

namespace hardbop::cli {

Offer rule_names() {
  Offer names;
  for (const CRule& rule : shipped_rules()) names.push_back(rule.name);
  names.emplace_back("*.slic");
  return names;
}

bool read_rule(const std::string& spec, std::vector<CRule>& rules) {
  const std::filesystem::path path = spec;
  if (path.has_parent_path() || path.has_extension()) {
    std::optional<std::string> text = read_input(spec);
    if (!text) return false;
    rules.push_back({path.stem(), spec, *std::move(text)});
    return true;
  }
  std::vector<std::string> names;
  for (CRule& rule : shipped_rules()) {
    names.push_back(rule.name);
    if (rule.name != spec) continue;
    rules.push_back(std::move(rule));
    return true;
  }
  fmt::print(stderr,
             "{}: error: there is no rule of that name\n  hint: a file is named with its "
             "ending, {}.slic; rules are {}\n",
             spec, spec, fmt::join(names, ", "));
  return false;
}

}  // namespace hardbop::cli
