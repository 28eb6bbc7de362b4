// SPDX-License-Identifier: MIT
#include "c/lower/model_builder.hpp"

#include <utility>

namespace hardbop::c {

using words::BlockId;

BlockId ModelBuilder::new_block(const BlockMeaning& meaning) {
  model_.graph.blocks.emplace_back();
  model_.blocks.push_back(meaning);
  return static_cast<BlockId>(model_.graph.blocks.size() - 1);
}

void ModelBuilder::edge(BlockId from, words::ExprId guard, BlockId to) {
  if (!expressions().is_constant(guard, 0)) model_.graph.blocks[from].edges.push_back({guard, to});
}

void ModelBuilder::assign(BlockId at, words::VariableId variable, words::ExprId value) {
  model_.graph.blocks[at].assignments.push_back({variable, value});
}

void ModelBuilder::assign(BlockId at, const Memory::Updates& updates) {
  for (const auto& [variable, bits] : updates.variables) assign(at, variable, bits);
  for (const auto& [array, value] : updates.arrays)
    model_.graph.blocks[at].array_assignments.push_back({array, value});
}

void ModelBuilder::end(BlockId from, Sink::Kind kind, StatementId s, std::string text) {
  end_when(expressions().truth(true), from, kind, s, std::move(text));
}

void ModelBuilder::end_when(words::ExprId condition, BlockId from, Sink::Kind kind, StatementId s,
                            std::string text) {
  if (expressions().is_constant(condition, 0)) return;
  const BlockId sink = new_block();
  const bool is_certain = expressions().is_constant(condition, 1) && !is_check_[s];
  model_.sinks.push_back({kind, sink, program_.statements[s].at, std::move(text), s, is_certain});
  edge(from, condition, sink);
}

void ModelBuilder::fault_when(words::ExprId condition, BlockId from, Defect defect, StatementId s,
                              std::string text, const std::optional<Position>& at) {
  if (expressions().is_constant(condition, 0)) return;
  end_when(condition, from, Sink::Kind::Error, s, std::move(text));
  model_.sinks.back().defect = defect;
  if (at) model_.sinks.back().at = *at;
  if (errors_.contains(defect)) return;
  model_.faults.push_back(std::move(model_.sinks.back()));
  model_.sinks.pop_back();
}

words::VariableId ModelBuilder::new_variable(std::string name, words::Width width) {
  words::Variable& variable = model_.graph.variables.emplace_back();
  variable.name = std::move(name);
  variable.width = width;
  return static_cast<words::VariableId>(model_.graph.variables.size() - 1);
}

words::ExprId ModelBuilder::arbitrary(BlockId at, Type type, const InputMeaning& meaning) {
  if (!type.is_bool) return input(at, type.bits, meaning);
  return expressions().extend(words::Op::ZeroExtend, input(at, 1, meaning), type.bits);
}

words::ExprId ModelBuilder::arbitrary_array(BlockId at, words::ArraySort sort,
                                            const InputMeaning& meaning) {
  const auto id = static_cast<words::ArrayInputId>(model_.graph.array_inputs.size());
  model_.graph.array_inputs.push_back(sort);
  model_.array_inputs.push_back(meaning);
  model_.graph.blocks[at].array_inputs.push_back(id);
  return expressions().array_input(id, sort);
}

words::ExprId ModelBuilder::input(BlockId at, words::Width width, const InputMeaning& meaning) {
  const auto id = static_cast<words::InputId>(model_.graph.inputs.size());
  model_.graph.inputs.push_back(width);
  model_.inputs.push_back(meaning);
  model_.graph.blocks[at].inputs.push_back(id);
  return expressions().input(id, width);
}

}  // namespace hardbop::c
