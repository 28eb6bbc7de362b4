// SPDX-License-Identifier: MIT
#include "product/main/flags.hpp"

#include <cctype>
#include <iterator>
#include <map>
#include <utility>

#include <hardbop/question.hpp>

namespace hardbop::cli {

namespace {

using Flags = std::map<std::string_view, std::string_view>;

/// Of options that are in no table.
constexpr std::pair<std::string_view, std::string_view> others[] = {
    {"ParseOptions::dialect", "--dialect"},
    {"Question::certify", "--certify"},
    {"Question::invariants", "--invariants"},
    {"Question::traces", "--trace"},
    {"ExportOptions::ltl", "--ltl"},
    {"COptions::devices", "--mmio"},
    {"COptions::entry", "--entry"},
    {"COptions::malloc", "--malloc"},
    {"COptions::target", "--target"},
    {"COptions::undefined", "--undefined"},
    {"COptions::volatile_reads", "--volatile"},
    {"CQuestion::harness", "--harness"},
    {"CQuestion::heap", "--heap"},
    {"CSlamOptions::iterations", "--iterations"},
    {"CSlamOptions::on_iteration", "--keep"},
    {"CSlamOptions::predicates", "--predicates"},
    {"CQuestion::properties", "--property"},
    {"CQuestion::rules", "--spec"},
    {"CSlamOptions::unbounded", "--integers unbounded"},
    {"CQuestion::witness", "--witness"},
};

Flags all_flags() {
  Flags flags(std::begin(others), std::end(others));
  Question question;
  for_each_option(question, [&](const OptionDescription& option, const auto& /*value*/) {
    flags[option.name] = option.flag;
  });
  return flags;
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string in_flags(std::string_view text) {
  constexpr std::string_view mark = "::";
  std::string out;
  if (text.find(mark) == std::string_view::npos) return out = text;
  const Flags flags = all_flags();
  std::size_t copied = 0;
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string_view::npos;) {
    std::size_t begin = at;
    while (begin > copied && is_of_name(text[begin - 1])) --begin;
    at += mark.size();
    while (at < text.size() && is_of_name(text[at])) ++at;
    const auto flag = flags.find(text.substr(begin, at - begin));
    if (flag == flags.end()) continue;
    out += text.substr(copied, begin - copied);
    out += flag->second;
    copied = at;
  }
  return out += text.substr(copied);
}

std::string in_flags(const Message& message) {
  Message shown = message;
  put_in_flags(shown);
  return shown.to_string();
}

void put_in_flags(Message& message) {
  message.text = in_flags(message.text);
  message.hint = in_flags(message.hint);
  message.at.file = in_flags(message.at.file);
}

void put_in_flags(Answer& answer) {
  for (PropertyResult& result : answer.results) {
    result.reason = in_flags(result.reason);
    result.at.file = in_flags(result.at.file);
    for (BlockingConstruct& one : result.blocking) one.text = in_flags(one.text);
  }
  for (Message& warning : answer.warnings) put_in_flags(warning);
  answer.no_certificate = in_flags(answer.no_certificate);
  for (std::string& text : answer.assumptions) text = in_flags(text);
  if (answer.invariants) answer.invariants->incomplete = in_flags(answer.invariants->incomplete);
  if (answer.coverage) answer.coverage->incomplete = in_flags(answer.coverage->incomplete);
}

void put_in_flags(CrossReport& report) {
  for (Contender& contender : report.contenders) contender.remark = in_flags(contender.remark);
}

}  // namespace hardbop::cli
