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
  if (results_.empty())
    add(c_question.property == "termination" ? PropertyResult::Kind::Termination
                                             : PropertyResult::Kind::Assert,
        c_question.property);
  tell();
}

void Announcement::add(PropertyResult::Kind kind, const std::string& property) {
  PropertyResult& result = results_.emplace_back().emplace_back();
  result.kind = kind;
  result.property = property;
  result.procedure = kind == PropertyResult::Kind::Rule ? "" : "main";
}

Question Announcement::next(std::size_t number) const {
  Question out = question_;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
  const std::size_t left = results_.size() - number;
  if (out.timeout)
    out.timeout = std::max(0.0, *out.timeout - used.count()) / static_cast<double>(left);
  if (const std::optional<double>& most = question_.timeout_per_property)
    out.timeout = std::min(*most, out.timeout.value_or(*most));
  return out;
}

void Announcement::tell(std::size_t number, std::vector<PropertyResult> results,
                        const std::string& engine) {
  answer_.engine = engine;
  results_[number] = std::move(results);
  tell();
}

void Announcement::tell() {
  if (!question_.on_answer) return;
  answer_.results.clear();
  for (const std::vector<PropertyResult>& some : results_)
    answer_.results.insert(answer_.results.end(), some.begin(), some.end());
  question_.on_answer(answer_);
}

}  // namespace hardbop::api
