// SPDX-License-Identifier: MIT
// The script: definitions, then one question for each obligation. The words of a question are
// constants: `v` a variable before the step, `e` at the entry of the function, `x` when a callee
// has returned, `i` an input; `t` names an expression.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/expression/substitute.hpp"
#include "base/smt/smt_terms.hpp"
#include "c/slam/proof.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

namespace {

/// A state: a term for each variable.
using State = std::function<std::string(VariableId)>;

class ScriptWriter {
 public:
  ScriptWriter(const Procedures& procedures, const CProof& proof)
      : procedures_(procedures), proof_(proof), graph_(procedures.graph()) {}

  std::string run(const std::string& claim) {
    out_ = claim;
    out_ += "(set-logic QF_BV)\n";
    define();
    start();
    for (const Procedure& procedure : procedures_.all()) {
      std::vector<BlockId> blocks = procedure.blocks;
      std::ranges::sort(blocks);
      for (const BlockId b : blocks) of_block(b);
    }
    return std::move(out_);
  }

 private:
  const Procedures& procedures_;
  const CProof& proof_;
  const words::Graph& graph_;
  std::string out_;
  // Of the question at hand:
  std::set<std::string> declared_;
  std::set<ExprId> defined_;
  std::string question_;

  [[nodiscard]] const ProofInvariant& invariant(BlockId b) const {
    static const ProofInvariant never;
    const auto found = proof_.invariants.find(b);
    return found == proof_.invariants.end() ? never : found->second;
  }

  void define() {
    for (std::size_t i = 0; i < proof_.predicates.size(); ++i) {
      std::vector<std::string> parameters;
      for (const VariableId v : proof_.predicates[i].variables)
        parameters.push_back(fmt::format("(v{} {})", v, smt::smt_sort(graph_.variables[v].width)));
      out_ += fmt::format("(define-fun p{} ({}) Bool {})\n", i, fmt::join(parameters, " "),
                          proof_.predicates[i].body);
    }
    for (const auto& [block, one] : proof_.invariants) {
      std::vector<std::string> parameters;
      for (const ProofArgument& argument : one.arguments)
        parameters.push_back(
            fmt::format("({}{} Bool)", argument.is_entry ? "e" : "c", argument.predicate));
      out_ += fmt::format("(define-fun at{} ({}) Bool {})\n", block, fmt::join(parameters, " "),
                          one.body);
    }
  }

  // Questions

  void begin(const std::string& title) {
    declared_.clear();
    defined_.clear();
    std::string comment = title;
    std::replace_if(
        comment.begin(), comment.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
    question_ = fmt::format("(push 1) ; {}\n", comment);
  }
  void claim(const std::string& term) { question_ += fmt::format("(assert {})\n", term); }
  void end() { out_ += question_ + "(check-sat)\n(pop 1)\n"; }

  std::string constant(char kind, std::uint64_t number, words::Width width) {
    std::string name = fmt::format("{}{}", kind, number);
    if (declared_.insert(name).second)
      question_ += fmt::format("(declare-const {} {})\n", name, smt::smt_sort(width));
    return name;
  }
  std::string word(char kind, VariableId v) { return constant(kind, v, graph_.variables[v].width); }

  /// The value of an expression before the step.
  std::string value(ExprId id) {
    words::for_each_node(graph_.expressions, {id}, [&](ExprId one) {
      const Node& node = graph_.expressions.node(one);
      if (operand_count(node.op) == 0 || !defined_.insert(one).second) return;
      const std::string made = smt::smt_operation(graph_.expressions, node,
                                                  [&](ExprId operand) { return name(operand); });
      question_ += fmt::format("(define-fun t{} () {} {})\n", one, smt::smt_sort(node.width), made);
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
    const ProofInvariant& one = invariant(b);
    if (one.body == "false") return "false";
    std::string arguments;
    for (const ProofArgument& argument : one.arguments)
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
  State after(const words::Block& block) {
    return [this, &block](VariableId v) {
      const auto found = std::ranges::find_if(block.assignments,
                                              [&](const auto& one) { return one.variable == v; });
      return found == block.assignments.end() ? word('v', v) : value(found->value);
    };
  }

  void start() {
    begin("the first statement of main");
    const State first = [this](VariableId v) {
      const words::Variable& variable = graph_.variables[v];
      return variable.initial ? smt::smt_constant(variable.width, *variable.initial) : word('v', v);
    };
    claim(fmt::format("(not {})", is_at(procedures_.of(procedures_.main()).entry, first, first)));
    end();
  }

  [[nodiscard]] bool is_reached(BlockId b) const { return invariant(b).body != "false"; }

  /// An obligation that is met because there is no run: it is asked like the others, so that there
  /// are as many as the program has steps.
  void end_at_nothing() {
    claim("false");
    end();
  }

  void of_block(BlockId b) {
    const words::Block& block = graph_.blocks[b];
    if (const c::Sink* const sink = procedures_.sink(b)) {
      begin(fmt::format("B{} is not reached: {}", b, sink->text));
      claim(is_at(b, at_entry(), before()));
      return end();
    }
    const Call* const call = procedures_.call(b);
    for (const words::Edge& edge : block.edges) {
      const bool calls = procedures_.enters(b, edge);
      begin(fmt::format("B{} {} B{}", b, calls ? "calls" : "leads to", edge.to));
      if (is_reached(b)) {
        pass(b, edge);
        const State next = after(block);
        claim(fmt::format("(not {})", is_at(edge.to, calls ? next : at_entry(), next)));
        end();
      } else {
        end_at_nothing();
      }
      if (!calls) continue;
      for (const BlockId leave : procedures_.of(call->callee).blocks)
        if (procedures_.leaves(leave)) come_back(b, edge, leave);
    }
  }

  void pass(BlockId b, const words::Edge& edge) {
    claim(is_at(b, at_entry(), before()));
    claim(fmt::format("(= #b1 {})", value(edge.guard)));
  }

  /// After a call: what the callee may modify is as it leaves it, the rest as it was.
  void come_back(BlockId b, const words::Edge& edge, BlockId leave) {
    const Call& call = *procedures_.call(b);
    const Procedure& callee = procedures_.of(call.callee);
    begin(fmt::format("B{} returns from B{} to B{}", b, leave, call.continuation));
    if (!is_reached(b) || !is_reached(leave)) return end_at_nothing();
    pass(b, edge);
    const State entered = after(graph_.blocks[b]);
    const State left = [&](VariableId v) {
      const bool is_kept = !callee.modified.contains(v) &&
                           (procedures_.scope(v) == everybody || callee.parameters.contains(v));
      return is_kept ? entered(v) : word('x', v);
    };
    const State back = [&](VariableId v) {
      if (procedures_.result_of(v) == call.callee) return word('x', v);
      return procedures_.scope(v) == everybody ? left(v) : word('v', v);
    };
    claim(is_at(leave, entered, left));
    claim(fmt::format("(not {})", is_at(call.continuation, at_entry(), back)));
    end();
  }
};

// Reading

/// What follows a prefix up to an end, which it takes away.
std::optional<std::string_view> take(std::string_view& text, std::string_view prefix,
                                     std::string_view end) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return out;
}

std::optional<std::uint32_t> number(std::string_view text) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  std::uint32_t out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return out;
}

/// One term: no bracket closes what it did not open, and nothing comes after it.
bool is_term(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ';' || text[i] == '"' || text[i] == '|') return false;
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && depth-- == 0) return false;
    const bool is_over = depth == 0 && (text[i] == ')' || text[i] == ' ');
    if (is_over && i + 1 < text.size()) return false;
  }
  return depth == 0 && !text.empty();
}

