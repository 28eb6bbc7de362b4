// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <iterator>

#include "boolean/certify/names.hpp"
#include "boolean/certify/obligations.hpp"
#include "boolean/certify/proof.hpp"
#include "boolean/certify/texts.hpp"

namespace hardbop::certify {

namespace {

using horn::Clause;
using horn::Terms;
using trace::DiagramRef;

/// Which nodes are needed in which instance.
class Needed {
 public:
  explicit Needed(const trace::Invariant& invariant)
      : invariant_(invariant), marks_(invariant.nodes.size()) {}

  void add(DiagramRef root, Instance instance) {
    std::vector<std::uint32_t> open{root.node()};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      if (node == 0 || has(node, instance)) continue;
      marks_[node] = static_cast<std::uint8_t>(marks_[node] | bit(instance));
      open.push_back(invariant_.nodes[node].high.node());
      open.push_back(invariant_.nodes[node].low.node());
    }
  }
  [[nodiscard]] bool has(std::uint32_t node, Instance instance) const {
    return (marks_[node] & bit(instance)) != 0;
  }

 private:
  const trace::Invariant& invariant_;
  std::vector<std::uint8_t> marks_;

  [[nodiscard]] static std::uint8_t bit(Instance instance) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(instance));
  }
};

constexpr Instance all_instances[] = {Instance::Before, Instance::Callee, Instance::After};

class Writer {
 public:
  Writer(const Claim& claim, const Question& question, const bp::Graph& graph,
         const trace::Invariant& invariant)
      : script_(claim, "QF_UF"),
        question_(question),
        graph_(graph),
        invariant_(invariant),
        obligations_(graph, invariant),
        terms_(obligations_.terms()) {}

  std::string run() {
    constants();
    diagrams();
    roots();
    script_.line("\n; The obligations. Each must be unsat.");
    for_each([this](const Obligation& obligation) { write(obligation); });
    return script_.finish();
  }

 private:
  ScriptWriter script_;
  const Question& question_;
  const bp::Graph& graph_;
  const trace::Invariant& invariant_;
  Obligations obligations_;
  TermWriter terms_;

  void for_each(const Obligations::Visit& visit) {
    obligations_.initial(question_.entries, visit);
    for (bp::VertexId v = 0; v < graph_.vertices().size(); ++v) obligations_.of_vertex(v, visit);
    obligations_.targets(question_.targets, visit);
    if (!question_.fairness) return;
    for (bp::VertexId v = 0; v < graph_.vertices().size(); ++v)
      obligations_.ranks(v, *question_.fairness, visit);
  }

