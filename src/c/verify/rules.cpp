// SPDX-License-Identifier: MIT
#include "c/verify/rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c/rules/parser.hpp"
#include "c/rules/weaver.hpp"
#include "c/verify/places.hpp"

namespace hardbop::verify {

namespace {

Messages sorted_messages(Diagnostics& diagnostics, const SourceFile& file) {
  diagnostics.sort();
  return to_messages(diagnostics, file);
}

/// Whether there is something in the program that the rule is about. Every program has a main; a
/// rule may say what must be so at its end.
bool applies(const rules::Rule& rule, const c::Program& program) {
  const auto is_other = [](const std::string& name) { return name != "main"; };
  const std::vector<std::string> all = rule.functions();
  const std::vector<std::string> there = rules::occurring(rule, program);
  return std::ranges::any_of(there, is_other) || std::ranges::none_of(all, is_other);
}

}  // namespace

std::string WatchedRule::message(const std::string& error) const {
  return error.substr(std::min(rules::error_prefix(rule).size(), error.size()));
}

ReadRules read_rules(const std::vector<RuleText>& texts) {
  ReadRules out;
  for (const RuleText& from : texts) {
    if (from.text.size() >= SourceFile::max_size) {
      out.messages.push_back(too_large(from.path));
      continue;
    }
    WatchedRule rule;
    rule.name = from.name;
    rule.text = from.text;
    rule.file = SourceFile(from.path, from.text);
    Diagnostics diagnostics;
    rule.rule = rules::parse_rule(rule.file, from.name, diagnostics);
    rule.watches = rule.rule.is_watching();
    append(sorted_messages(diagnostics, rule.file), out.messages);
    out.rules.push_back(std::make_shared<const WatchedRule>(std::move(rule)));
  }
  return out;
}

Messages weave(const WatchedRule& rule, c::Program& program) {
  Diagnostics diagnostics;
  rules::weave(rule.rule, program, diagnostics);
  return sorted_messages(diagnostics, rule.file);
}

bool can_be_broken(const WatchedRule& rule, const c::Program& program) {
  return !rules::occurring(rule.rule, program).empty() || rule.rule.functions().empty() ||
         has_gaps(program);
}

std::string why_not_applicable(const WatchedRule& rule, const c::Program& program) {
  if (applies(rule.rule, program)) return "";
  constexpr std::size_t most = 8;
  std::vector<std::string> names = rule.rule.functions();
  std::erase(names, "main");
  const std::size_t count = names.size();
  if (count == 1)
    return fmt::format("function {} of the rule does not occur in the program", names[0]);
  names.resize(std::min(count, most));
  return fmt::format("no function of the rule occurs in the program: {}{}", fmt::join(names, ", "),
                     count > most ? fmt::format(" and {} more", count - most) : "");
}

}  // namespace hardbop::verify
