// SPDX-License-Identifier: MIT
// The reachable states of the Boolean program as a proof about the C program: a Boolean variable
// stands for its predicate, and a variable without a meaning at some block is omitted there.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>

#include "base/smt/smt_terms.hpp"
#include "c/slam/predicates.hpp"
#include "c/slam/proof.hpp"

namespace hardbop::slam {

namespace {

using trace::Decision;
using trace::DiagramRef;

class ProofMaker {
 public:
  ProofMaker(const Procedures& procedures, const Abstraction& abstraction,
             const BooleanProgram& program, const trace::Invariant& invariant)
      : procedures_(procedures),
        abstraction_(abstraction),
        program_(program),
        invariant_(invariant),
        scopes_(procedures) {}

  words::Proof run() {
    for (bp::VertexId v = 0; v < program_.graph().vertices().size(); ++v)
      if (const BlockId block = program_.arrival(v); block != c::none) add(v, block);
    return std::move(out_);
  }

 private:
  const Procedures& procedures_;
  const Abstraction& abstraction_;
  const BooleanProgram& program_;
  const trace::Invariant& invariant_;
  Predicates scopes_;
  words::Proof out_;
  std::map<ExprId, std::size_t> predicates_;
  std::map<words::ArrayId, std::size_t> tables_;  // the predicates that say what they are
  // Of the block at hand:
  BlockId block_ = 0;
  const std::vector<SlotMeaning>* slots_ = nullptr;
  std::map<std::pair<bool, std::size_t>, std::string> names_;
  words::Proof::Invariant* invariant_out_ = nullptr;

  std::size_t predicate(ExprId condition) {
    const auto [place, is_new] = predicates_.try_emplace(condition, out_.predicates.size());
    if (is_new) {
      words::Proof::Predicate& made = out_.predicates.emplace_back();
      for (const VariableId v : procedures_.variables(condition))
        if (procedures_.is_array(v))
          made.arrays.push_back(procedures_.array(v));
        else
          made.variables.push_back(v);
      const auto name = [](const words::Node& leaf) {
        return fmt::format("{}{}", leaf.op == words::Op::Array ? "a" : "v", leaf.value);
      };
      made.body =
          fmt::format("(= #b1 {})", smt::smt_term(procedures_.expressions(), condition, name));
    }
    return place->second;
  }

  /// The argument that stands for a slot; empty where the slot means nothing here.
  std::string argument(bool is_entry, bp::Slot slot) {
    if (slot >= slots_->size() || !(*slots_)[slot].condition) return "";
    const BlockId call = (*slots_)[slot].call;
    if (call != c::none && (is_entry || procedures_.caller(block_) != call)) return "";
    const ExprId condition = *(*slots_)[slot].condition;
    const bool is_received = call != c::none;
    if (!is_entry && !is_received && scopes_.is_stale(condition, block_)) return "";
    const std::size_t number = predicate(condition);
    const auto [place, is_new] = names_.try_emplace({is_entry, number}, "");
    if (is_new) {
      place->second = fmt::format("{}{}", is_entry ? "e" : "c", number);
      invariant_out_->arguments.push_back({is_entry, number});
    }
    return place->second;
  }

  void add(bp::VertexId v, BlockId block) {
    block_ = block;
    names_.clear();
    const bp::ProcedureId p = program_.graph().vertex(v).procedure;
    slots_ = &abstraction_.slots.at(procedures_.owner(block));
    invariant_out_ = &out_.invariants[block];
    const DiagramRef root = invariant_.at[v];
    std::string body = text(root);
    for (const bp::Slot slot : invariant_.kept[p]) {
      if (body == "false") break;
      const std::string now = argument(false, slot);
      const std::string entry = argument(true, slot);
      if (!now.empty() && !entry.empty())
        body = fmt::format("(and (= {} {}) {})", entry, now, body);
    }
    invariant_out_->body = body == "false" ? body : with_tables(body);
  }

