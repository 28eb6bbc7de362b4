// SPDX-License-Identifier: MIT
// An answer in SARIF 2.1.0, the format in which editors and forges take what analysers found.
//
// A result is known again in the next run by its fingerprint. It is made of what stays when lines
// move: the rule, the file, the procedure, and the property without line and column. Where several
// results have the same, their order in the answer, which is that of the program, tells them apart.
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "base/certificate/claim.hpp"
#include "product/report/figures.hpp"
#include "product/report/sarif_places.hpp"
#include "product/report/sarif_rules.hpp"
#include "product/report/trace_text.hpp"
#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

using report::Json;
using report::sarif_message;

const char* level_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violated: return "error";
    case Verdict::Unknown: return "note";
    case Verdict::Holds:
    case Verdict::HoldsBounded:
    case Verdict::NotApplicable: return "none";
  }
  return "none";
}

/// "assert" of "assert 7:3": what does not change when lines move.
std::string without_lines(const PropertyResult& result) {
  // All assertions of a C program are one property: what fails tells them apart.
  if (result.kind == PropertyResult::Kind::Assertions && result.trace)
    return result.property + "\n" + result.trace->end.statement;
  if (result.kind != PropertyResult::Kind::Assert) return result.property;
  static const std::regex place(" [0-9]+:[0-9]+$");
  return std::regex_replace(result.property, place, "");
}

/// What is said of the whole program, by the place in this list.
enum Notice : std::uint8_t { Warning, Undecided, Nothing, Assumption, Error };

struct NoticeText {
  const char* id;
  const char* level;
  const char* text;
};

constexpr NoticeText notices[] = {
    {"hardbop/warning", "warning", "Something in the program may not be what was meant"},
    {"hardbop/unknown", "note", "A property was not decided, for this reason"},
    {"hardbop/nothing", "note", "There is nothing to check in the program"},
    {"hardbop/assumption", "note", "What the verdicts rest on"},
    {"hardbop/error", "error", "Why there are no results"},
};

class Sarif {
 public:
  Sarif(const Answer& answer, const SarifOptions& options)
      : answer_(answer), options_(options), places_(answer.input, options.source_root) {
    for (const PropertyResult& result : answer.results) {
      const std::string id = report::rule_id(result);
      if (rule_index_.emplace(id, rules_.size()).second) rules_.push_back(rule(id, result));
    }
  }

