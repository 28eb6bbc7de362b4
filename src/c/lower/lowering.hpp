// SPDX-License-Identifier: MIT
// The construction of a model (lower.hpp), in five files: copies of functions and their blocks in
// lower.cpp, memory in lower_memory.cpp, heap in lower_heap.cpp, statements in
// lower_statements.cpp, calls in lower_calls.cpp. Private to the layer.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "c/lower/evaluator.hpp"
#include "c/lower/lower.hpp"
#include "c/lower/model_builder.hpp"
#include "c/memory/call_graph.hpp"
#include "c/memory/dangling.hpp"
#include "c/memory/layouts.hpp"
#include "c/memory/lifetimes.hpp"
#include "c/memory/stars.hpp"

namespace hardbop::c {

class Lowering {
 public:
  Lowering(const Program& program, const Bounds& bounds, Pointers pointers, Budget* budget);

  Model run();

 private:
  /// A copy of a function.
  struct Instance {
    FunctionId function;
    std::uint32_t depth = 0;
    std::vector<words::VariableId> results;
    std::vector<words::BlockId> returns;        // blocks of its Return statements
    std::vector<words::BlockId> continuations;  // where its callers go on, by number of the call
    std::vector<words::BlockId> callers;        // the blocks that call it, by the same number
  };

  const Program& program_;
  Bounds bounds_;
  Pointers pointers_;
  Budget* budget_;
  PointsTo points_to_;
  Alignments alignments_;
  CallGraph calls_;
  ModelBuilder build_;
  Dangling dangling_;
  Layouts layouts_;
  Memory memory_;
  Lifetimes lifetimes_;
  Stars stars_;
  Evaluator evaluator_;
  ById<InstanceId, Instance> instances_;
  ById<FunctionId, InstanceId> first_instance_;
  ById<InstanceId, std::map<StatementId, words::BlockId>> blocks_;
  // By Allocate: the number of the piece that was made last, plus one
  std::map<StatementId, words::VariableId> allocated_;
  std::set<StatementId> reused_;  // Allocates whose pieces are made again
  ById<InstanceId, words::BlockId> entries_;

  [[nodiscard]] words::Expressions& e() { return build_.expressions(); }
  [[nodiscard]] const Function& function(InstanceId i) const {
    return program_.functions[instances_[i].function];
  }
  [[nodiscard]] words::BlockId block_of(InstanceId i, StatementId s) const {
    return blocks_[i].find(s)->second;
  }
  [[nodiscard]] bool stops(StatementId s) const;

  // lower.cpp
  void add_instances();
  [[nodiscard]] std::string suffix(InstanceId i) const;
  words::BlockId new_block(InstanceId i, StatementId s = none);
  void add_blocks();
  /// A block that leads to the other one, where something is to change before that.
  [[nodiscard]] words::BlockId change(InstanceId i, Lifetimes::Changes changes, StatementId to);
  /// Where an arrow from one statement to another leads: scopes end and start.
  [[nodiscard]] words::BlockId arrive(InstanceId i, StatementId from, StatementId to);
  void add_procedure(InstanceId i);
  void name_variables();
  void name_addresses();

  // lower_memory.cpp
  void add_regions();
  RegionId add_object(ObjectId o, InstanceId i, const std::string& name);
  void add_variables(InstanceId i);
  /// Whether the locals of all activations are one.
  [[nodiscard]] bool is_shared(FunctionId f) const;
  void set_initial_values();
  void set_initial(RegionId id, const InitialValue& initial);
  void set_initial(words::VariableId variable, words::ExprId bits);
  /// Variables for what pointers point to, for reads of the forms *p and p->f.
  void add_stars();
  void add_stars(InstanceId i, ExprId id);
  void add_star(InstanceId i, const Expr& expr, const Evaluator::Dereference& read);
  void start_stars();
  /// What is written there; if it is one place, that is all that pointers can see change.
  void assign(words::BlockId at, Memory::Updates& updates, const std::optional<Write>& only = {});

