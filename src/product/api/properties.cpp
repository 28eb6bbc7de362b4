// SPDX-License-Identifier: MIT
#include "product/api/properties.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/spelling.hpp"
#include "boolean/language/threads.hpp"

namespace hardbop::api {

namespace {

using bp::Graph;
using bp::GraphLabel;

/// The labels that are asked for where nothing else is.
constexpr std::string_view error_labels[] = {"ERROR", "SLIC_ERROR"};

Message about_input(const Program::Implementation& program, std::string text, std::string hint) {
  return {
      Message::Kind::Error, {program.source().name(), 1, 1}, std::move(text), std::move(hint), ""};
}

std::string_view text_of(const Graph& graph, const GraphLabel& label) {
  return graph.program().text(label.name);
}

bool asks_temporal(const Question& question) {
  return question.terminates || !question.ltl.empty() || !question.ctl.empty() ||
         !question.properties.empty() || !question.monitors.empty();
}

}  // namespace

std::vector<bp::Target> properties(const Program::Implementation& program, const Question& question,
                                   std::vector<Message>& errors) {
  const Graph& graph = program.graph();
  std::vector<bp::Target> out;
  for (const std::string& name : question.labels) {
    bp::Target target = bp::label_target(graph, name);
    if (target.vertices.empty()) {
      SpellingHint hint(name);
      for (const GraphLabel& label : graph.labels()) hint.offer(text_of(graph, label));
      errors.push_back(
          about_input(program, fmt::format("no label {}", quote_name(name)), hint.hint()));
    }
    out.push_back(std::move(target));
  }
  if (question.all_labels) {
    for (const GraphLabel& label : graph.labels()) out.push_back(bp::target_of(graph, label));
  }
  const bool asks = !question.labels.empty() || question.all_labels || asks_temporal(question);
  if (asks && !question.asserts) return out;
  for (bp::Target& target : bp::assertion_targets(graph)) out.push_back(std::move(target));
  for (const std::string_view name : error_labels)
    if (bp::Target target = bp::label_target(graph, name); !target.vertices.empty())
      out.push_back(std::move(target));
  return out;
}

std::vector<bp::ProcedureId> entries(const Program::Implementation& program,
                                     const Question& question, std::vector<Message>& errors) {
  const bp::Program& source = program.program();
  std::vector<bp::ProcedureId> out;
  const std::vector<std::string> standard{"main"};
  for (const std::string& name : question.entries.empty() ? standard : question.entries) {
    const bp::ProcedureId p = source.find_procedure(name);
    if (p != bp::no_index) {
      if (std::ranges::find(out, p) == out.end()) out.push_back(p);
      continue;
    }
    SpellingHint hint(name);
    for (const bp::Procedure& procedure : source.procedures)
      hint.offer(source.text(procedure.name.name));
    std::string advice = hint.hint();
    if (advice.empty() && question.entries.empty())
      advice = "runs start in main; use Question::entries for another procedure";
    errors.push_back(
        about_input(program, fmt::format("no procedure {}", quote_name(name)), std::move(advice)));
  }
  return out;
}

bp::ProcedureId first_thread(const Program::Implementation& program, const Question& question,
                             std::vector<Message>& errors) {
  const bool declared = bp::Threads::are_declared(program.graph());
  if (declared && question.entries.empty()) return bp::no_index;
  const std::vector<bp::ProcedureId> found = entries(program, question, errors);
  const auto refuse = [&](const char* why) {
    Message& message = errors.emplace_back();
    message.at.file = program.source().name();
    message.text = why;
  };
  if (declared)
    refuse("Question::entries: the thread declarations of this program say where threads start");
  if (found.size() > 1)
    refuse("Question::entries: a concurrent program starts in exactly one procedure");
  return found.empty() ? bp::no_index : found.front();
}

}  // namespace hardbop::api