  [[nodiscard]] Json log() const {
    Json run = {{"tool", {{"driver", driver()}}},
                {"invocations", Json::array({invocation()})},
                {"originalUriBaseIds", places_.base_ids()}};
    if (!answer_.inputs.empty()) run["artifacts"] = artifacts();
    run["results"] = results();
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({std::move(run)})}};
  }

 private:
  const Answer& answer_;
  const SarifOptions& options_;
  report::SarifPlaces places_;
  std::vector<Json> rules_;
  std::map<std::string, std::size_t> rule_index_;

  [[nodiscard]] Json rule(const std::string& id, const PropertyResult& result) const {
    const report::RuleText text = report::rule_text(result, options_);
    return {
        {"id", id},
        {"shortDescription", sarif_message(text.title)},
        {"fullDescription", sarif_message(text.text)},
        {"help", sarif_message(text.help)},
        {"defaultConfiguration", {{"level", "error"}}},
        {"properties",
         {{"tags", {"correctness"}}, {"precision", "very-high"}, {"problem.severity", "error"}}}};
  }

  [[nodiscard]] Json driver() const {
    Json kinds = Json::array();
    for (const NoticeText& notice : notices)
      kinds.push_back({{"id", notice.id}, {"shortDescription", sarif_message(notice.text)}});
    return {{"name", "hardbop"},
            {"version", version()},
            {"semanticVersion", version()},
            {"rules", rules_},
            {"notifications", std::move(kinds)}};
  }

  [[nodiscard]] Json artifacts() const {
    Json out = Json::array();
    for (const InputFile& input : answer_.inputs) {
      Json one = {{"location", places_.file(input.path)}, {"roles", {"analysisTarget"}}};
      if (!input.sha256.empty()) one["hashes"] = {{"sha-256", input.sha256}};
      out.push_back(std::move(one));
    }
    return out;
  }

  [[nodiscard]] Json invocation() const {
    const bool is_done = answer_.errors.empty() && answer_.internal_error.empty();
    Json out = {{"executionSuccessful", is_done}, {"exitCode", exit_status(answer_)}};
    if (Json root = places_.root(); !root.is_null()) out["workingDirectory"] = std::move(root);
    out["toolExecutionNotifications"] = notifications();
    return out;
  }

  [[nodiscard]] static Json notification(Notice notice, const std::string& text) {
    return {{"level", notices[notice].level},
            {"message", sarif_message(text)},
            {"descriptor", {{"id", notices[notice].id}, {"index", static_cast<int>(notice)}}}};
  }

  [[nodiscard]] Json notification(Notice notice, const Message& said) const {
    Json out = notification(
        notice, said.hint.empty() ? said.text : fmt::format("{} (hint: {})", said.text, said.hint));
    out["locations"] = Json::array({places_.location(said.at, "")});
    return out;
  }

  [[nodiscard]] Json undecided(const PropertyResult& result) const {
    Json out = notification(
        Undecided, fmt::format("{}: unknown: {}", result.property, report::explanation(result)));
    out["locations"] = Json::array({places_.location(result.at, result.procedure)});
    out["associatedRule"] = reference(report::rule_id(result));
    return out;
  }

  [[nodiscard]] Json reference(const std::string& id) const {
    return {{"id", id}, {"index", rule_index_.at(id)}};
  }

  /// What is said of the whole program.
  [[nodiscard]] Json notifications() const {
    Json out = Json::array();
    for (const Message& error : answer_.errors) out.push_back(notification(Error, error));
    if (!answer_.internal_error.empty())
      out.push_back(notification(Error, "internal error: " + answer_.internal_error));
    for (const Message& warning : answer_.warnings) out.push_back(notification(Warning, warning));
    if (!answer_.nothing.empty())
      out.push_back(notification(Nothing, "nothing to check: " + answer_.nothing));
    for (const PropertyResult& result : answer_.results)
      if (result.verdict == Verdict::Unknown) out.push_back(undecided(result));
    for (const std::string& text : answer_.assumptions)
      out.push_back(notification(Assumption, "assuming: " + text));
    return out;
  }

  [[nodiscard]] Json results() const {
    Json out = Json::array();
    std::map<std::string, std::size_t> seen;
    for (const PropertyResult& result : answer_.results) {
      const std::string identity =
          fmt::format("{}\n{}\n{}\n{}", report::rule_id(result), places_.uri(result.at),
                      result.procedure, without_lines(result));
      Json one = result_of(result);
      one["partialFingerprints"] = {
          {"hardbop/v1",
           fmt::format("{}:{}", certify::sha256(identity).substr(0, 32), ++seen[identity])}};
      out.push_back(std::move(one));
    }
    return out;
  }

  [[nodiscard]] Json result_of(const PropertyResult& result) const {
    const std::string id = report::rule_id(result);
    Json out = {{"ruleId", id}, {"ruleIndex", rule_index_.at(id)}};
    const bool holds = result.verdict == Verdict::Holds || result.verdict == Verdict::HoldsBounded;
    if (holds) out["kind"] = "pass";
    if (result.verdict == Verdict::NotApplicable) out["kind"] = "notApplicable";
    out["level"] = level_of(result.verdict);
    out["message"] = sarif_message(fmt::format(
        "{}: {}: {}", result.property, to_string(result.verdict), report::explanation(result)));
    Json at = places_.location(result.at, result.procedure);
    // Code hosting sites show a result at a line; of one that is about the file, the first.
    at["physicalLocation"].emplace("region", Json{{"startLine", 1}});
    out["locations"] = Json::array({std::move(at)});
    for (const BlockingConstruct& one : result.blocking) {
      Json place = places_.location(one.at, "");
      place["message"] = sarif_message(one.text);
      out["relatedLocations"].push_back(std::move(place));
    }
    if (result.trace) out["codeFlows"] = Json::array({flow(*result.trace)});
    return out;
  }

  /// Each thread has its steps; their order is the steps' numbers. Copies of a thread share a name.
  [[nodiscard]] Json flow(const Trace& trace) const {
    std::map<std::uint32_t, Json> threads;
    std::uint64_t order = 0;
    const auto add = [&](const TraceStep& step) {
      Json& steps = threads.try_emplace(step.thread, Json::array()).first->second;
      order += step.left_out_before + 1;
      steps.push_back(step_of(step, order));
    };
    for (const TraceStep& step : trace.steps) add(step);
    if (!trace.loop || threads.empty()) {
      add(trace.end);
      threads[trace.end.thread].back()["importance"] = "essential";
    }
    Json flows = Json::array();
    for (auto& [thread, steps] : threads) {
      Json one = Json::object();
      if (thread < trace.threads.size())
        one["id"] = fmt::format("thread {} ({})", thread, trace.threads[thread]);
      one["locations"] = std::move(steps);
      flows.push_back(std::move(one));
    }
    return {{"message", sarif_message("trace of " + report::trace_heading(trace))},
            {"threadFlows", std::move(flows)}};
  }

  [[nodiscard]] Json step_of(const TraceStep& step, std::uint64_t order) const {
    Json at = places_.location(step.at, step.procedure);
    if (!step.statement.empty()) at["message"] = sarif_message(step.statement);
    Json out = {{"location", std::move(at)}};
    if (step.kind == TraceStep::Kind::Call) out["kinds"] = Json::array({"call"});
    if (step.kind == TraceStep::Kind::Return) out["kinds"] = Json::array({"return"});
    Json state = Json::object();
    for (const VariableValue& variable : step.state) {
      if (variable.unconstrained) continue;
      state[variable.name] = sarif_message(report::value_text(variable));
    }
    if (!state.empty()) out["state"] = std::move(state);
    out["nestingLevel"] = step.depth;
    out["executionOrder"] = order;
    return out;
  }
};

}  // namespace

std::string to_sarif(const Answer& answer, const SarifOptions& options) {
  return report::dump(Sarif(answer, options).log());
}

}  // namespace hardbop
