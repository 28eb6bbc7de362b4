// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include <hardbop/spelling.hpp>

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
  std::string hint = spelling_hint(spec, names);
  if (hint.empty()) hint = fmt::format("built-in rules are {}.", fmt::join(names, ", "));
  fmt::print(stderr,
             "{0}: error: no built-in rule has this name\n  hint: {1} For a file, write its whole "
             "name, {0}.slic\n",
             spec, hint);
  return false;
}

}  // namespace hardbop::cli
