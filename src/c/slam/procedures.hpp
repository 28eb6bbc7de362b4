// SPDX-License-Identifier: MIT
// A C program as procedures over words: blocks of parallel assignments and guarded edges, calls
// between them, and the owner of each variable.
//
// A variable is local to a function if only that function's blocks read and assign it. Variables
// that other functions access through pointers are treated as global; this is correct because a
// recursive function passes no addresses of its locals (c/lower/lower.hpp). The result of a
// function is a variable that its callers read after it has returned.
//
// Arrays of the graph are variables here, too: they have the numbers behind those of the words.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/smt/solver.hpp"
#include "c/lower/lower.hpp"

namespace hardbop::slam {

using c::FunctionId;
using words::BlockId;
using words::ExprId;
using words::VariableId;

/// Of variables and what is made of them: everybody's, or one function's.
constexpr FunctionId everybody{};

struct Procedure {
  FunctionId function;
  std::string name;
  BlockId entry = 0;
  std::vector<BlockId> blocks;  // its own, sinks among them
  std::set<VariableId> parameters;
  std::vector<VariableId> results;
  std::set<VariableId> modified;  // by it or what it calls; of its locals, only parameters
};

struct Call {
  FunctionId callee;
  BlockId continuation = 0;
};

/// Of models that are followed as procedures, with so many pieces of heap at a place.
[[nodiscard]] c::Bounds model_bounds(std::uint32_t heap,
                                     smt::Integers integers = smt::Integers::Machine,
                                     const c::Defects& defects = {});

class Procedures {
 public:
  /// `defects`: what is an error of it (Bounds).
  Procedures(const c::Program& program, std::uint32_t heap,
             smt::Integers integers = smt::Integers::Machine, const c::Defects& defects = {});
  /// The model is one with Bounds::procedures, to which blocks and variables may have been added.
  Procedures(const c::Program& program, c::Model model);

  [[nodiscard]] const c::Program& program() const { return program_; }
  [[nodiscard]] const c::Model& model() const { return model_; }
  [[nodiscard]] c::Model& model() { return model_; }
  [[nodiscard]] const words::Graph& graph() const { return model_.graph; }
  [[nodiscard]] words::Expressions& expressions() { return model_.graph.expressions; }
  [[nodiscard]] const words::Expressions& expressions() const { return model_.graph.expressions; }
  [[nodiscard]] const std::vector<Procedure>& all() const { return procedures_; }
  [[nodiscard]] const Procedure& of(FunctionId f) const { return procedures_[index_[f]]; }
  /// Where the program starts; nobody calls it.
  [[nodiscard]] FunctionId main() const { return program_.main; }

  /// Whose a block is.
  [[nodiscard]] FunctionId owner(BlockId b) const { return owners_[b]; }
  [[nodiscard]] const Call* call(BlockId b) const { return calls_[b] ? &*calls_[b] : nullptr; }
  /// Whether the block calls by this edge of it.
  [[nodiscard]] bool enters(BlockId b, const words::Edge& edge) const {
    return calls_[b] && edge.to == of(calls_[b]->callee).entry;
  }
  /// The call that a block goes on after; null for others.
  [[nodiscard]] const Call* continues(BlockId b) const {
    return returns_[b] == no_block ? nullptr : call(returns_[b]);
  }
  /// The block that calls what the continuation b goes on after.
  [[nodiscard]] BlockId caller(BlockId b) const { return returns_[b]; }
  [[nodiscard]] bool leaves(BlockId b) const { return leaves_[b]; }
  [[nodiscard]] const c::Sink* sink(BlockId b) const {
    return sinks_[b] == no_block ? nullptr : &model_.sinks[sinks_[b]];
  }

  /// How many variables there are, words and arrays.
  [[nodiscard]] VariableId variable_count() const {
    return static_cast<VariableId>(scopes_.size());
  }
  [[nodiscard]] bool is_array(VariableId v) const { return v >= graph().variables.size(); }
  /// Which array a variable is that is one.
  [[nodiscard]] words::ArrayId array(VariableId v) const {
    return v - static_cast<VariableId>(graph().variables.size());
  }
  [[nodiscard]] VariableId of_array(words::ArrayId a) const {
    return static_cast<VariableId>(graph().variables.size()) + a;
  }
  /// The variable that a node is; nothing of others.
  [[nodiscard]] std::optional<VariableId> variable(const words::Node& node) const;
  [[nodiscard]] ExprId leaf(VariableId v);
  /// The object of C that a variable is, or is a cell of; none of others.
  [[nodiscard]] c::ObjectId object(VariableId v) const;
  /// The value of static storage before the program starts; nothing where it is arbitrary.
  [[nodiscard]] std::optional<ExprId> first_value(VariableId v);
  /// Whether a variable is an array with a first value that some block reads and none assigns.
  [[nodiscard]] bool is_table(VariableId v) const { return tables_.contains(v); }
  /// The same condition with the values of tables, which every state has.
  [[nodiscard]] ExprId with_tables(ExprId condition);
  /// What a block assigns to words and arrays.
  [[nodiscard]] const std::vector<words::Assignment>& assignments(BlockId b) const {
    return assignments_[b];
  }

  /// Whose a variable is.
  [[nodiscard]] FunctionId scope(VariableId v) const { return scopes_[v]; }
  /// Whether each activation of a function has its own.
  [[nodiscard]] bool is_local(VariableId v) const {
    return scopes_[v] != everybody && results_[v].is_none();
  }
  /// The function whose result it is, or none.
  [[nodiscard]] FunctionId result_of(VariableId v) const { return results_[v]; }
  /// What a condition is in terms of the variables before these assignments.
  [[nodiscard]] ExprId before(ExprId condition, const std::vector<words::Assignment>& assignments);
  /// What a condition is before a block, if it is so after it.
  [[nodiscard]] ExprId before(ExprId condition, BlockId b);
  /// The variables of an expression, each once.
  [[nodiscard]] const std::vector<VariableId>& variables(ExprId id) const;
  [[nodiscard]] bool has_inputs(ExprId id) const;
  /// Whether an expression is too large to be reasoned about again and again.
  [[nodiscard]] bool is_large(ExprId id) const;

 private:
  static constexpr std::uint32_t no_block = c::none;
  const c::Program& program_;
  c::Model model_;
  std::vector<Procedure> procedures_;
  ById<FunctionId, std::uint32_t> index_;
  std::vector<FunctionId> owners_;                           // by block
  std::vector<std::optional<Call>> calls_;                   // by block
  std::vector<BlockId> returns_;                             // by block: the call it continues
  std::vector<bool> leaves_;                                 // by block
  std::vector<std::uint32_t> sinks_;                         // by block
  std::vector<FunctionId> scopes_;                           // by variable
  std::vector<FunctionId> results_;                          // by variable
  std::vector<std::vector<words::Assignment>> assignments_;  // by block
  std::set<VariableId> tables_;

  void add_assignments();
  [[nodiscard]] std::vector<VariableId> variables_of(const std::vector<ExprId>& roots) const;
  void add_call(const c::CallMeaning& call);
  void find_owners();
  void find_scopes();
  void share(VariableId v, FunctionId user);
  void find_modified();
  void find_tables();
  // What was asked before, as rounds ask the same again:
  mutable std::unordered_map<ExprId, std::vector<VariableId>> variables_;
  std::vector<std::unordered_map<ExprId, ExprId>> before_;  // by block
  std::unordered_map<ExprId, ExprId> with_tables_;
};

}  // namespace hardbop::slam
