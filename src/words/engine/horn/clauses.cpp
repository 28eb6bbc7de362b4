// SPDX-License-Identifier: MIT
#include "words/engine/horn/clauses.hpp"

#include <algorithm>

#include "base/expression/substitute.hpp"
#include "words/engine/horn/cuts.hpp"

namespace hardbop::chc {

namespace {

using words::Subject;

/// More are too much for a solver.
constexpr std::size_t most_clauses = 20'000;

/// Values at some point of a path, in terms of those at its start; what is not in it is unchanged.
using PathState = std::map<Cell, ExprId>;

class ClauseMaker {
 public:
  ClauseMaker(const Subject& subject, words::Expressions& expressions, Needed& needed,
              const std::vector<bool>& is_target, Budget& budget)
      : subject_(subject),
        expressions_(expressions),
        needed_(needed),
        is_target_(is_target),
        budget_(budget),
        leaves_(subject.graph, expressions),
        cuts_(find_cuts(subject, needed)) {}

  Clauses run() {
    for (BlockId b = 0; b < subject_.graph.blocks.size(); ++b)
      if (is_followed(b) && cuts_.is_cut[b] && !is_target_[b]) add_predicate(b);
    add_start();
    for (const Predicate& predicate : std::vector<Predicate>(out_.predicates)) {
      if (!out_.problem.empty()) break;
      pending_.clear();
      from_ = {{own_application(predicate)}, expressions_.truth(true), {}};
      is_first_ = needed_.is_first(predicate.block);
      if (const Subject::Call* const call = subject_.call(predicate.block))
        follow_call(predicate.block, *call);
      follow(predicate.block, {}, from_.condition);
      follow_rest();
    }
    if (!out_.problem.empty()) out_.clauses.clear();
    drop_underived();
    return std::move(out_);
  }

 private:
  const Subject& subject_;
  words::Expressions& expressions_;
  Needed& needed_;
  const std::vector<bool>& is_target_;
  Budget& budget_;
  Leaves leaves_;
  Cuts cuts_;
  Clauses out_;
  Clause from_;            // with the body of paths that are being followed
  bool is_first_ = false;  // whether these start at the entry, where values are those at the entry
  struct Arrival {
    BlockId block = 0;
    PathState state;
    ExprId condition = 0;
  };
  std::vector<Arrival> pending_;

  [[nodiscard]] bool is_followed(BlockId b) const {
    return needed_.leads_to_target(b) && cuts_.is_reached[b];
  }

  /// What is needed there, and of a procedure that is called, what it was called with.
  void add_predicate(BlockId b) {
    const std::size_t p = needed_.procedure(b);
    const Subject::Procedure& procedure = subject_.procedures[p];
    std::set<Cell> now = needed_.at(b);
    std::set<Cell> at_entry;
    if (p != subject_.main)
      for (const Cell cell : needed_.at(procedure.entry)) {
        if (!needed_.is_passed(procedure, cell)) continue;
        (needed_.is_kept(procedure, cell) ? now : at_entry).insert(cell);
      }
    if (needed_.is_first(b)) at_entry.clear();
    Predicate out{b, {}};
    for (const Cell cell : now) out.arguments.push_back(leaves_.now(cell));
    for (const Cell cell : at_entry) out.arguments.push_back(leaves_.at_entry(cell));
    out_.at.emplace(b, out_.predicates.size());
    out_.predicates.push_back(std::move(out));
  }

  [[nodiscard]] Application own_application(const Predicate& predicate) const {
    return {out_.at.at(predicate.block), predicate.arguments};
  }

  using Value = std::function<ExprId(const Leaves::Meaning&)>;
  [[nodiscard]] Application apply(std::size_t predicate, const Value& value) const {
    Application out{predicate, {}};
    for (const ExprId argument : out_.predicates[predicate].arguments)
      out.values.push_back(value(Leaves::meaning(subject_.graph, expressions_.node(argument))));
    return out;
  }

  void add(Clause clause) {
    out_.clauses.push_back(std::move(clause));
    if (out_.clauses.size() > most_clauses) out_.problem = "there are too many paths";
    if (budget_.poll(out_.clauses.size()) != StopReason::None) out_.problem = budget_.reason();
  }

