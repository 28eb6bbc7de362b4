// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "product/cross/claims.hpp"
#include "product/cross/contenders.hpp"
#include <hardbop/cross.hpp>
#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

using cross_layer::Claims;
using cross_layer::seconds_of;
using cross_layer::Setting;

class Cross {
 public:
  Cross(const Program& program, const CrossOptions& options)
      : program_(program), options_(options) {
    report_.input = program.name();
    report_.sha256 = program.sha256();
  }

  CrossReport run() {
    for (const Setting& setting : cross_layer::settings(options_)) {
      if (!cross_layer::is_wanted(options_, setting.name)) continue;
      if (is_cancelled()) break;
      const Answer answer = ask(setting);
      if (answer.errors.empty()) {
        take(setting, answer);
      } else if (asked_.engine.empty()) {  // nobody has taken the question for a good one
        report_.errors = answer.errors;
        return std::move(report_);
      } else {
        report_.contenders.push_back({setting.name, {}, 0, answer.errors.front().text});
      }
    }
    for (const std::string& tool : options_.outside)
      if (!is_cancelled() && cross_layer::is_wanted(options_, tool)) ask(tool);
    if (is_cancelled()) report_.stopped = "cancelled";
    compare();
    return std::move(report_);
  }

 private:
  const Program& program_;
  const CrossOptions& options_;
  CrossReport report_;
  Answer asked_;  // of the first to answer: says what the properties are
  std::vector<Claims<Verdict>> verdicts_;
  std::vector<Claims<std::uint64_t>> hierarchical_;
  std::vector<Claims<std::string>> expanded_;
  Claims<std::string> unreachable_;

  [[nodiscard]] bool is_cancelled() const {
    const std::atomic<bool>* const cancel = options_.question.cancel;
    return cancel != nullptr && cancel->load();
  }

  /// Not every question has certificates; then the answer alone will do.
  [[nodiscard]] Answer ask(const Setting& setting) const {
    Answer answer = check(program_, setting.question);
    if (answer.errors.empty() || !setting.question.certify) return answer;
    Question question = setting.question;
    question.certify = false;
    return check(program_, question);
  }

  void disagree(Disagreement::Kind kind, std::string text, std::vector<std::string> between) {
    report_.disagreements.push_back({kind, std::move(text), std::move(between)});
  }

  void take(const Setting& setting, const Answer& answer) {
    Contender contender{setting.name, {}, seconds_of(answer), ""};
    if (!answer.internal_error.empty()) {
      disagree(Disagreement::Kind::Failure,
               fmt::format("{}: {}", setting.name, answer.internal_error), {setting.name});
      contender.remark = "internal error";
    } else {
      if (asked_.engine.empty()) prepare(answer);
      for (std::size_t i = 0; i < answer.results.size(); ++i)
        take(setting, answer.results[i], i, contender);
      if (!answer.certificate.empty()) check_certificate(setting, answer);
      if (answer.coverage && answer.coverage->incomplete.empty())
        unreachable_.claim(setting.name, unreachable_text(*answer.coverage));
    }
    report_.contenders.push_back(std::move(contender));
  }

  void check_certificate(const Setting& setting, const Answer& answer) {
    ValidateOptions options;
    options.timeout = setting.question.timeout;
    options.cancel = setting.question.cancel;
    const Validation validation = validate(options_.text, answer.certificate, options);
    if (validation.status != Validation::Status::Invalid &&
        validation.status != Validation::Status::BadInput)
      return;
    const std::string why = validation.lines.empty() ? "" : validation.lines.front();
    disagree(Disagreement::Kind::Certificate,
             fmt::format("certificate of {}: {}", setting.name, why), {setting.name});
  }

  void prepare(const Answer& answer) {
    asked_ = answer;
    report_.nothing = answer.nothing;
    for (const PropertyResult& result : answer.results)
      report_.properties.push_back(result.property);
    verdicts_.resize(answer.results.size());
    hierarchical_.resize(answer.results.size());
    expanded_.resize(answer.results.size());
  }

