// SPDX-License-Identifier: MIT
#include "c/lower/explain.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c/il/value_text.hpp"

namespace hardbop::c {

namespace {

class Explainer {
 public:
  Explainer(const Program& program, const Model& model, const words::Run& run, std::size_t round)
      : program_(program),
        model_(model),
        run_(run),
        round_(round),
        changes_(model.variables.size()) {
    for (const words::Point& point : run)
      for (const words::Assignment& assignment : model.graph.blocks[point.block].assignments)
        changes_[assignment.variable] = true;
  }

  Explanation run(const Position& at) {
    for (std::size_t i = 0; i < run_.size(); ++i) visit(i);
    out_.end.at = at;
    if (!out_.steps.empty()) {
      out_.end.function = out_.steps.back().function;
      out_.end.depth = depth_;
    }
    out_.end.values = values(run_.back(), out_.end.function);
    return std::move(out_);
  }

 private:
  const Program& program_;
  const Model& model_;
  const words::Run& run_;
  std::size_t round_;
  std::vector<bool> changes_;  // by variable: it is assigned on the run
  std::uint32_t depth_ = 0;
  Explanation out_;

  void visit(std::size_t index) {
    const words::Point& point = run_[index];
    for (const words::InputId input : model_.graph.blocks[point.block].inputs) {
      const InputMeaning& meaning = model_.inputs[input];
      if (meaning.object == none && meaning.statement != none)
        out_.choices.push_back({meaning.statement, point.inputs[input]});
    }
    const StatementId s = model_.blocks[point.block].statement;
    if (s == none) return;
    const Statement& statement = program_.statements[s];
    const FunctionId function = model_.blocks[point.block].function;
    const bool calls = statement.kind == Statement::Kind::Call &&
                       (statement.callee.is_none() || statement.callee != program_.environment);
    const bool returns = statement.kind == Statement::Kind::Return;
    if (function == program_.environment && !function.is_none()) {
      if (calls) ++depth_;
      return;
    }
    if (!is_same_step(index, statement.at, function) && statement.at.line != 0) {
      ExplainedStep& step = out_.steps.emplace_back();
      step.at = statement.at;
      step.function = function;
      step.depth = depth_;
      step.point = index;
      step.values = values(point, function);
    }
    if (out_.steps.empty()) return;
    if (calls) out_.steps.back().kind = ExplainedStep::Kind::Call;
    if (returns) out_.steps.back().kind = ExplainedStep::Kind::Return;
    if (calls) ++depth_;
    if (returns && depth_ > 0) --depth_;
  }

  [[nodiscard]] bool is_same_step(std::size_t point, const Position& at,
                                  FunctionId function) const {
    if (out_.steps.empty()) return false;
    const ExplainedStep& last = out_.steps.back();
    if (last.point < round_ && point >= round_) return false;
    return last.kind == ExplainedStep::Kind::Step && last.function == function &&
           last.depth == depth_ && last.at.file == at.file && last.at.line == at.line;
  }

  [[nodiscard]] std::vector<CellValue> values(const words::Point& point,
                                              FunctionId function) const {
    std::vector<CellValue> out;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (!changes_[v] || meaning.object == none) continue;
      const Object& object = program_.objects[meaning.object];
      const bool is_local = object.storage == Object::Storage::Local;
      if (object.is_temporary || (is_local && object.function != function)) continue;
      if (is_local && meaning.copy != model_.blocks[point.block].depth) continue;
      const Cell& cell = object.cells[meaning.cell];
      const std::uint64_t word = point.variables[v];
      out.push_back({object.name + cell.name, value_text(word, cell.type)});
    }
    return out;
  }
};

}  // namespace

Explanation explain(const Program& program, const Model& model, const words::Run& run,
                    const Position& at, std::size_t round) {
  return Explainer(program, model, run, round).run(at);
}

}  // namespace hardbop::c