  // lower_heap.cpp
  /// A statement that allocates.
  struct HeapSite {
    FunctionId function;
    StatementId allocate = none;
  };
  void add_heap();
  [[nodiscard]] bool add_fixed(const HeapSite& site);
  /// What a statement can allocate, so many times.
  void add_pieces(const HeapSite& site, std::uint32_t count,
                  const std::function<RegionId(const Pointee&, const std::string&)>& add_piece);
  void lower_allocation(InstanceId i, StatementId s);
  [[nodiscard]] std::vector<words::ExprId> next_piece(StatementId s);
  void count_piece(StatementId s, const std::vector<words::ExprId>& next, Memory::Updates& updates);
  /// Whether there are more pieces than usual, since these were not enough.
  [[nodiscard]] bool makes_again() const { return bounds_.heap > Bounds().heap; }
  [[nodiscard]] bool can_be_reused(const HeapSite& site) const;
  void renew(words::BlockId at, StatementId s, RegionId piece, words::ExprId is_next,
             Memory::Updates& updates);
  [[nodiscard]] words::ExprId set_sizes(StatementId s, const std::vector<words::ExprId>& next,
                                        Evaluation& evaluation, Memory::Updates& updates);
  /// What is in a block as it is made: an array, where it is not what was there at first. Whether
  /// anything is known of what is behind its end.
  struct Contents {
    std::optional<words::ExprId> array;
    words::ExprId has_tail = 0;
  };
  void fill_block(InstanceId i, StatementId s, const std::vector<words::ExprId>& next,
                  Evaluation& evaluation, Memory::Updates& updates);
  [[nodiscard]] words::ExprId arbitrary_block(InstanceId i, StatementId s);
  [[nodiscard]] Contents copied_contents(InstanceId i, StatementId s, words::ExprId size,
                                         Evaluation& evaluation);
  /// A block that becomes larger, and whether this is not followed.
  struct Grown {
    words::ExprId contents = 0;
    words::ExprId is_lost = 0;
  };
  [[nodiscard]] Grown forget_tail(const Region& old, words::ExprId length, words::ExprId size,
                                  words::ExprId unknown);
  [[nodiscard]] Contents zeros(InstanceId i, StatementId s, words::ExprId size);
  void lower_free(InstanceId i, StatementId s);

  // lower_statements.cpp
  void lower_statement(InstanceId i, StatementId s);
  void lower_assignment(InstanceId i, StatementId s);
  void lower_choice(InstanceId i, StatementId s);
  void lower_branch(InstanceId i, StatementId s);
  /// Goes on where everything that was read can be; else nobody knows.
  void go(words::BlockId from, const Evaluation& evaluation, StatementId s, words::BlockId to);
  [[nodiscard]] words::ExprId guard(const Evaluation& evaluation);
  void fault(words::BlockId from, const Evaluation& evaluation, StatementId s);
  void fail(words::BlockId from, const Memory::Problem& problem, StatementId s);
  [[nodiscard]] std::string note_on_size(ObjectId large) const;

  // lower_leaks.cpp
  void clear_pointers(InstanceId i, words::BlockId at);
  [[nodiscard]] std::optional<std::vector<words::ExprId>> pointers_in(RegionId id,
                                                                      words::ExprId& beyond);
  [[nodiscard]] words::ExprId leads_to(const std::vector<words::ExprId>& pointers,
                                       const Region& piece);
  [[nodiscard]] std::vector<RegionId> pieces_of_heap() const;
  [[nodiscard]] std::optional<std::vector<words::ExprId>> reached_pieces(
      const std::vector<RegionId>& pieces, InstanceId returns, words::ExprId& beyond);
  /// The program ends at a statement, as that copy returns, or none does; true where nothing leaks.
  words::ExprId find_leaks(words::BlockId at, StatementId s, InstanceId returns = {});

  // lower_calls.cpp
  void lower_call(InstanceId i, StatementId s);
  void enter(InstanceId i, StatementId s, words::BlockId at, FunctionId callee);
  void pass_arguments(InstanceId i, StatementId s, InstanceId to, Evaluation& evaluation,
                      Memory::Updates& updates);
  void forget(words::BlockId at, StatementId s, ObjectId o, InstanceId to,
              Memory::Updates& updates);
  void forget_array(words::BlockId at, StatementId s, ObjectId o, InstanceId to,
                    Memory::Updates& updates);
  [[nodiscard]] words::BlockId continuation(InstanceId i, StatementId s, InstanceId callee);
  void lower_return(InstanceId i, StatementId s);
  void connect_returns(InstanceId i);
};

}  // namespace hardbop::c