  void take(const Setting& setting, const PropertyResult& result, std::size_t i,
            Contender& contender) {
    contender.verdicts.push_back(result.verdict);
    if (result.verdict == Verdict::Unknown) contender.remark = result.reason;
    if (result.verdict == Verdict::Violated || result.verdict == Verdict::Holds)
      verdicts_[i].claim(setting.name, result.verdict);
    if (!result.trace || !result.trace->note.empty()) return;
    if (setting.question.trace_shortest == ShortestTrace::Expanded) {
      expanded_[i].claim(setting.name, result.trace->length);
    } else {
      hierarchical_[i].claim(setting.name, result.trace->hierarchical_length);
    }
  }

  void ask(const std::string& tool) {
    const std::vector<cross_layer::Group> groups = cross_layer::groups(asked_);
    std::vector<Verdict> verdicts;
    Contender contender = cross_layer::ask_outside(tool, program_, options_, groups, verdicts);
    contender.verdicts.assign(verdicts_.size(), Verdict::Unknown);
    for (std::size_t i = 0; i < groups.size(); ++i) take(groups[i], verdicts[i], contender);
    report_.contenders.push_back(std::move(contender));
  }

  /// Where a group holds, each of its properties does; where it is violated, so is one.
  void take(const cross_layer::Group& group, Verdict verdict, Contender& contender) {
    if (verdict == Verdict::Unknown) return;
    if (verdict == Verdict::Violated && group.properties.size() > 1)
      contender.remark = "some assertion is violated";
    std::string holding;  // who says that all hold
    bool all_hold = true;
    for (const std::size_t i : group.properties) {
      if (verdict == Verdict::Holds || group.properties.size() == 1) {
        contender.verdicts[i] = verdict;
        verdicts_[i].claim(contender.name, verdict);
        all_hold = false;
      } else if (verdicts_[i].is_claimed() && verdicts_[i].first().second == Verdict::Holds) {
        holding = verdicts_[i].first().first;
      } else {
        all_hold = false;
      }
    }
    if (all_hold)
      disagree(
          Disagreement::Kind::Verdict,
          fmt::format("assertions: all hold by {}, some violated by {}", holding, contender.name),
          {holding, contender.name});
  }

  static std::string unreachable_text(const Coverage& coverage) {
    std::string out;
    for (const CoveredStatement& one : coverage.unreachable)
      out += fmt::format(" {}:{}", one.at.line, one.at.column);
    return out.empty() ? " none" : out;
  }

  void compare() {
    const auto between = [](const auto& claims) {
      return std::vector{claims.first().first, claims.other().first};
    };
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
      const std::string& property = report_.properties[i];
      if (const auto& claims = verdicts_[i]; claims.differ())
        disagree(Disagreement::Kind::Verdict,
                 fmt::format("{}: {} by {}, {} by {}", property, to_string(claims.first().second),
                             claims.first().first, to_string(claims.other().second),
                             claims.other().first),
                 between(claims));
      if (const auto& claims = hierarchical_[i]; claims.differ())
        disagree(Disagreement::Kind::Length,
                 fmt::format("{}: a trace of {} steps by {}, of {} steps by {}", property,
                             claims.first().second, claims.first().first, claims.other().second,
                             claims.other().first),
                 between(claims));
      if (const auto& claims = expanded_[i]; claims.differ())
        disagree(Disagreement::Kind::Length,
                 fmt::format("{}: a trace of {} statements by {}, of {} statements by {}", property,
                             claims.first().second, claims.first().first, claims.other().second,
                             claims.other().first),
                 between(claims));
    }
    if (unreachable_.differ())
      disagree(Disagreement::Kind::Coverage,
               fmt::format("unreachable statements:{} by {},{} by {}", unreachable_.first().second,
                           unreachable_.first().first, unreachable_.other().second,
                           unreachable_.other().first),
               between(unreachable_));
  }
};

}  // namespace

CrossReport cross(const Program& program, const CrossOptions& options) {
  return Cross(program, options).run();
}

int exit_status(const CrossReport& report) {
  if (!report.errors.empty()) return 2;
  if (!report.disagreements.empty()) return 6;
  return report.stopped.empty() ? 0 : 5;
}

}  // namespace hardbop
