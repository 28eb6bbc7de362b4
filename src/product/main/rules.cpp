// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include <hardbop/spelling.hpp>

namespace hardbop::cli {

namespace {

bool is_rule_file(const std::filesystem::path& path) {
  return path.has_parent_path() || path.has_extension();
}

/// The lines that begin with //, as one.
std::string first_comment(const std::string& text) {
  constexpr std::string_view mark = "//";
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with(mark);) {
    const std::size_t begin = line.find_first_not_of(" /");
    if (begin == std::string::npos || line.find("SPDX-") != std::string::npos) continue;
    out += (out.empty() ? "" : " ") + line.substr(begin);
  }
  return out;
}

}  // namespace

Offer rule_names() {
  Offer names;
  for (const CRule& rule : shipped_rules()) names.push_back(rule.name);
  names.emplace_back("*.slic");
  return names;
}

std::map<std::string, std::string> describe_rules(const std::vector<std::string>& specs) {
  std::map<std::string, std::string> out;
  if (specs.empty()) return out;
  for (const CRule& rule : shipped_rules()) out[rule.name] = first_comment(rule.text);
  for (const std::string& spec : specs)
    if (is_rule_file(spec))
      out[std::filesystem::path(spec).stem()] = first_comment(read_if_possible(spec).value_or(""));
  return out;
}

bool read_rule(const std::string& spec, std::vector<CRule>& rules) {
  const std::filesystem::path path = spec;
  if (is_rule_file(path)) {
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
