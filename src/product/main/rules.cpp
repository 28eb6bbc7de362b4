// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"

namespace hardbop::cli {

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
             "{}: error: no built-in rule has this name\n  hint: for a file, write its whole name, "
             "{}.slic; built-in rules are {}\n",
             spec, spec, fmt::join(names, ", "));
  return false;
}

}  // namespace hardbop::cli
