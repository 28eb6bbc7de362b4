// SPDX-License-Identifier: MIT
#include "api/c_announce.hpp"

#include <algorithm>

namespace hardbop::api {

Announcement::Announcement(const std::string& input, const CQuestion& c_question,
                           const CFormulas& formulas, const std::vector<WovenRule>& rules,
                           const Question& question)
    : question_(question) {
  answer_.input = input;
  answer_.engine = question.engine == "slam" ? "slam" : "image";
  for (const WovenRule& rule : rules) add(PropertyResult::Kind::Rule, "rule " + rule.name);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    add(PropertyResult::Kind::Ltl, formulas.title(i));
  if (answer_.results.empty())
    add(c_question.property == "termination" ? PropertyResult::Kind::Termination
                                             : PropertyResult::Kind::Assert,
        c_question.property);
  if (question_.on_answer) question_.on_answer(answer_);
}

void Announcement::add(PropertyResult::Kind kind, const std::string& property) {
  PropertyResult& result = answer_.results.emplace_back();
  result.kind = kind;
  result.property = property;
  result.procedure = kind == PropertyResult::Kind::Rule ? "" : "main";
}

Question Announcement::next(std::size_t decided) const {
  Question out = question_;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
  const std::size_t left = answer_.results.size() - decided;
  if (out.timeout)
    out.timeout = std::max(0.0, *out.timeout - used.count()) / static_cast<double>(left);
  if (const std::optional<double>& most = question_.timeout_per_property)
    out.timeout = std::min(*most, out.timeout.value_or(*most));
  return out;
}

void Announcement::tell(std::size_t first, const Answer& decided) {
  if (first + decided.results.size() > answer_.results.size()) return;
  answer_.engine = decided.engine;
  std::copy(decided.results.begin(), decided.results.end(),
            answer_.results.begin() + static_cast<std::ptrdiff_t>(first));
  if (question_.on_answer) question_.on_answer(answer_);
}

}  // namespace hardbop::api
