// SPDX-License-Identifier: MIT
// The clauses are those of horn/clauses.hpp; this file prints them. All targets lead to one
// predicate, `reached`, which is denied: so there is one query, as CHC-COMP wants it.
#include "boolean/export/chc.hpp"

#include <fmt/format.h>
#include <iterator>
#include <set>

#include "boolean/export/arguments.hpp"
#include "boolean/export/names.hpp"
#include "boolean/export/smt_term.hpp"
#include "boolean/horn/clauses.hpp"

namespace hardbop::exporting {

namespace {

using bp::ProcedureId;
using bp::Slot;
using bp::VertexId;
using horn::Clause;
using horn::Copy;
using horn::Variable;

class ChcWriter {
 public:
  explicit ChcWriter(const Problem& problem)
      : graph_(problem.graph),
        problem_(problem),
        arguments_(problem.graph, analysis::CallGraph(problem.graph)),
        clauses_(problem.graph),
        procedures_(find_calls(problem).procedures) {}

  std::string run() {
    for (const std::string& about : problem_.about) line("; {}", comment(about));
    line("(set-logic HORN)\n(declare-fun reached () Bool)");
    std::vector<bool> is_declared(graph_.vertices().size());
    for (const ProcedureId p : procedures_) {
      line("(declare-fun {} ({}) Bool)", summary_name(p), sorts(arguments_.summary(p).size()));
      for (const VertexId v : connected_vertices(graph_, p)) {
        is_declared[v] = true;
        line("(declare-fun {} ({}) Bool)  ; {}", path_name(v), sorts(arguments_.path(v).size()),
             place_comment(graph_, v));
      }
    }
    const auto write = [&](const Clause& clause) { this->clause(clause); };
    clauses_.initial(problem_.entries, write);
    for (VertexId v = 0; v < is_declared.size(); ++v)
      if (is_declared[v]) clauses_.of_vertex(v, write);
    for (const VertexId v : problem_.targets)
      if (is_declared[v]) horn::Clauses::targets({v}, write);
    line("(assert (=> reached false))\n(check-sat)");
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  const Problem& problem_;
  Arguments arguments_;
  horn::Clauses clauses_;
  std::vector<ProcedureId> procedures_;
  std::string out_;
  std::set<std::string> mentioned_;  // the variables of the clause at hand

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  // Names

  [[nodiscard]] static std::string sorts(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += i > 0 ? " Bool" : "Bool";
    return out;
  }

  [[nodiscard]] std::string path_name(VertexId v) const {
    const ProcedureId p = graph_.vertex(v).procedure;
    return fmt::format("p_{}.v{}", identifier(graph_.procedure_name(p)), v);
  }

  [[nodiscard]] std::string summary_name(ProcedureId p) const {
    return fmt::format("p_{}.summary", identifier(graph_.procedure_name(p)));
  }

  /// A slot of that procedure, in a copy that `suffix` tells.
  [[nodiscard]] std::string slot_name(ProcedureId p, Slot slot, const char* suffix) const {
    const char* const prefix = slot < graph_.globals()          ? "g_"
                               : slot >= graph_.first_result(p) ? "r_"
                                                                : "l_";
    const std::string name = slot >= graph_.first_result(p)
                                 ? std::to_string(slot - graph_.first_result(p) + 1)
                                 : identifier(graph_.slot_name(p, slot));
    return prefix + name + suffix;
  }

  /// What stands for a variable of a clause. A value that stays has one name.
  [[nodiscard]] std::string name(const Clause& clause, Variable variable) const {
    const ProcedureId p =
        graph_.vertex(clause.from == bp::no_index ? clause.to : clause.from).procedure;
    const Slot slot = variable.index;
    switch (variable.copy) {
      case Copy::Entry: return slot_name(p, slot, arguments_.stays(p, slot) ? "" : ".entry");
      case Copy::Current: return slot_name(p, slot, "");
      case Copy::Next:
        return slot_name(clause.kind == Clause::Kind::Call ? clause.procedure : p, slot, ".next");
      case Copy::CalleeEntry:
        return slot_name(clause.kind == Clause::Kind::Return ? clause.procedure : p, slot,
                         ".argument");
      case Copy::CalleeExit:
        return slot_name(p, slot, arguments_.stays(clause.procedure, slot) ? "" : ".exit");
      case Copy::CalleeResult: break;
    }
    return fmt::format("r_{}.exit", slot + 1);
  }

  /// The same, noted to be bound.
  [[nodiscard]] std::string mention(const Clause& clause, Variable variable) {
    std::string out = name(clause, variable);
    mentioned_.insert(out);
    return out;
  }

  [[nodiscard]] std::string mention(const Clause& clause, horn::Term term) {
    return smt_term(clauses_.terms(), term,
                    [&](Variable variable) { return mention(clause, variable); });
  }

  [[nodiscard]] static std::string apply(const std::string& predicate,
                                         const std::string& arguments) {
    return arguments.empty() ? predicate : fmt::format("({}{})", predicate, arguments);
  }

  // Clauses

  void clause(const Clause& clause) {
    mentioned_.clear();
    std::string body;
    if (clause.from != bp::no_index) {
      std::string arguments;
      for (const Variable variable : arguments_.path(clause.from))
        arguments += ' ' + mention(clause, variable);
      body += ' ' + apply(path_name(clause.from), arguments);
    }
    if (clause.kind == Clause::Kind::Return) body += ' ' + callee_summary(clause);
    for (const horn::Term term : conjuncts(clauses_.terms(), clause.condition))
      body += ' ' + mention(clause, term);
    const std::string implication =
        fmt::format("(=> (and{}) {})", body.empty() ? " true" : body, head(clause));
    std::string bound;
    for (const std::string& variable : mentioned_)
      bound += fmt::format("{}({} Bool)", bound.empty() ? "" : " ", variable);
    if (bound.empty()) {
      line("(assert {})", implication);
    } else {
      line("(assert (forall ({})\n  {}))", bound, implication);
    }
  }

  [[nodiscard]] std::string callee_summary(const Clause& clause) {
    const ProcedureId q = clause.procedure;
    std::string arguments;
    for (const Variable variable : arguments_.summary(q)) {
      const Slot slot = variable.index;
      Variable given{Copy::CalleeExit, slot};
      if (variable.copy == Copy::Entry) {
        given.copy = slot < graph_.globals() ? Copy::Current : Copy::CalleeEntry;
      } else if (slot >= graph_.first_result(q)) {
        given = {Copy::CalleeResult, slot - graph_.first_result(q)};
      }
      arguments += ' ' + mention(clause, given);
    }
    return apply(summary_name(q), arguments);
  }

  [[nodiscard]] std::string head(const Clause& clause) {
    if (clause.kind == Clause::Kind::Target) return "reached";
    const bool is_exit = clause.kind == Clause::Kind::Exit;
    std::string arguments;
    for (const Variable variable :
         is_exit ? arguments_.summary(clause.procedure) : arguments_.path(clause.to)) {
      const horn::Term term = variable.copy == Copy::Entry
                                  ? clauses_.head_entry(clause, variable.index)
                                  : clauses_.head_current(clause, variable.index);
      arguments += ' ' + mention(clause, term);
    }
    return apply(is_exit ? summary_name(clause.procedure) : path_name(clause.to), arguments);
  }
};

}  // namespace

std::string to_chc(const Problem& problem) {
  return ChcWriter(problem).run();
}

}  // namespace hardbop::exporting
