// SPDX-License-Identifier: MIT
#include "product/api/c_announce.hpp"

#include <algorithm>

namespace hardbop::api {

Announcement::Announcement(const std::string& input, const std::vector<const CProperty*>& asked,
                           const CFormulas& formulas, const std::vector<WovenRule>& rules,
                           const Question& question)
    : question_(question) {
  answer_.input = input;
  answer_.engine = question.engine == "slam" ? "slam" : "image";
  for (const WovenRule& rule : rules) add(PropertyResult::Kind::Rule, "rule " + rule.name);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    add(PropertyResult::Kind::Ltl, formulas.title(i));
  for (const CProperty* const property : asked)
    if (property != nullptr) add(property->kind, std::string(property->name));
  tell();
}

void Announcement::add(PropertyResult::Kind kind, const std::string& property) {
  PropertyResult& result = results_.emplace_back().emplace_back();
  result.kind = kind;
  result.property = property;
  result.procedure = kind == PropertyResult::Kind::Rule ? "" : "main";
}

Question Announcement::rest() const {
  Question out = question_;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
  if (out.timeout) out.timeout = std::max(0.0, *out.timeout - used.count());
  return out;
}

Question Announcement::next(std::size_t number) const {
  Question out = rest();
  if (out.timeout) *out.timeout /= static_cast<double>(results_.size() - number);
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