  void constants() {
    std::uint32_t slots = 0;
    std::uint32_t results = 0;
    for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) {
      slots = std::max(slots, graph_.first_result(p));
      results = std::max(results, graph_.procedure(p).results);
    }
    script_.line("\n; Variables by slot: e at the procedure's entry, c now, r results;");
    script_.line("; with + after a step, with ! of a callee.");
    for (const Instance instance : all_instances) {
      for (const auto kind : {trace::Decision::Kind::Entry, trace::Decision::Kind::Current})
        for (std::uint32_t slot = 0; slot < slots; ++slot)
          script_.line("(declare-fun {} () Bool)", to_text(Constant{instance, {kind, slot}}));
      for (std::uint32_t i = 0; i < results; ++i)
        script_.line("(declare-fun {} () Bool)",
                     to_text(Constant{instance, {trace::Decision::Kind::Result, i}}));
    }
  }

  void diagrams() {
    Needed needed(invariant_);
    for (const DiagramRef root : invariant_.at) needed.add(root, Instance::Before);
    for (const DiagramRef root : invariant_.summaries) needed.add(root, Instance::Callee);
    for_each([&](const Obligation& obligation) {
      needed.add(obligation.goal, obligation.goal_instance);
      for (const DiagramRef bit : obligation.rank) needed.add(bit, Instance::Before);
      for (const DiagramRef bit : obligation.rank_after) needed.add(bit, Instance::After);
    });
    script_.line(
        "\n; The invariant's diagrams, one constant per node and instance, and what it is.");
    for (std::uint32_t node = 1; node < invariant_.nodes.size(); ++node) {
      const trace::DiagramNode& content = invariant_.nodes[node];
      for (const Instance instance : all_instances) {
        if (!needed.has(node, instance)) continue;
        // Z3 looks at what is defined whenever it is used, and at a constant once.
        const std::string name = to_text({node, false}, instance);
        script_.line("(declare-fun {} () Bool)", name);
        script_.line("(assert (= {} (ite {} {} {})))", name,
                     to_text(Constant{instance, content.decision}), to_text(content.high, instance),
                     to_text(content.low, instance));
      }
    }
  }

  void roots() {
    script_.line(
        "\n; What is invariant at each statement, and the summary of each procedure. Kept are the");
    script_.line(
        "; slots that always have the value they were entered with, after the procedure's number.");
    for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) {
      script_.line("; procedure {}", graph_.procedure_name(p));
      script_.note(names::kept, fmt::format("{}{}{}", p, invariant_.kept[p].empty() ? "" : " ",
                                            fmt::join(invariant_.kept[p], " ")));
      script_.define(fmt::format("{}{}", names::summary, p), "",
                     to_text(invariant_.summaries[p], Instance::Callee));
      const bp::Range vertices = graph_.procedure(p).vertices;
      for (bp::VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
        script_.define(fmt::format("{}{}", names::path, v), "",
                       to_text(invariant_.at[v], Instance::Before), place(v));
    }
    if (question_.fairness) ranks();
  }

  void ranks() {
    script_.line(
        "\n; The rank at each statement: a number, by its bits. No step leads to a greater one.");
    script_.line(
        "; Its last {} bits are the number of a condition that is not met there, or 0; then",
        std::bit_width(question_.fairness->untils.size()));
    script_.line(
        "; every step leads to a lesser rank. A run that violates the property would meet every");
    script_.line("; condition again and again.");
    for (std::size_t i = 0; i < question_.fairness->untils.size(); ++i)
      script_.line("; condition {}: c{} is 0, or c{} is 1 after a call", i + 1,
                   question_.fairness->untils[i], question_.fairness->seen[i]);
    for (bp::VertexId v = 0; v < graph_.vertices().size(); ++v)
      for (std::size_t i = 0; i < invariant_.ranks[v].size(); ++i)
        script_.define(fmt::format("{}{}.{}", names::rank, v, i), "",
                       to_text(invariant_.ranks[v][i], Instance::Before));
  }

  [[nodiscard]] std::string place(bp::VertexId v) const { return place_text(graph_, v); }

  void write(const Obligation& obligation) {
    std::vector<std::string> facts;
    const auto fact = [&](std::string text) {
      if (text != "true") facts.push_back(std::move(text));
    };
    std::string condition = terms_.write(obligation.condition, [&](std::uint32_t node) {
      const Terms::Node& content = obligations_.terms().node({node, false});
      if (content.kind != Terms::Kind::Variable) return std::string();
      return to_text(obligations_.constant(obligation, content.variable));
    });
    fact(to_text(obligation.path, Instance::Before));
    fact(to_text(obligation.summary, Instance::Callee));
    for (const auto& [a, b] : obligation.equal)
      facts.push_back(fmt::format("(= {} {})", to_text(a), to_text(b)));
    fact(broken_goal(obligation));
    fact(std::move(condition));
    script_.begin(fmt::format("{} {}", describe(obligation), place(obligation.vertex)));
    for (const std::string& text : facts) script_.require(text);
    script_.ask();
  }

  [[nodiscard]] static std::string broken_goal(const Obligation& obligation) {
    switch (obligation.what) {
      case Obligation::Goal::Invariant: break;
      case Obligation::Goal::Rank: return fmt::format("(not {})", falls(obligation));
      case Obligation::Goal::Unfair: return is_fair(obligation);
    }
    return negated_goal(obligation);
  }

  /// That the rank is less after the step, or the same and that of a condition.
  [[nodiscard]] static std::string falls(const Obligation& obligation) {
    std::string less = "false";
    std::string same;
    std::string index;
    for (std::size_t i = 0; i < obligation.rank.size(); ++i) {
      const std::string before = to_text(obligation.rank[i], Instance::Before);
      const std::string after = to_text(obligation.rank_after[i], Instance::After);
      less = fmt::format("(ite (= {0} {1}) {2} {0})", before, after, less);
      same += fmt::format(" (= {} {})", before, after);
      if (i < obligation.index_bits) index += fmt::format(" {}", before);
    }
    return fmt::format("(or {} (and true{} (or false{})))", less, same, index);
  }

  /// That the rank is that of a condition which is met, or of one that there is not.
  [[nodiscard]] static std::string is_fair(const Obligation& obligation) {
    std::string out = "(or false";
    std::string known = has_index(obligation, 0);
    for (std::size_t i = 0; i < obligation.conditions.size(); ++i) {
      const auto& [until, inside] = obligation.conditions[i];
      const std::string index = has_index(obligation, i + 1);
      known += " " + index;
      out += fmt::format(" (and {} (or (not {}){}{}))", index, to_text(until), inside ? " " : "",
                         inside ? to_text(*inside) : "");
    }
    return fmt::format("{} (not (or {})))", out, known);
  }

  [[nodiscard]] static std::string has_index(const Obligation& obligation, std::size_t index) {
    std::string out = "(and true";
    for (std::size_t i = 0; i < obligation.index_bits; ++i) {
      const std::string bit = i < obligation.rank.size()
                                  ? to_text(obligation.rank[i], Instance::Before)
                                  : std::string("false");
      out += (index >> i & 1U) != 0 ? fmt::format(" {}", bit) : fmt::format(" (not {})", bit);
    }
    return out + ")";
  }

  [[nodiscard]] static std::string negated_goal(const Obligation& obligation) {
    std::string goal = to_text(!obligation.goal, obligation.goal_instance);
    if (obligation.kept.empty()) return goal;
    std::string out = fmt::format("(or {}", goal);
    for (const auto& [a, b] : obligation.kept)
      out += fmt::format(" (xor {} {})", to_text(a), to_text(b));
    return out + ")";
  }

  [[nodiscard]] static std::string_view describe(const Obligation& obligation) {
    if (obligation.what == Obligation::Goal::Rank) return "rank of";
    if (obligation.what == Obligation::Goal::Unfair) return "condition at";
    switch (obligation.kind) {
      case Clause::Kind::Initial: return "start";
      case Clause::Kind::Step: return "step";
      case Clause::Kind::Call: return "call";
      case Clause::Kind::Return: return "return to";
      case Clause::Kind::Exit: return "summary at";
      case Clause::Kind::Target: return "target";
    }
    return "";
  }
};

}  // namespace

std::string write_proof(const Claim& claim, const Question& question, const bp::Graph& graph,
                        const trace::Invariant& invariant) {
  return Writer(claim, question, graph, invariant).run();
}

}  // namespace hardbop::certify
