// SPDX-License-Identifier: MIT
// An answer in SARIF 2.1.0, the format in which editors and code hosts read the findings of
// analysers.
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "product/report/figures.hpp"
#include "product/report/trace_text.hpp"
#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

using report::Json;

/// A path as a reference of RFC 3986.
std::string uri_of(const std::string& path) {
  constexpr std::string_view plain = "-._~/";
  std::string out = path.starts_with("/") ? "file://" : "";
  for (const char letter : path) {
    const bool is_name = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9');
    if (is_name || plain.find(letter) != std::string_view::npos)
      out += letter;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  return out;
}

/// Braces would be placeholders; two of them stand for one.
Json message(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '{' || letter == '}') escaped += letter;
    escaped += letter;
  }
  return {{"text", std::move(escaped)}};
}

using Kind = PropertyResult::Kind;

/// What a property is an instance of: C's properties and rules have names, the others kinds.
std::string rule_of(const PropertyResult& result) {
  switch (result.kind) {
    case Kind::Label:
    case Kind::Assert:
    case Kind::Ltl:
    case Kind::Ctl:
    case Kind::Termination:
    case Kind::Monitor: return report::kind_text(result.kind);
    default: return result.property;
  }
}

const char* description(Kind kind) {
  switch (kind) {
    case Kind::Assertions: return "No run of the program reaches an error";
    case Kind::Overflow: return "No run of the program has a signed overflow";
    case Kind::Memory: return "No run of the program makes an invalid memory access";
    case Kind::Arithmetic: return "No run of the program divides by zero or shifts too far";
    case Kind::Leak: return "No run of the program leaks memory";
    case Kind::Race: return "No run of the program has a data race";
    case Kind::Deadlock: return "No run of the program has a deadlock";
    case Kind::Termination: return "Every run of the program terminates";
    case Kind::Rule: return "Every run of the program obeys the rule";
    case Kind::Label: return "No run of the program reaches the label";
    case Kind::Assert: return "No run of the program fails the assertion";
    case Kind::Monitor: return "No run of the program takes the monitor to an error state";
    case Kind::Ltl: return "Every run satisfies the LTL formula";
    case Kind::Ctl: break;
  }
  return "Every initial state satisfies the CTL formula";
}

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

class Sarif {
 public:
  explicit Sarif(const Answer& answer) : answer_(answer) {}

  [[nodiscard]] Json log() const {
    Json results = Json::array();
    for (const PropertyResult& result : answer_.results) results.push_back(result_of(result));
    Json driver = {{"name", "hardbop"}, {"version", version()}, {"rules", rules()}};
    Json run = {{"tool", {{"driver", std::move(driver)}}}};
    if (Json said = notifications(); !said.empty())
      run["invocations"] = Json::array(
          {{{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(said)}}});
    run["results"] = std::move(results);
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({std::move(run)})}};
  }

 private:
  const Answer& answer_;

  /// What is said of the whole program.
  [[nodiscard]] Json notifications() const {
    Json out = Json::array();
    const auto add = [&](const std::string& text) {
      out.push_back({{"level", "note"}, {"message", message(text)}});
    };
    if (!answer_.nothing.empty()) add("nothing to check: " + answer_.nothing);
    for (const std::string& text : answer_.assumptions) add("assuming: " + text);
    return out;
  }

  [[nodiscard]] Json rules() const {
    Json out = Json::array();
    std::map<std::string, bool> seen;
    for (const PropertyResult& result : answer_.results) {
      const std::string rule = rule_of(result);
      if (!seen.emplace(rule, true).second) continue;
      out.push_back({{"id", rule}, {"shortDescription", message(description(result.kind))}});
    }
    return out;
  }

  [[nodiscard]] Json result_of(const PropertyResult& result) const {
    Json out = {{"ruleId", rule_of(result)}};
    const bool holds = result.verdict == Verdict::Holds || result.verdict == Verdict::HoldsBounded;
    if (holds) out["kind"] = "pass";
    if (result.verdict == Verdict::NotApplicable) out["kind"] = "notApplicable";
    out["level"] = level_of(result.verdict);
    out["message"] = message(fmt::format("{}: {}: {}", result.property, to_string(result.verdict),
                                         report::explanation(result)));
    out["locations"] = Json::array({location(result.at, result.procedure)});
    if (result.trace) out["codeFlows"] = Json::array({flow(*result.trace)});
    return out;
  }

  /// A place that is not known is the file.
  [[nodiscard]] Json location(const Location& at, const std::string& procedure) const {
    Json physical = {
        {"artifactLocation", {{"uri", uri_of(at.file.empty() ? answer_.input : at.file)}}}};
    if (at.line != 0) {
      physical["region"] = {{"startLine", at.line}};
      if (at.column != 0) physical["region"]["startColumn"] = at.column;
    }
    Json out = {{"physicalLocation", std::move(physical)}};
    if (!procedure.empty())
      out["logicalLocations"] = Json::array({{{"name", procedure}, {"kind", "function"}}});
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
    return {{"message", message("trace of " + report::trace_heading(trace))},
            {"threadFlows", std::move(flows)}};
  }

  [[nodiscard]] Json step_of(const TraceStep& step, std::uint64_t order) const {
    Json at = location(step.at, step.procedure);
    if (!step.statement.empty()) at["message"] = message(step.statement);
    Json out = {{"location", std::move(at)}};
    if (step.kind == TraceStep::Kind::Call) out["kinds"] = Json::array({"call"});
    if (step.kind == TraceStep::Kind::Return) out["kinds"] = Json::array({"return"});
    Json state = Json::object();
    for (const VariableValue& variable : step.state) {
      if (variable.unconstrained) continue;
      state[variable.name] = message(report::value_text(variable));
    }
    if (!state.empty()) out["state"] = std::move(state);
    out["nestingLevel"] = step.depth;
    out["executionOrder"] = order;
    return out;
  }
};

}  // namespace

std::string to_sarif(const Answer& answer) {
  return report::dump(Sarif(answer).log());
}

}  // namespace hardbop
