// SPDX-License-Identifier: MIT
#include "c/verify/unreached.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "c/il/checks.hpp"

namespace hardbop::verify {

namespace {

using c::FunctionId;
using c::Sink;
using c::Statement;

/// The blocks to which edges lead, whatever the values are; by block. Where calls are kept as
/// calls, one goes on if its function can return.
std::vector<bool> connected_blocks(const c::Model& model) {
  std::vector<bool> seen(model.graph.blocks.size(), false);
  std::vector<words::BlockId> stack;
  const auto reach = [&](words::BlockId first) {
    stack.push_back(first);
    while (!stack.empty()) {
      const words::BlockId b = stack.back();
      stack.pop_back();
      if (seen[b]) continue;
      seen[b] = true;
      for (const words::Edge& edge : model.graph.blocks[b].edges) stack.push_back(edge.to);
    }
  };
  std::map<c::FunctionId, const std::vector<words::BlockId>*> leaves;
  for (const c::ProcedureMeaning& one : model.procedures) leaves[one.function] = &one.leaves;
  const auto goes_on = [&](const c::CallMeaning& call) {
    return seen[call.block] && !seen[call.continuation] &&
           std::ranges::any_of(*leaves.at(call.callee), [&](words::BlockId b) { return seen[b]; });
  };
  reach(model.graph.entry);
  for (auto next = model.calls.begin(); next != model.calls.end();) {
    next = std::ranges::find_if(model.calls, goes_on);
    if (next != model.calls.end()) reach(next->continuation);
  }
  return seen;
}

class Unreached {
 public:
  Unreached(const c::Program& program, const c::Model& model, std::vector<Blocking>& out)
      : program_(program), model_(model), out_(out), is_check_(c::find_checks(program)) {
    for (const c::BlockMeaning& meaning : model.blocks)
      if (meaning.statement != c::none) functions_[meaning.statement] = meaning.function;
    for (const auto& [statement, function] : functions_) seen_.insert(function);
  }

  /// Where control may get to, or where it does not get as it ends before: there the engine that
  /// knows all that is reached knows no better.
  void add_sinks(bool are_all) {
    const std::vector<bool> is_connected = connected_blocks(model_);
    for (const Sink& sink : model_.sinks) {
      if (sink.kind != Sink::Kind::Unsupported || !sink.is_certain) continue;
      const bool is_written = is_construct(sink.statement);
      const bool is_possible = is_connected[sink.block] ? !are_all : is_written;
      if (is_possible) out_.push_back({sink.at, sink.text, false});
    }
  }

  void add_behind(const std::vector<const Sink*>& reached, bool are_all) {
    std::set<FunctionId> blocked;
    for (const auto& [statement, function] : functions_)
      if (!are_all) blocked.insert(function);
    for (const Sink* const sink : reached)
      if (const auto found = functions_.find(sink->statement); found != functions_.end())
        blocked.insert(found->second);
    for (const FunctionId f : blocked) look_behind(f);
    while (!open_.empty()) {
      const FunctionId f = open_.back();
      open_.pop_back();
      look_into(f);
    }
  }

 private:
  const c::Program& program_;
  const c::Model& model_;
  std::vector<Blocking>& out_;
  std::vector<bool> is_check_;                      // by statement
  std::map<c::StatementId, FunctionId> functions_;  // of the statements in the model
  std::set<FunctionId> seen_;                       // those in the model, and others
  std::vector<FunctionId> open_;

  /// Of the program itself, and no limit of the model.
  [[nodiscard]] bool is_construct(c::StatementId s) const {
    return program_.statements[s].kind == Statement::Kind::Unsupported && !is_check_[s];
  }

  void mention(FunctionId f) {
    if (!f.is_none() && seen_.insert(f).second) open_.push_back(f);
  }

  void look_behind(FunctionId f) {
    const c::Behind& behind = program_.functions[f].behind;
    for (const c::Remark& one : behind.unsupported) out_.push_back({one.at, one.text, false});
    for (const FunctionId g : behind.mentions) mention(g);
  }

  /// A function that is called only behind what is not supported.
  void look_into(FunctionId f) {
    look_behind(f);
    for (const c::StatementId s : program_.functions[f].statements) {
      const Statement& statement = program_.statements[s];
      mention(statement.callee);
      if (is_construct(s)) out_.push_back({statement.at, statement.text, false});
    }
  }
};

}  // namespace

void add_unreached(const c::Program& program, const c::Model& model,
                   const std::vector<const Sink*>& reached, bool are_all,
                   std::vector<Blocking>& to) {
  Unreached unreached(program, model, to);
  unreached.add_sinks(are_all);
  unreached.add_behind(reached, are_all);
}

}  // namespace hardbop::verify