  /// Clauses that can never be used, since nothing leads to what they start from.
  void drop_underived() {
    std::vector<bool>& is_derived = out_.is_derived;
    is_derived.assign(out_.predicates.size(), false);
    const auto is_usable = [&](const Clause& clause) {
      return std::ranges::all_of(clause.body,
                                 [&](const Application& one) { return is_derived[one.predicate]; });
    };
    for (bool changes = true; changes;) {
      changes = false;
      for (const Clause& clause : out_.clauses)
        if (clause.head && !is_derived[clause.head->predicate] && is_usable(clause))
          changes = is_derived[clause.head->predicate] = true;
    }
    std::erase_if(out_.clauses, [&](const Clause& clause) { return !is_usable(clause); });
  }

  void add_start() {
    const auto start = out_.at.find(subject_.procedures[subject_.main].entry);
    if (start == out_.at.end()) return;
    const auto first = [&](const Leaves::Meaning& meaning) -> ExprId {
      const words::Graph& graph = subject_.graph;
      const Cell cell = meaning.cell;
      if (cell.is_array) {
        const words::ArrayVariable& array = graph.arrays[cell.number];
        return array.initial ? expressions_.constant_array(array.sort, *array.initial)
                             : leaves_.now(cell);
      }
      const words::Variable& variable = graph.variables[cell.number];
      return variable.initial ? expressions_.constant(variable.width, *variable.initial)
                              : leaves_.now(cell);
    };
    add({{}, expressions_.truth(true), apply(start->second, first)});
  }

  // Paths

  [[nodiscard]] ExprId value_in(const PathState& state, ExprId id) {
    const words::Graph& graph = subject_.graph;
    words::Substituter substitute(expressions_, [&](ExprId leaf) {
      const words::Node& node = expressions_.node(leaf);
      if (node.op != words::Op::Variable && node.op != words::Op::Array) return leaf;
      const auto found = state.find(Leaves::meaning(graph, node).cell);
      return found == state.end() ? leaf : found->second;
    });
    return substitute(id);
  }

  [[nodiscard]] static ExprId now_in(const PathState& state, const Leaves& leaves, Cell cell) {
    const auto found = state.find(cell);
    return found == state.end() ? leaves.now(cell) : found->second;
  }

  /// After the block, as far as it is needed later. What arrays are is always known within a path,
  /// so that two reads are of the same word only if it has not changed.
  [[nodiscard]] PathState after(BlockId b, const PathState& state, const std::set<Cell>& wanted) {
    PathState out;
    for (const Cell cell : wanted) {
      const std::optional<ExprId> assigned = needed_.assigned(b, cell);
      const ExprId value = assigned ? value_in(state, *assigned) : now_in(state, leaves_, cell);
      if (value != leaves_.now(cell)) out.emplace(cell, value);
    }
    for (const auto& [cell, value] : state)
      if (cell.is_array) out.emplace(cell, value);
    for (const words::ArrayAssignment& one : subject_.graph.blocks[b].array_assignments)
      out[{true, one.array}] = value_in(state, one.value);
    return out;
  }

  /// All paths on from a block, up to where they are cut. Calls are followed elsewhere.
  void follow(BlockId b, const PathState& state, ExprId condition) {
    const Subject::Call* const call = subject_.call(b);
    for (const words::Edge& edge : subject_.graph.blocks[b].edges) {
      if (subject_.enters(call, edge.to) || !is_followed(edge.to) || !out_.problem.empty())
        continue;
      const ExprId passes =
          expressions_.binary(words::Op::And, condition, value_in(state, edge.guard));
      if (expressions_.is_constant(passes, 0)) continue;
      arrive(edge.to, after(b, state, needed_.at(edge.to)), passes);
    }
  }

  void follow_rest() {
    while (!pending_.empty()) {
      const Arrival next = std::move(pending_.back());
      pending_.pop_back();
      follow(next.block, next.state, next.condition);
    }
  }