  /// Arrays that are never assigned are what they were.
  std::string with_tables(std::string body) {
    const words::Graph& graph = procedures_.graph();
    for (words::ArrayId a = 0; a < graph.arrays.size(); ++a) {
      if (!procedures_.is_table(procedures_.of_array(a))) continue;
      const auto [place, is_new] = tables_.try_emplace(a, out_.predicates.size());
      if (is_new) {
        const words::ArrayVariable& table = graph.arrays[a];
        out_.predicates.push_back(
            {{}, fmt::format("(= a{} {})", a, smt::smt_constant(table.sort, *table.initial)), {a}});
      }
      invariant_out_->arguments.push_back({false, place->second});
      body = fmt::format("(and c{} {})", place->second, body);
    }
    return body;
  }

  /// A node and its negation are apart: a decision that means nothing here is left out of each by
  /// itself, so that either stays true wherever it was.
  using Part = std::pair<std::uint32_t, bool>;

  [[nodiscard]] static Part part(DiagramRef ref, bool negated) {
    return {ref.node(), ref.negated() != negated};
  }

  /// Shared parts are named by nested lets, parts before the whole.
  std::string text(DiagramRef root) {
    std::set<Part> below;
    std::vector<Part> stack{part(root, false)};
    while (!stack.empty()) {
      const Part top = stack.back();
      stack.pop_back();
      if (top.first == 0 || !below.insert(top).second) continue;
      stack.push_back(part(invariant_.nodes[top.first].high, top.second));
      stack.push_back(part(invariant_.nodes[top.first].low, top.second));
    }
    std::string lets;
    for (const Part& one : below)
      lets += fmt::format("(let (({} {})) ", reference(one), node_text(one));
    return fmt::format("{}{}{}", lets, reference(part(root, false)),
                       std::string(below.size(), ')'));
  }

  [[nodiscard]] static std::string reference(const Part& one) {
    if (one.first == 0) return one.second ? "false" : "true";
    return fmt::format("{}{}", one.second ? "n" : "d", one.first);
  }

  std::string node_text(const Part& one) {
    const trace::DiagramNode& node = invariant_.nodes[one.first];
    const std::string high = reference(part(node.high, one.second));
    const std::string low = reference(part(node.low, one.second));
    const bool is_slot = node.decision.kind != Decision::Kind::Result;
    const std::string name =
        is_slot ? argument(node.decision.kind == Decision::Kind::Entry, node.decision.index) : "";
    return name.empty() ? fmt::format("(or {} {})", high, low)
                        : fmt::format("(ite {} {} {})", name, high, low);
  }
};

}  // namespace

words::Subject proof_subject(const Procedures& procedures) {
  words::Subject out{procedures.graph(), {}, 0, {}, {}, {}, {}};
  std::map<FunctionId, std::size_t> numbers;
  for (const Procedure& procedure : procedures.all()) {
    numbers[procedure.function] = out.procedures.size();
    words::Subject::Procedure& made = out.procedures.emplace_back();
    made.entry = procedure.entry;
    made.blocks = procedure.blocks;
    std::ranges::copy_if(procedure.blocks, std::back_inserter(made.leaves),
                         [&](BlockId b) { return procedures.leaves(b); });
    std::ranges::sort(made.blocks);
    const auto add = [&](const std::set<VariableId>& from, std::set<VariableId>& variables,
                         std::set<words::ArrayId>& arrays) {
      for (const VariableId v : from)
        if (procedures.is_array(v))
          arrays.insert(procedures.array(v));
        else
          variables.insert(v);
    };
    add(procedure.parameters, made.parameters, made.array_parameters);
    add(procedure.modified, made.modified, made.modified_arrays);
    made.results = {procedure.results.begin(), procedure.results.end()};
  }
  out.main = numbers.at(procedures.main());
  for (VariableId v = 0; v < procedures.variable_count(); ++v)
    (procedures.is_array(v) ? out.is_global_array : out.is_global)
        .push_back(procedures.scope(v) == everybody);
  for (BlockId b = 0; b < out.graph.blocks.size(); ++b) {
    if (const Call* const call = procedures.call(b))
      out.calls[b] = {numbers.at(call->callee), call->continuation};
    if (const c::Sink* const sink = procedures.sink(b)) out.sinks[b] = sink->text;
  }
  return out;
}

words::Proof make_proof(const Procedures& procedures, const Abstraction& abstraction,
                        const BooleanProgram& program, const trace::Invariant& invariant) {
  return ProofMaker(procedures, abstraction, program, invariant).run();
}

}  // namespace hardbop::slam
