// SPDX-License-Identifier: MIT
// The script: definitions, then one question for each obligation. The words of a question are
// constants: `v` a variable before the step, `e` at the entry of the function, `x` when a callee
// has returned, `i` an input. Of arrays, the same are `a`, `b`, `y` and `j`.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

#include "base/smt/smt_terms.hpp"
#include "words/certify/proof.hpp"
#include "words/certify/terms.hpp"

namespace hardbop::words {

namespace {

/// A variable or an array.
struct Cell {
  bool is_array = false;
  std::uint32_t number = 0;
};

/// A state: a term for each of them.
using State = std::function<std::string(Cell)>;

/// Names of the same moment, of variables and of arrays.
struct Moment {
  char variable;
  char array;
};
constexpr Moment now_moment{'v', 'a'};
constexpr Moment entry_moment{'e', 'b'};
constexpr Moment return_moment{'x', 'y'};

class Writer {
 public:
  Writer(const certify::Claim& claim, const Subject& subject, const Proof& proof)
      : script_(claim, logic_of(subject.graph)),
        subject_(subject),
        proof_(proof),
        graph_(subject.graph),
        terms_(script_, subject.graph.expressions) {}

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
  Terms terms_;

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
      for (const ArrayId a : proof_.predicates[i].arrays)
        parameters.push_back(fmt::format("(a{} {})", a, smt::smt_sort(graph_.arrays[a].sort)));
      for (const VariableId v : proof_.predicates[i].at_entry)
        parameters.push_back(fmt::format("(e{} {})", v, smt::smt_sort(graph_.variables[v].width)));
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

  void begin(const std::string& title) { terms_.begin(title); }

  std::string cell(Moment moment, Cell what) {
    const std::uint32_t n = what.number;
    return what.is_array
               ? terms_.constant(moment.array, n, smt::smt_sort(graph_.arrays[n].sort))
               : terms_.constant(moment.variable, n, smt::smt_sort(graph_.variables[n].width));
  }

  /// The value of an expression before the step.
  std::string value(ExprId id) { return terms_.value(id); }

  [[nodiscard]] std::string predicate(std::size_t number, const State& entry,
                                      const State& state) const {
    std::string words;
    for (const VariableId v : proof_.predicates[number].variables) words += " " + state({false, v});
    for (const ArrayId a : proof_.predicates[number].arrays) words += " " + state({true, a});
    for (const VariableId v : proof_.predicates[number].at_entry) words += " " + entry({false, v});
    return words.empty() ? fmt::format("p{}", number) : fmt::format("(p{}{})", number, words);
  }

  [[nodiscard]] std::string is_at(BlockId b, const State& entry, const State& now) const {
    if (!is_reached(b)) return "false";
    std::string arguments;
    for (const Proof::Argument& argument : invariant(b)->arguments)
      arguments += " " + predicate(argument.predicate, entry, argument.is_entry ? entry : now);
    return arguments.empty() ? fmt::format("at{}", b) : fmt::format("(at{}{})", b, arguments);
  }

  // Obligations

  [[nodiscard]] bool is_global(Cell what) const {
    return what.is_array ? subject_.is_global_array[what.number] : subject_.is_global[what.number];
  }

  State before() {
    return [this](Cell what) { return cell(now_moment, what); };
  }
  State at_entry() {
    return [this](Cell what) { return cell(entry_moment, what); };
  }
  State after(const Block& block) {
    return [this, &block](Cell what) {
      const auto is_array = [&](const ArrayAssignment& one) { return one.array == what.number; };
      const auto is_word = [&](const Assignment& one) { return one.variable == what.number; };
      if (what.is_array) {
        const auto found = std::ranges::find_if(block.array_assignments, is_array);
        return found == block.array_assignments.end() ? cell(now_moment, what)
                                                      : value(found->value);
      }
      const auto found = std::ranges::find_if(block.assignments, is_word);
      return found == block.assignments.end() ? cell(now_moment, what) : value(found->value);
    };
  }

  void start() {
    begin("the first statement of main");
    const State first = [this](Cell what) {
      if (what.is_array) {
        const ArrayVariable& array = graph_.arrays[what.number];
        return array.initial ? smt::smt_constant(array.sort, *array.initial)
                             : cell(now_moment, what);
      }
      const Variable& variable = graph_.variables[what.number];
      return variable.initial ? smt::smt_constant(variable.width, *variable.initial)
                              : cell(now_moment, what);
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
      const bool calls = subject_.enters(call, edge.to);
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
    const auto is_kept = [&](Cell what) {
      const std::uint32_t v = what.number;
      const auto& modified = what.is_array ? callee.modified_arrays : callee.modified;
      const auto& parameters = what.is_array ? callee.array_parameters : callee.parameters;
      return !modified.contains(v) && (is_global(what) || parameters.contains(v));
    };
    const State left = [&](Cell what) {
      return is_kept(what) ? entered(what) : cell(return_moment, what);
    };
    const State back = [&](Cell what) {
      const bool is_result = !what.is_array && callee.results.contains(what.number);
      if (is_result) return cell(return_moment, what);
      return is_global(what) ? left(what) : cell(now_moment, what);
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
