// SPDX-License-Identifier: MIT
#include "product/api/c_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

#include "c/rules/parser.hpp"
#include "c/rules/shipped.hpp"
#include "c/rules/weaver.hpp"
#include "product/api/c_announce.hpp"
#include "product/api/c_report.hpp"
#include "product/api/messages.hpp"

namespace hardbop {

namespace api {

namespace {

void add_messages(Diagnostics& diagnostics, const SourceFile& file, CAnswer& out) {
  diagnostics.sort();
  for (Message& message : to_messages(diagnostics, file))
    (message.kind == Message::Kind::Error ? out.answer.errors : out.messages)
        .push_back(std::move(message));
}

void refuse(const CQuestion& c_question, const Question& question, CAnswer& out) {
  const auto refuse = [&](const char* text) {
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = text;
  };
  if (!c_question.properties.empty()) refuse("--spec and --property ask for different things");
  if (!question.ltl.empty()) refuse("--spec and --ltl ask for different things");
  if (c_question.harness) refuse("--harness is not for rules");
}

/// Whether there is something in the program that the rule is about. Every program has a main; a
/// rule may say what must be so at its end.
bool applies(const rules::Rule& rule, const c::Program& program) {
  const auto is_other = [](const std::string& name) { return name != "main"; };
  const std::vector<std::string> all = rule.functions();
  const std::vector<std::string> there = rules::occurring(rule, program);
  return std::ranges::any_of(there, is_other) || std::ranges::none_of(all, is_other);
}

/// What a rule is about that is not there.
std::string not_applicable(const rules::Rule& rule) {
  constexpr std::size_t most = 8;
  std::vector<std::string> names = rule.functions();
  std::erase(names, "main");
  const std::size_t count = names.size();
  if (count == 1) return fmt::format("its function {} does not occur in the program", names[0]);
  names.resize(std::min(count, most));
  return fmt::format("none of its functions occurs in the program: {}{}", fmt::join(names, ", "),
                     count > most ? fmt::format(" and {} more", count - most) : "");
}

void add_kept(const WovenRule& rule, CAnswer& out) {
  PropertyResult& result = out.answer.results.emplace_back();
  result.kind = PropertyResult::Kind::Rule;
  result.property = "rule " + rule.name;
  result.verdict = Verdict::Holds;
}

}  // namespace

void name_statistics(std::size_t from, const std::string& name, CAnswer& out) {
  for (std::size_t i = from; i < out.answer.statistics.size(); ++i)
    out.answer.statistics[i].first.insert(0, name + ".");
}

std::string WovenRule::message(const std::string& error) const {
  return error.substr(std::min(rules::error_prefix(rule).size(), error.size()));
}

std::vector<WovenRule> read_rules(const CQuestion& c_question, const Question& question,
                                  CAnswer& out) {
  std::vector<WovenRule> rules;
  if (c_question.rules.empty()) return rules;
  refuse(c_question, question, out);
  for (const CRule& from : c_question.rules) {
    if (from.text.size() >= SourceFile::max_size) {
      out.answer.errors.push_back(too_large(from.path));
      continue;
    }
    WovenRule& rule = rules.emplace_back();
    rule.name = from.name;
    rule.file = SourceFile(from.path, from.text);
    Diagnostics diagnostics;
    rule.rule = rules::parse_rule(rule.file, from.name, diagnostics);
    rule.watches = rule.rule.is_watching();
    add_messages(diagnostics, rule.file, out);
  }
  return rules;
}

std::vector<std::string> watched_functions(const std::vector<WovenRule>& rules) {
  std::vector<std::string> all;
  for (const WovenRule& rule : rules)
    for (std::string& function : rule.rule.functions()) all.push_back(std::move(function));
  return all;
}

CReading reading_of(const CProperty* property, const std::vector<WovenRule>& rules) {
  CReading reading;
  reading.errors = property == nullptr ? c::Errors::None : property->errors;
  reading.error_labels = property != nullptr && property->error_labels;
  reading.watched = watched_functions(rules);
  return reading;
}

void weave(const WovenRule& rule, c::Program& program, CAnswer& out) {
  Diagnostics diagnostics;
  rules::weave(rule.rule, program, diagnostics);
  add_messages(diagnostics, rule.file, out);
}

void check_rules(const c::Program& program, const std::vector<CSource>& sources,
                 const CQuestion& c_question, const image::ImageOptions& options,
                 const std::vector<WovenRule>& rules, const certify::Claim& claim,
                 Announcement& announcement, CAnswer& out) {
  std::vector<std::optional<c::Program>> woven(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (!rules::occurring(rules[i].rule, program).empty() || rules[i].rule.functions().empty() ||
        has_gaps(program))
      weave(rules[i], woven[i].emplace(program), out);
  if (!out.answer.errors.empty()) return;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Question share = announcement.next(i);
    const std::size_t figures = out.answer.statistics.size();
    if (woven[i])
      decide_rule(*woven[i], sources, c_question, share, options, rules[i], claim, out);
    else
      add_kept(rules[i], out);
    if (!applies(rules[i].rule, program))
      set_not_applicable(not_applicable(rules[i].rule), out.answer.results.back());
    announcement.tell(i, {out.answer.results.back()}, out.answer.engine);
    if (rules.size() > 1) name_statistics(figures, rules[i].name, out);
  }
  if (c_question.witness) out.no_witness = "there is none of a rule";
}

}  // namespace api

std::vector<CRule> shipped_rules() {
  std::vector<CRule> out;
  for (const rules::ShippedRule& rule : rules::shipped_rules()) {
    const std::string name(rule.name);
    out.push_back({name, name + ".slic", std::string(rule.text)});
  }
  return out;
}

}  // namespace hardbop
