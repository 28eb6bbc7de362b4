// SPDX-License-Identifier: MIT
#include <cctype>

#include <hardbop/wording.hpp>

namespace hardbop {

namespace {

bool is_of_option_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string reword(std::string_view text, const OptionWord& word) {
  constexpr std::string_view mark = "::";
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string_view::npos;) {
    std::size_t begin = at;
    while (begin > copied && is_of_option_name(text[begin - 1])) --begin;
    at += mark.size();
    while (at < text.size() && is_of_option_name(text[at])) ++at;
    const std::string instead = word(text.substr(begin, at - begin));
    if (instead.empty()) continue;
    out += text.substr(copied, begin - copied);
    out += instead;
    copied = at;
  }
  return out += text.substr(copied);
}

void reword(Message& message, const OptionWord& word) {
  message.text = reword(message.text, word);
  message.hint = reword(message.hint, word);
  message.at.file = reword(message.at.file, word);
}

void reword(Answer& answer, const OptionWord& word) {
  for (PropertyResult& result : answer.results) {
    result.reason = reword(result.reason, word);
    result.at.file = reword(result.at.file, word);
    for (BlockingConstruct& one : result.blocking) one.text = reword(one.text, word);
  }
  for (Message& warning : answer.warnings) reword(warning, word);
  answer.no_certificate = reword(answer.no_certificate, word);
  for (std::string& text : answer.assumptions) text = reword(text, word);
  if (answer.invariants)
    answer.invariants->incomplete = reword(answer.invariants->incomplete, word);
  if (answer.coverage) answer.coverage->incomplete = reword(answer.coverage->incomplete, word);
}

}  // namespace hardbop
