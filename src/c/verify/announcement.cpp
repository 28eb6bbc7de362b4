// SPDX-License-Identifier: MIT
#include "c/verify/announcement.hpp"

#include <algorithm>

namespace hardbop::verify {

bool leave_out_not_applicable(std::vector<Decided>& all) {
  const auto does_not_apply = [](const Decided& decided) {
    return decided.finding.outcome == Outcome::NotApplicable;
  };
  if (std::ranges::all_of(all, does_not_apply)) return true;
  std::erase_if(all, does_not_apply);
  return false;
}

Announcement::Announcement(const Request& request, Observer observer,
                           const std::vector<Property>& asked)
    : request_(request), observer_(std::move(observer)), deadline_(request.allowance) {
  const std::vector<EngineRow>& engines = request.chosen.empty() ? request.engines : request.chosen;
  report_.engine = engines.front().name;
  for (const Property& property : asked) {
    Decided& open = report_.decided.emplace_back(Decided{property});
    if (!property.is<RuleKept>()) open.engine = report_.engine;
  }
  tell();
}

Allowance Announcement::next(std::size_t open) const {
  Allowance out = rest();
  std::optional<double>& seconds = out.limits.seconds;
  if (seconds) *seconds /= static_cast<double>(std::max<std::size_t>(open, 1));
  if (const std::optional<double>& most = request_.seconds_per_property)
    seconds = std::min(*most, seconds.value_or(*most));
  return out;
}

void Announcement::assume(std::vector<std::string> assumptions) {
  report_.assumptions = std::move(assumptions);
}

void Announcement::warn(const Messages& warnings) {
  if (report_.warnings == warnings) return;
  report_.warnings = warnings;
  tell();
}

void Announcement::tell(std::size_t number, Decided decided) {
  if (!decided.engine.empty()) report_.engine = decided.engine;
  report_.decided[number] = std::move(decided);
  tell();
}

void Announcement::cover(Coverage known) {
  report_.coverage = std::move(known);
  tell();
}

void Announcement::tell() const {
  if (!observer_) return;
  if (!request_.are_usual) return observer_(report_);
  Report shown = report_;
  leave_out_not_applicable(shown.decided);
  observer_(shown);
}

}  // namespace hardbop::verify
