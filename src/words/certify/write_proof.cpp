// SPDX-License-Identifier: MIT
// The script: definitions, then one question for each obligation. The words of a question are
// constants: `v` a variable before the step, `e` at the entry of the function, `x` when a callee
// has returned, `i` an input; `t` names an expression.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

#include "base/expression/substitute.hpp"
#include "base/smt/smt_terms.hpp"
#include "words/certify/proof.hpp"

namespace hardbop::words {

namespace {

/// A state: a term for each variable.
using State = std::function<std::string(VariableId)>;

class Writer {
 public:
  Writer(const certify::Claim& claim, const Subject& subject, const Proof& proof)
      : script_(claim, "QF_BV"), subject_(subject), proof_(proof), graph_(subject.graph) {}

  std::string run() {
    define();
    start();
    for (const Subject::Procedure& procedure : subject_.procedures)
      for (const BlockId b : procedure.blocks) of_block(b);
    return script_.finish();
  }

 private:
  certify::ScriptWriter script_;
  const Subject& subject_;
  const Proof& proof_;
  const Graph& graph_;
  // Of the question at hand:
  std::set<std::string> declared_;
  std::set<ExprId> defined_;

  [[nodiscard]] const Proof::Invariant* invariant(BlockId b) const {
    const auto found = proof_.invariants.find(b);
    return found == proof_.invariants.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool is_reached(BlockId b) const {
    const Proof::Invariant* const one = invariant(b);
    return one != nullptr && one->body != "false";
  }

  void define() {
    for (std::size_t i = 0; i < proof_.predicates.size(); ++i) {
      std::vector<std::string> parameters;
      for (const VariableId v : proof_.predicates[i].variables)
        parameters.push_back(fmt::format("(v{} {})", v, smt::smt_sort(graph_.variables[v].width)));
      script_.define(fmt::format("p{}", i), fmt::format("{}", fmt::join(parameters, " ")),
                     proof_.predicates[i].body);
    }
    for (const auto& [block, one] : proof_.invariants) {
      std::vector<std::string> parameters;
      for (const Proof::Argument& argument : one.arguments)
        parameters.push_back(
            fmt::format("({}{} Bool)", argument.is_entry ? "e" : "c", argument.predicate));
      script_.define(fmt::format("at{}", block), fmt::format("{}", fmt::join(parameters, " ")),
                     one.body);
    }
  }

  // Questions

  void begin(const std::string& title) {
    declared_.clear();
    defined_.clear();
    script_.begin(title);
  }

  std::string constant(char kind, std::uint64_t number, Width width) {
    std::string name = fmt::format("{}{}", kind, number);
    if (declared_.insert(name).second)
      script_.line("(declare-const {} {})", name, smt::smt_sort(width));
    return name;
  }
  std::string word(char kind, VariableId v) { return constant(kind, v, graph_.variables[v].width); }

  /// The value of an expression before the step.
  std::string value(ExprId id) {
    for_each_node(graph_.expressions, {id}, [&](ExprId one) {
      const Node& node = graph_.expressions.node(one);
      if (operand_count(node.op) == 0 || !defined_.insert(one).second) return;
      const std::string made = smt::smt_operation(graph_.expressions, node,
                                                  [&](ExprId operand) { return name(operand); });
      script_.line("(define-fun t{} () {} {})", one, smt::smt_sort(node.width), made);
    });
    return name(id);
  }
  std::string name(ExprId id) {
    const Node& node = graph_.expressions.node(id);
    switch (node.op) {
      case Op::Constant: return smt::smt_constant(node.width, node.value);
      case Op::Variable: return word('v', static_cast<VariableId>(node.value));
      case Op::Input: return constant('i', node.value, node.width);
      default: return fmt::format("t{}", id);
    }
  }

  [[nodiscard]] std::string predicate(std::size_t number, const State& state) const {
    std::string words;
    for (const VariableId v : proof_.predicates[number].variables) words += " " + state(v);
    return words.empty() ? fmt::format("p{}", number) : fmt::format("(p{}{})", number, words);
  }

  [[nodiscard]] std::string is_at(BlockId b, const State& entry, const State& now) const {
    if (!is_reached(b)) return "false";
    std::string arguments;
    for (const Proof::Argument& argument : invariant(b)->arguments)
      arguments += " " + predicate(argument.predicate, argument.is_entry ? entry : now);
    return arguments.empty() ? fmt::format("at{}", b) : fmt::format("(at{}{})", b, arguments);
  }

  // Obligations

  State before() {
    return [this](VariableId v) { return word('v', v); };
  }
  State at_entry() {
    return [this](VariableId v) { return word('e', v); };
  }
  State after(const Block& block) {
    return [this, &block](VariableId v) {
      const auto found = std::ranges::find_if(block.assignments,
                                              [&](const auto& one) { return one.variable == v; });
      return found == block.assignments.end() ? word('v', v) : value(found->value);
    };
  }

  void start() {
    begin("the first statement of main");
    const State first = [this](VariableId v) {
      const Variable& variable = graph_.variables[v];
      return variable.initial ? smt::smt_constant(variable.width, *variable.initial) : word('v', v);
    };
    script_.require(
        fmt::format("(not {})", is_at(subject_.procedures[subject_.main].entry, first, first)));
    script_.ask();
  }

  /// An obligation that is met because there is no run: it is asked like the others, so that there
  /// are as many as the program has steps.
  void ask_nothing() {
    script_.require("false");
    script_.ask();
  }

  void of_block(BlockId b) {
    const Block& block = graph_.blocks[b];
    if (const auto sink = subject_.sinks.find(b); sink != subject_.sinks.end()) {
      begin(fmt::format("B{} is not reached: {}", b, sink->second));
      script_.require(is_at(b, at_entry(), before()));
      return script_.ask();
    }
    const Subject::Call* const call = subject_.call(b);
    for (const Edge& edge : block.edges) {
      const bool calls = call != nullptr && edge.to == subject_.procedures[call->callee].entry;
      begin(fmt::format("B{} {} B{}", b, calls ? "calls" : "leads to", edge.to));
      if (is_reached(b)) {
        pass(b, edge);
        const State next = after(block);
        script_.require(fmt::format("(not {})", is_at(edge.to, calls ? next : at_entry(), next)));
        script_.ask();
      } else {
        ask_nothing();
      }
      if (!calls) continue;
      for (const BlockId leave : subject_.procedures[call->callee].leaves)
        come_back(b, *call, edge, leave);
    }
  }

  void pass(BlockId b, const Edge& edge) {
    script_.require(is_at(b, at_entry(), before()));
    script_.require(fmt::format("(= #b1 {})", value(edge.guard)));
  }

  /// After a call: what the callee may modify is as it leaves it, the rest as it was.
  void come_back(BlockId b, const Subject::Call& call, const Edge& edge, BlockId leave) {
    const Subject::Procedure& callee = subject_.procedures[call.callee];
    begin(fmt::format("B{} returns from B{} to B{}", b, leave, call.continuation));
    if (!is_reached(b) || !is_reached(leave)) return ask_nothing();
    pass(b, edge);
    const State entered = after(graph_.blocks[b]);
    const State left = [&](VariableId v) {
      const bool is_kept =
          !callee.modified.contains(v) && (subject_.is_global[v] || callee.parameters.contains(v));
      return is_kept ? entered(v) : word('x', v);
    };
    const State back = [&](VariableId v) {
      if (callee.results.contains(v)) return word('x', v);
      return subject_.is_global[v] ? left(v) : word('v', v);
    };
    script_.require(is_at(leave, entered, left));
    script_.require(fmt::format("(not {})", is_at(call.continuation, at_entry(), back)));
    script_.ask();
  }
};

}  // namespace

std::string write_proof(const certify::Claim& claim, const Subject& subject, const Proof& proof) {
  return Writer(claim, subject, proof).run();
}

}  // namespace hardbop::words
