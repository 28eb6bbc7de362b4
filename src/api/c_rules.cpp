// SPDX-License-Identifier: MIT
#include "api/c_rules.hpp"

#include <algorithm>

#include "api/c_announce.hpp"
#include "api/messages.hpp"
#include "slam/rules/parser.hpp"
#include "slam/rules/shipped.hpp"
#include "slam/rules/weaver.hpp"

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
  if (c_question.property != "unreach-call")
    refuse("--spec and --property ask for different things");
  if (!question.ltl.empty()) refuse("--spec and --ltl ask for different things");
  if (c_question.harness) refuse("--harness is not for rules");
}

/// The figures of several rules have the rule's name before them.
void name_statistics(std::size_t from, const std::string& rule, CAnswer& out) {
  for (std::size_t i = from; i < out.answer.statistics.size(); ++i) {
    std::string& path = out.answer.statistics[i].first;
    path.insert(0, rule + ".");
  }
}

}  // namespace

std::string WovenRule::message(const std::string& error) const {
  return error.substr(std::min(slam::error_prefix(rule).size(), error.size()));
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
    rule.rule = slam::parse_rule(rule.file, from.name, diagnostics);
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

void weave(const WovenRule& rule, c::Program& program, CAnswer& out) {
  Diagnostics diagnostics;
  slam::weave(rule.rule, program, diagnostics);
  add_messages(diagnostics, rule.file, out);
}

void check_rules(const c::Program& program, const std::vector<CSource>& sources,
                 const CQuestion& c_question, const engine::ImageOptions& options,
                 const std::vector<WovenRule>& rules, const std::string& claim,
                 Announcement& announcement, CAnswer& out) {
  std::vector<c::Program> woven;
  for (const WovenRule& rule : rules) weave(rule, woven.emplace_back(program), out);
  if (!out.answer.errors.empty()) return;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Question share = announcement.next(i);
    const std::size_t figures = out.answer.statistics.size();
    const auto known = static_cast<std::ptrdiff_t>(out.answer.results.size());
    decide_rule(woven[i], sources, c_question, share, options, rules[i], claim, out);
    announcement.tell(i, {out.answer.results.begin() + known, out.answer.results.end()},
                      out.answer.engine);
    if (rules.size() > 1) name_statistics(figures, rules[i].name, out);
  }
  if (c_question.witness) out.no_witness = "there is none of a rule";
}

}  // namespace api

std::vector<CRule> shipped_rules() {
  std::vector<CRule> out;
  for (const slam::ShippedRule& rule : slam::shipped_rules()) {
    const std::string name(rule.name);
    out.push_back({name, name + ".slic", std::string(rule.text)});
  }
  return out;
}

}  // namespace hardbop
