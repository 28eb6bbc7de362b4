// SPDX-License-Identifier: MIT
#include "c/verify/model_text.hpp"

#include <fmt/format.h>

#include "c/lower/lower.hpp"
#include "words/export/aiger.hpp"
#include "words/export/btor2.hpp"

namespace hardbop::verify {

namespace {

std::vector<std::string> about(const Sources& sources, const c::Program& program,
                               const Property& property, const c::Model& model) {
  std::vector<std::string> out{
      fmt::format("hardbop export: {}, {}", sources.input(), property.name),
      model.sinks.empty() ? "There is nothing to check." : "Can a run reach one of these?"};
  bool is_followed = true;
  for (const c::Sink& sink : model.sinks) {
    is_followed &= sink.kind == c::Sink::Kind::Error;
    out.push_back(
        fmt::format("  {}: {}{}", place_text(program, sink.at),
                    sink.kind == c::Sink::Kind::Error ? "" : "cannot be followed: ", sink.text));
  }
  out.emplace_back("The bad state 'error' is reachable if and only if a run reaches an error.");
  if (!is_followed)
    out.emplace_back("If 'not_followed' is reachable, the model does not have all runs.");
  return out;
}

}  // namespace

std::string write_model(const Sources& sources, const c::Program& program, const Property& property,
                        ModelFormat format) {
  c::Bounds bounds;
  bounds.defects = property.defects();
  bounds.floats = format != ModelFormat::Btor2;  // which has no numbers of IEEE 754
  const c::Model model = c::lower(program, bounds);
  std::vector<words::Goal> goals{{"error", {}}, {"not_followed", {}}};
  for (const c::Sink& sink : model.sinks)
    goals[sink.kind == c::Sink::Kind::Error ? 0 : 1].blocks.push_back(sink.block);
  if (goals.back().blocks.empty()) goals.pop_back();
  words::TransitionSystem system = words::transition_system(model.graph, goals);
  const std::vector<std::string> lines = about(sources, program, property, model);
  if (format == ModelFormat::Btor2) return words::to_btor2(system, lines);
  return words::to_aiger(
      std::move(system),
      format == ModelFormat::Aiger ? words::AigerForm::Binary : words::AigerForm::Ascii, lines);
}

}  // namespace hardbop::verify
