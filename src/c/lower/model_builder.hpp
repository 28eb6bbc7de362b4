// SPDX-License-Identifier: MIT
// A model under construction: blocks with their meanings, edges, inputs, variables and sinks.
// Private to the layer.
#pragma once

#include <string>

#include "c/il/checks.hpp"
#include "c/lower/lower.hpp"
#include "c/memory/memory.hpp"

namespace hardbop::c {

class ModelBuilder {
 public:
  /// `errors`: what is one where C does not say how a run goes on.
  ModelBuilder(const Program& program, const Defects& errors)
      : program_(program), errors_(errors), is_check_(find_checks(program)) {}

  [[nodiscard]] Model& model() { return model_; }
  [[nodiscard]] words::Graph& graph() { return model_.graph; }
  [[nodiscard]] words::Expressions& expressions() { return model_.graph.expressions; }

  words::BlockId new_block(const BlockMeaning& meaning = {});
  void edge(words::BlockId from, words::ExprId guard, words::BlockId to);
  void go(words::BlockId from, words::BlockId to) { edge(from, expressions().truth(true), to); }
  void assign(words::BlockId at, words::VariableId variable, words::ExprId value);
  void assign(words::BlockId at, const Memory::Updates& updates);

  /// The run ends there, at that statement, whenever the block is reached.
  void end(words::BlockId from, Sink::Kind kind, StatementId s, std::string text);
  void end_when(words::ExprId condition, words::BlockId from, Sink::Kind kind, StatementId s,
                std::string text);
  /// C does not say how the run goes on; or the program ends, and something is left from elsewhere.
  void fault_when(words::ExprId condition, words::BlockId from, Defect defect, StatementId s,
                  std::string text, const std::optional<Position>& at = {});

  words::VariableId new_variable(std::string name, words::Width width);
  /// A word that nobody knows, chosen at the block. _Bool holds 0 or 1.
  [[nodiscard]] words::ExprId arbitrary(words::BlockId at, Type type, const InputMeaning& meaning);
  /// An array that nobody knows.
  [[nodiscard]] words::ExprId arbitrary_array(words::BlockId at, words::ArraySort sort,
                                              const InputMeaning& meaning);

 private:
  const Program& program_;
  Defects errors_;
  std::vector<bool> is_check_;  // by statement: it is Unsupported for some values only
  Model model_;

  [[nodiscard]] words::ExprId input(words::BlockId at, words::Width width,
                                    const InputMeaning& meaning);
};

}  // namespace hardbop::c
