// SPDX-License-Identifier: MIT
#include "product/suite/answer_reader.hpp"

#include <array>
#include <utility>

namespace hardbop::suite {

namespace {

using Kind = PropertyResult::Kind;

constexpr std::array<std::pair<const char*, Kind>, 12> kinds{{{"label", Kind::Label},
                                                              {"assert", Kind::Assert},
                                                              {"ltl", Kind::Ltl},
                                                              {"ctl", Kind::Ctl},
                                                              {"termination", Kind::Termination},
                                                              {"rule", Kind::Rule},
                                                              {"overflow", Kind::Overflow},
                                                              {"memory", Kind::Memory},
                                                              {"arithmetic", Kind::Arithmetic},
                                                              {"leak", Kind::Leak},
                                                              {"race", Kind::Race},
                                                              {"deadlock", Kind::Deadlock}}};

std::string text_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Location location_from(const Json& json) {
  Location at;
  if (!json.is_object()) return at;
  at.file = text_in(json, "file");
  at.line = json.value("line", 0U);
  at.column = json.value("column", 0U);
  return at;
}

std::string digits(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

TraceStep step_from(const Json& json) {
  TraceStep step;
  const std::string kind = text_in(json, "kind");
  if (kind == "call") step.kind = TraceStep::Kind::Call;
  if (kind == "return") step.kind = TraceStep::Kind::Return;
  step.depth = json.value("depth", 0U);
  step.thread = json.value("thread", 0U);
  step.procedure = text_in(json, "procedure");
  step.at = location_from(json);
  step.statement = text_in(json, "statement");
  step.left_out_before = json.value("left_out_before", std::uint64_t{0});
  step.ends = json.value("ends", false);
  step.columns = json.value("columns", step.columns);
  step.times = json.value("times", step.times);
  for (const auto& [name, value] : json.at("state").items()) {
    VariableValue variable;
    variable.name = name;
    if (value.is_boolean())
      variable.value = value.get<bool>();
    else
      variable.value = digits(value);
    step.state.push_back(std::move(variable));
  }
  return step;
}

Trace trace_from(const Json& json) {
  Trace trace;
  trace.hierarchical_length = json.at("hierarchical_length");
  trace.length = digits(json.at("length"));
  trace.truncated = json.value("truncated", false);
  trace.note = text_in(json, "note");
  for (const Json& step : json.at("steps")) trace.steps.push_back(step_from(step));
  trace.end = step_from(json.at("end"));
  if (json.contains("threads")) trace.threads = json["threads"].get<std::vector<std::string>>();
  trace.context_switches = json.value("context_switches", std::uint64_t{0});
  if (const auto loop = json.find("loop"); loop != json.end()) {
    TraceLoop& read = trace.loop.emplace();
    const std::string kind = text_in(*loop, "kind");
    if (kind == "terminated") read.kind = TraceLoop::Kind::Terminated;
    if (kind == "failed") read.kind = TraceLoop::Kind::Failed;
    read.first_step = loop->value("first_step", std::size_t{0});
    read.length = loop->value("length", std::uint64_t{0});
    read.frames = loop->value("frames", std::uint64_t{0});
  }
  return trace;
}

Verdict verdict_from(const std::string& text) {
  for (const Verdict one :
       {Verdict::Violated, Verdict::Holds, Verdict::HoldsBounded, Verdict::NotApplicable})
    if (to_string(one) == text) return one;
  return Verdict::Unknown;
}

InvolvedThread involved_from(const Json& json) {
  InvolvedThread out;
  out.thread = json.value("thread", 0U);
  out.function = text_in(json, "function");
  const std::string action = text_in(json, "action");
  if (action == "reads") out.action = InvolvedThread::Action::Reads;
  if (action == "writes") out.action = InvolvedThread::Action::Writes;
  out.object = text_in(json, "object");
  out.joined = json.value("joined", 0U);
  out.holder = json.value("holder", 0U);
  out.at = location_from(json.at("location"));
  return out;
}

PropertyResult result_from(const Json& json) {
  PropertyResult result;
  const std::string kind = text_in(json, "kind");
  for (const auto& [name, value] : kinds)
    if (kind == name) result.kind = value;
  result.property = json.at("property");
  // All assertions of a C program are one property; others have their places in their names.
  if (result.kind == Kind::Assert && !result.property.starts_with("assert "))
    result.kind = Kind::Assertions;
  result.procedure = text_in(json, "procedure");
  result.at = location_from(json.at("location"));
  result.verdict = verdict_from(json.at("verdict"));
  result.reason = text_in(json, "reason");
  result.detail = text_in(json, "detail");
  result.seconds = json.value("seconds", 0.0);
  result.places = json.value("places", std::uint64_t{0});
  if (json.contains("diverging"))
    result.diverging = json["diverging"].get<std::vector<std::string>>();
  if (json.contains("involved"))
    for (const Json& one : json["involved"]) result.involved.push_back(involved_from(one));
  if (json.contains("blocking"))
    for (const Json& one : json["blocking"])
      result.blocking.push_back(
          {location_from(one.at("location")), text_in(one, "text"), one.value("reached", true)});
  if (json.contains("trace")) result.trace = trace_from(json["trace"]);
  return result;
}

}  // namespace

Answer answer_from(const Json& json) {
  Answer answer;
  for (const Json& input : json.at("inputs"))
    answer.inputs.push_back({input.at("path"), text_in(input, "sha256")});
  if (!answer.inputs.empty()) answer.input = answer.inputs.front().path;
  answer.engine = text_in(json, "engine");
  answer.nothing = text_in(json, "nothing");
  for (const Json& warning : json.at("warnings")) {
    Message& message = answer.warnings.emplace_back();
    message.kind = Message::Kind::Warning;
    message.at = location_from(warning.at("location"));
    message.text = text_in(warning, "text");
    message.hint = text_in(warning, "hint");
  }
  for (const Json& text : json.at("assumptions")) answer.assumptions.push_back(text);
  for (const Json& result : json.at("results")) answer.results.push_back(result_from(result));
  return answer;
}

}  // namespace hardbop::suite