/// The numbers of parameters `(v3 …) (v7 …)`, each with its kind.
std::optional<std::vector<std::pair<char, std::uint32_t>>> parameters(std::string_view text) {
  std::vector<std::pair<char, std::uint32_t>> out;
  while (!text.empty()) {
    const auto name = take(text, "(", " ");
    if (!name || name->size() < 2) return std::nullopt;
    const auto index = number(name->substr(1));
    if (!index) return std::nullopt;
    out.emplace_back(name->front(), *index);
    const std::size_t next = text.find(" (v");
    const std::size_t boolean = text.starts_with("Bool)") ? 5 : 0;
    if (boolean != 0)
      text.remove_prefix(std::min(text.size(), boolean + 1));
    else
      text.remove_prefix(next == std::string_view::npos ? text.size() : next + 1);
  }
  return out;
}

}  // namespace

std::string write_script(const Procedures& procedures, const CProof& proof,
                         const std::string& claim) {
  return ScriptWriter(procedures, proof).run(claim);
}

ReadProof read_script(const Procedures& procedures, const std::string& text) {
  CProof proof;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, line_end);
    rest.remove_prefix(std::min(rest.size(), line_end + 1));
    if (line.starts_with("(push")) break;
    if (!line.starts_with("(define-fun ")) continue;
    const auto name = take(line, "(define-fun ", " (");
    const auto signature = name ? take(line, "", ") Bool ") : std::nullopt;
    const bool is_predicate = name && name->starts_with("p");
    const auto index = !name ? std::nullopt : number(name->substr(is_predicate ? 1 : 2));
    const auto list = signature ? parameters(*signature) : std::nullopt;
    if (!index || !list || !line.ends_with(")") || !is_term(line.substr(0, line.size() - 1)))
      return {std::nullopt, "a definition that is not one of a certificate's"};
    const std::string body(line.substr(0, line.size() - 1));
    if (is_predicate) {
      ProofPredicate& predicate = proof.predicates.emplace_back();
      predicate.body = body;
      for (const auto& [kind, v] : *list) {
        if (kind != 'v' || v >= procedures.graph().variables.size())
          return {std::nullopt, "a predicate on variables that the program does not have"};
        predicate.variables.push_back(v);
      }
      continue;
    }
    ProofInvariant& invariant = proof.invariants[*index];
    invariant.body = body;
    for (const auto& [kind, p] : *list) {
      if ((kind != 'e' && kind != 'c') || p >= proof.predicates.size())
        return {std::nullopt, "an invariant on predicates that are not defined"};
      invariant.arguments.push_back({kind == 'e', p});
    }
  }
  return {std::move(proof), ""};
}

}  // namespace hardbop::slam
