// SPDX-License-Identifier: MIT
#include "product/main/flags.hpp"

#include <iterator>
#include <map>
#include <utility>

#include <hardbop/question.hpp>
#include <hardbop/wording.hpp>

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

/// The table is made when the first name is looked up.
OptionWord flag_words() {
  return [flags = Flags()](std::string_view name) mutable {
    if (flags.empty()) flags = all_flags();
    const auto found = flags.find(name);
    return found == flags.end() ? std::string() : std::string(found->second);
  };
}

}  // namespace

std::string in_flags(std::string_view text) {
  return reword(text, flag_words());
}

std::string in_flags(const Message& message) {
  Message shown = message;
  put_in_flags(shown);
  return shown.to_string();
}

void put_in_flags(Message& message) {
  reword(message, flag_words());
}

void put_in_flags(Answer& answer) {
  reword(answer, flag_words());
}

void put_in_flags(CrossReport& report) {
  for (Contender& contender : report.contenders) contender.remark = in_flags(contender.remark);
}

}  // namespace hardbop::cli
