// SPDX-License-Identifier: MIT
#include "product/log/image_log.hpp"

#include <span>

#include "base/bdd/cubes.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_states = 24;

/// A word's value in a cube: a number, `-` where it can be any, and its bits where some are known.
std::string word_text(std::span<const bdd::Var> bits, std::span<const bdd::Literal> cube) {
  std::string text(bits.size(), '-');
  for (const bdd::Literal literal : cube)
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (bits[i] == literal.var) text[bits.size() - 1 - i] = literal.positive ? '1' : '0';
  if (text.find('-') == std::string::npos && text.size() > 1 && text.size() < 32)
    return std::to_string(std::stoul(text, nullptr, 2));
  return text.find_first_not_of('-') == std::string::npos ? "-" : text;
}

/// Variables that have bits; others are constant.
std::vector<words::VariableId> shown_variables(const image::ImageStep& step) {
  std::vector<words::VariableId> out;
  for (words::VariableId v = 0; v < step.graph.variables.size(); ++v)
    if (!step.layout.current(v).empty()) out.push_back(v);
  return out;
}

}  // namespace

void ImageLog::begin(const bp::Graph& /*graph*/, const words::InlinedProgram& program) {
  program_ = &program;
  Json blocks = Json::array();
  for (words::BlockId b = 0; b < program.graph.blocks.size(); ++b) {
    Json to = Json::array();
    for (const words::Edge& edge : program.graph.blocks[b].edges) to.push_back(edge.to);
    Json& block = blocks.emplace_back(Json{{"to", std::move(to)}});
    if (program.vertices[b] != bp::no_index) block["vertex"] = program.vertices[b];
  }
  write(sink_, {{"event", "blocks"}, {"blocks", std::move(blocks)}});
}

void ImageLog::step(const image::ImageStep& step) {
  const std::vector<words::VariableId> variables = shown_variables(step);
  Json names = Json::array();
  for (const words::VariableId v : variables) names.push_back(step.graph.variables[v].name);
  Json rows = Json::array();
  std::size_t count = 0;
  bdd::for_each_cube(step.frontier, [&](std::span<const bdd::Literal> cube) {
    if (++count > most_states) return count < 100 * most_states;
    Json& row = rows.emplace_back(Json::array());
    for (const words::VariableId v : variables)
      row.push_back(word_text(step.layout.current(v), cube));
    return true;
  });
  Json event{{"event", "image"},        {"step", step.step},      {"frame", step.frame},
             {"blocks", step.blocks},   {"columns", names},       {"rows", std::move(rows)},
             {"nodes", step.new_nodes}, {"all_nodes", step.nodes}};
  if (count > most_states) event["left_out"] = count - most_states;
  write(sink_, event);
}

}  // namespace hardbop::log