  void arrive(BlockId b, const PathState& state, ExprId condition) {
    if (is_target_[b]) return add({from_.body, condition, std::nullopt});
    const auto cut = out_.at.find(b);
    if (cut == out_.at.end()) return pending_.push_back({b, state, condition});
    add({from_.body, condition, apply(cut->second, [&](const Leaves::Meaning& meaning) {
           if (meaning.moment != Leaves::Moment::Entry) return now_in(state, leaves_, meaning.cell);
           return is_first_ ? leaves_.now(meaning.cell) : leaves_.at_entry(meaning.cell);
         })});
  }

  // Calls

  void follow_call(BlockId b, const Subject::Call& call) {
    const Subject::Procedure& callee = subject_.procedures[call.callee];
    for (const words::Edge& edge : subject_.graph.blocks[b].edges) {
      if (edge.to != callee.entry || expressions_.is_constant(edge.guard, 0)) continue;
      const auto entered = [&, b](Cell cell) {
        return needed_.assigned(b, cell).value_or(leaves_.now(cell));
      };
      if (const auto entry = out_.at.find(callee.entry); entry != out_.at.end())
        add({from_.body, edge.guard, apply(entry->second, [&](const Leaves::Meaning& meaning) {
               return entered(meaning.cell);
             })});
      for (const BlockId leave : callee.leaves)
        if (out_.at.contains(leave) && is_followed(call.continuation))
          come_back(call, edge.guard, out_.at.at(leave), entered);
    }
  }

  /// After a call: what the callee may modify is as it leaves it, the rest as it was.
  void come_back(const Subject::Call& call, ExprId guard, std::size_t leave,
                 const std::function<ExprId(Cell)>& entered) {
    const Subject::Procedure& callee = subject_.procedures[call.callee];
    const auto left = [&](Cell cell) {
      return needed_.is_kept(callee, cell) ? entered(cell) : leaves_.at_return(cell);
    };
    const Clause before = from_;
    from_.body.push_back(apply(leave, [&](const Leaves::Meaning& meaning) {
      return meaning.moment == Leaves::Moment::Entry ? entered(meaning.cell) : left(meaning.cell);
    }));
    PathState back;
    for (const Cell cell : needed_.at(call.continuation)) {
      if (needed_.is_result(callee, cell))
        back.emplace(cell, leaves_.at_return(cell));
      else if (needed_.is_global(cell))
        back.emplace(cell, left(cell));
    }
    for (ArrayId a = 0; a < subject_.graph.arrays.size(); ++a)
      if (needed_.is_global({true, a})) back.emplace(Cell{true, a}, left({true, a}));
    arrive(call.continuation, back, guard);
    follow_rest();
    from_ = before;
  }
};

}  // namespace

ExprId instantiate(words::Expressions& expressions, const Predicate& predicate,
                   const Application& application, ExprId condition) {
  if (application.values == predicate.arguments) return condition;
  words::Substituter substitute(expressions, [&](ExprId leaf) {
    const auto found = std::ranges::find(predicate.arguments, leaf);
    if (found == predicate.arguments.end()) return leaf;
    return application.values[static_cast<std::size_t>(found - predicate.arguments.begin())];
  });
  return substitute(condition);
}

ExprId Leaves::leaf(Cell cell, std::uint32_t moment) const {
  if (cell.is_array) {
    const auto count = static_cast<std::uint32_t>(graph_.arrays.size());
    return expressions_.array(cell.number + moment * count, graph_.arrays[cell.number].sort);
  }
  const auto count = static_cast<std::uint32_t>(graph_.variables.size());
  return expressions_.variable(cell.number + moment * count, graph_.variables[cell.number].width);
}

Leaves::Meaning Leaves::meaning(const words::Graph& graph, const words::Node& leaf) {
  const bool is_array = leaf.op == words::Op::Array;
  const std::size_t count = is_array ? graph.arrays.size() : graph.variables.size();
  return {{is_array, static_cast<std::uint32_t>(leaf.value % count)},
          static_cast<Moment>(leaf.value / count)};
}

Clauses make_clauses(const Subject& subject, words::Expressions& expressions, Needed& needed,
                     const std::vector<bool>& is_target, Budget& budget) {
  return ClauseMaker(subject, expressions, needed, is_target, budget).run();
}

}  // namespace hardbop::chc
