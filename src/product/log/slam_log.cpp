// SPDX-License-Identifier: MIT
#include "product/log/slam_log.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_steps = 400;

const char* feasible_text(std::optional<bool> is_run) {
  if (!is_run) return "unknown";
  return *is_run ? "yes" : "no";
}

Json path_event(const verify::SlamRound& round) {
  Json steps = Json::array();
  std::size_t left_out = 0;
  for (const verify::SlamStep& step : round.steps) {
    if (steps.size() < most_steps) {
      steps.push_back({{"file", step.file},
                       {"line", step.line},
                       {"function", step.function},
                       {"text", step.text}});
      if (!step.core.empty()) steps.back()["core"] = step.core;
    } else {
      ++left_out;
    }
  }
  return {{"event", "path"},
          {"number", round.number},
          {"feasible", feasible_text(round.is_run)},
          {"steps", std::move(steps)},
          {"left_out", left_out}};
}

Json predicate_event(const verify::SlamRound& round, const verify::SlamPredicate& found) {
  Json event{{"event", "predicate"}, {"number", round.number}, {"text", found.text}};
  if (!found.step || *found.step >= round.steps.size()) return event;
  // A step that stands for no statement is shown as the next one that does.
  std::size_t at = *found.step;
  while (at + 1 < round.steps.size() && round.steps[at].line == 0) ++at;
  event["step"] = *found.step;
  event["file"] = round.steps[at].file;
  event["line"] = round.steps[at].line;
  return event;
}

}  // namespace

void write_round(const Sink& sink, const verify::SlamRound& round) {
  if (round.steps.empty()) {
    write(sink, {{"event", "iteration"},
                 {"number", round.number},
                 {"property", round.property},
                 {"predicates", round.texts},
                 {"program", round.program}});
  } else if (!round.is_excluded) {
    write(sink, path_event(round));
  } else if (round.found.empty()) {
    write(sink, {{"event", "exclusion"}, {"number", round.number}});
  } else {
    for (const verify::SlamPredicate& found : round.found)
      write(sink, predicate_event(round, found));
  }
}

}  // namespace hardbop::log
