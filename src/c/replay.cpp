// SPDX-License-Identifier: MIT
#include "c/replay.hpp"

#include <fmt/format.h>

#include "c/interpreter.hpp"

namespace hardbop::c {

namespace {

/// Follows the run while the interpreter follows the program.
class Replay {
 public:
  Replay(const Program& program, const Model& model, const ltg::Run& run)
      : program_(program), model_(model), run_(run) {}

  std::string to(const Sink* sink) {
    InterpreterOptions options;
    options.step_limit = run_.size() + 1;
    if (sink == nullptr) options.step_limit = statements();
    options.observe = [&](const Statement& statement, std::size_t, const MemoryView&) {
      advance(statement);
    };
    options.choose = [&](const Statement&, Type) { return chosen(); };
    options.unknown = [&](ObjectId object, std::uint32_t offset, Type type) {
      return unknown(object, offset, type);
    };
    const Outcome outcome = interpret(program_, options);
    if (!objection_.empty()) return objection_;
    if (sink == nullptr)
      return outcome.kind == Outcome::Kind::StepLimit ? "" : "the program ends: " + outcome.text;
    if (outcome.kind != Outcome::Kind::Error)
      return fmt::format("the program does not get to the error: {}", outcome.text);
    return outcome.statement == sink->statement ? "" : "the program gets to another error";
  }

 private:
  const Program& program_;
  const Model& model_;
  const ltg::Run& run_;
  std::size_t next_ = 0;  // of the run's points
  std::string objection_;

  /// How many statements the run executes.
  [[nodiscard]] std::uint64_t statements() const {
    std::uint64_t count = 0;
    for (const ltg::Point& point : run_) count += model_.statements[point.block] == none ? 0 : 1;
    return count;
  }

  [[nodiscard]] const ltg::Point& now() const { return run_[next_ - 1]; }

  /// To the point at which the run executes this statement, too.
  void advance(const Statement& statement) {
    const auto id = static_cast<StatementId>(&statement - program_.statements.data());
    while (next_ < run_.size() && model_.statements[run_[next_].block] == none) ++next_;
    const bool same = next_ < run_.size() && model_.statements[run_[next_].block] == id;
    if (!same && objection_.empty())
      objection_ = fmt::format("the program goes another way in line {}", statement.at.line);
    if (next_ < run_.size()) ++next_;
  }

  [[nodiscard]] std::uint64_t chosen() const {
    for (const ltg::InputId input : model_.graph.blocks[now().block].inputs)
      if (model_.inputs[input].object == none) return now().inputs[input];
    return 0;
  }

  /// What the run's state says of a variable without a first value.
  [[nodiscard]] std::optional<std::uint64_t> unknown(ObjectId object, std::uint32_t offset,
                                                     Type type) const {
    std::optional<std::uint64_t> found;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (meaning.object != object) continue;
      const Cell& cell = program_.objects[object].cells[meaning.cell];
      if (cell.offset != offset || cell.type.bits != type.bits) continue;
      found = now().variables[v];
      if (meaning.depth == model_.depths[now().block]) break;
    }
    return found;
  }
};

}  // namespace

std::string replay(const Program& program, const Model& model, const ltg::Run& run,
                   const Sink* sink) {
  return Replay(program, model, run).to(sink);
}

}  // namespace hardbop::c
