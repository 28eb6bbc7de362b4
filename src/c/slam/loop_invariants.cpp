// SPDX-License-Identifier: MIT
// The states of the Boolean program where a loop's condition is evaluated, as a function of the
// predicates that can be expressed in C there. Everything else is quantified, which makes the
// function weaker, but still true: values at the function's entry, results and arguments in
// transit, predicates that a call has made stale, and predicates on variables without a name. The
// solver says which predicates exclude each other, so that nothing redundant is stated.
#include "c/slam/loop_invariants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "base/bdd/limits.hpp"
#include "base/bdd/manager.hpp"
#include "base/util/invariant.hpp"
#include "c/slam/formula.hpp"
#include "c/slam/predicates.hpp"
#include "c/slam/print_predicate.hpp"

namespace hardbop::slam {

namespace {

using bdd::Bdd;
using trace::Decision;
using trace::DiagramRef;
using words::Op;

constexpr std::size_t most_nodes = 1U << 18U;
constexpr std::size_t most_compared = 64;       // predicates whose contradictions are looked for
constexpr std::size_t longest_predicate = 300;  // text of a predicate

/// What the Boolean program knows where a loop's condition is evaluated.
struct LoopStates {
  c::Position at;
  BlockId block = 0;
  FunctionId function;
  const std::vector<SlotMeaning>& slots;
  const trace::Invariant& invariant;
  std::vector<DiagramRef> roots;
  std::vector<ExprId> known;  // otherwise
};

/// One loop of the program.
class Finder {
 public:
  Finder(Procedures& procedures, const LoopStates& states, const VariableNames& names,
         const Predicates& scopes, Implications& implications)
      : procedures_(procedures),
        states_(states),
        names_(names),
        scopes_(scopes),
        implications_(implications),
        by_slot_(states.slots.size()),
        told_(states.known) {
    manager_.set_node_limit(most_nodes);
    for (std::size_t slot = 0; slot < by_slot_.size(); ++slot) add_slot(slot);
  }

  std::vector<std::string> run() {
    Bdd states = manager_.zero();
    for (const DiagramRef root : states_.roots) states |= function(part(root, false));
    const Bdd all = possible(bdd::support(states));
    if (!bdd::intersects(states, all)) return {};
    const Formula formula = to_formula(manager_, states, all);
    std::vector<std::string> out;
    for (const bdd::Literal& fact : formula.facts)
      if (is_news({fact})) out.push_back(text(fact));
    for (const Literals& clause : formula.clauses)
      if (is_news(clause)) out.push_back(fmt::format("({})", joined(clause, " || ")));
    if (!formula.cases.empty()) out.push_back(fmt::format("({})", either(formula.cases)));
    return out;
  }

 private:
  struct WrittenPredicate {
    ExprId predicate = 0;
    std::string yes;
    std::string no;
  };
  using Part = std::pair<std::uint32_t, bool>;

  Procedures& procedures_;
  const LoopStates& states_;
  const VariableNames& names_;
  const Predicates& scopes_;
  Implications& implications_;
  bdd::Manager manager_;
  std::vector<std::optional<bdd::Var>> by_slot_;
  std::vector<WrittenPredicate> written_;  // by variable of the manager
  std::map<Part, Bdd> functions_;
  std::vector<ExprId> told_;  // what is known otherwise, and what was said

  // What can be said

  void add_slot(std::size_t slot) {
    const SlotMeaning& meaning = states_.slots[slot];
    if (!meaning.condition || meaning.call != c::none) return;
    const ExprId predicate = *meaning.condition;
    if (scopes_.is_stale(predicate, states_.block)) return;
    const std::vector<VariableId> variables = procedures_.variables(predicate);
    if (!std::ranges::all_of(variables, [&](VariableId v) { return is_named(v); })) return;
    WrittenPredicate one{predicate, written(predicate),
                         written(procedures_.expressions().unary(Op::Not, predicate))};
    if (one.yes.empty() || one.no.empty() || one.yes.size() > longest_predicate) return;
    by_slot_[slot] = manager_.new_var();
    written_.push_back(std::move(one));
  }

  [[nodiscard]] bool is_named(VariableId v) const {
    const c::ObjectId object = procedures_.object(v);
    return object != c::none && !procedures_.is_array(v) &&
           c::is_visible(procedures_.program(), object, states_.at, states_.function) &&
           names_.name(v, states_.function) == procedures_.program().objects[object].name;
  }

  /// Such that && and || can be put beside it.
  [[nodiscard]] std::string written(ExprId condition) const {
    const std::string out = to_defined_c(procedures_, names_, condition, states_.function);
    const Op op = procedures_.expressions().node(condition).op;
    const bool is_joined = op == Op::And || op == Op::Or || op == Op::Conditional;
    return is_joined && !out.empty() ? fmt::format("({})", out) : out;
  }

  // What is true

  [[nodiscard]] static Part part(DiagramRef ref, bool negated) {
    return {ref.node(), ref.negated() != negated};
  }

  /// A node and its negation are apart, see make_proof.
  Bdd function(const Part& one) {
    if (one.first == 0) return manager_.constant(!one.second);
    if (const auto found = functions_.find(one); found != functions_.end()) return found->second;
    const trace::DiagramNode& node = states_.invariant.nodes[one.first];
    const Bdd high = function(part(node.high, one.second));
    const Bdd low = function(part(node.low, one.second));
    const bool is_now = node.decision.kind == Decision::Kind::Current;
    const std::uint32_t slot = node.decision.index;
    const bool is_said = is_now && slot < by_slot_.size() && by_slot_[slot];
    Bdd out = is_said ? ite(manager_.var(*by_slot_[slot]), high, low) : high | low;
    functions_.emplace(one, out);
    return out;
  }

  /// What is known otherwise may say what a predicate is, and predicates on the same variables may
  /// contradict each other.
  Bdd possible(std::vector<bdd::Var> variables) {
    variables.resize(std::min(variables.size(), most_compared));
    Bdd out = manager_.one();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      for (const bool a : {true, false})
        if (excludes({{variables[i], a}})) out -= manager_.literal({variables[i], a});
      for (std::size_t k = i + 1; k < variables.size(); ++k) {
        if (mentioned(variables[i]) != mentioned(variables[k])) continue;
        for (const bool a : {true, false})
          for (const bool b : {true, false})
            if (excludes({{variables[i], a}, {variables[k], b}}))
              out -= manager_.literal({variables[i], a}) & manager_.literal({variables[k], b});
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<VariableId> mentioned(bdd::Var x) const {
    return procedures_.variables(written_[x].predicate);
  }

  [[nodiscard]] ExprId meaning(const bdd::Literal& literal) {
    const ExprId predicate = written_[literal.var].predicate;
    return literal.positive ? predicate : procedures_.expressions().unary(Op::Not, predicate);
  }

  bool excludes(const Literals& cube) {
    std::vector<ExprId> premises;
    const std::vector<VariableId> own = mentioned(cube.front().var);
    for (const ExprId known : states_.known) {
      const VariableId about = procedures_.variables(known).front();
      if (std::ranges::find(own, about) != own.end()) premises.push_back(known);
    }
    if (cube.size() == 1 && premises.empty()) return false;
    for (const bdd::Literal& literal : cube) premises.push_back(meaning(literal));
    return implications_.holds(std::move(premises), procedures_.expressions().truth(false));
  }

  /// Whether a clause does not follow from those before it.
  bool is_news(const Literals& clause) {
    words::Expressions& e = procedures_.expressions();
    ExprId all = e.truth(false);
    for (const bdd::Literal& literal : clause) all = e.binary(Op::Or, all, meaning(literal));
    if (implications_.holds(told_, all)) return false;
    told_.push_back(all);
    return true;
  }

  // Text

  [[nodiscard]] const std::string& text(const bdd::Literal& literal) const {
    return literal.positive ? written_[literal.var].yes : written_[literal.var].no;
  }

  [[nodiscard]] std::string joined(const Literals& literals, const char* connective) const {
    std::vector<std::string> texts;
    for (const bdd::Literal& literal : literals) texts.push_back(text(literal));
    return fmt::format("{}", fmt::join(texts, connective));
  }

  [[nodiscard]] std::string either(const std::vector<Literals>& cases) const {
    std::vector<std::string> texts;
    for (const Literals& cube : cases) {
      const std::string one = joined(cube, " && ");
      texts.push_back(cube.size() > 1 ? fmt::format("({})", one) : one);
    }
    return fmt::format("{}", fmt::join(texts, " || "));
  }
};

}  // namespace

std::vector<LoopFacts> loop_facts(Procedures& procedures, const Abstraction& abstraction,
                                  const BooleanProgram& program, const trace::Invariant& invariant,
                                  const KnownFacts& known, Implications& implications) {
  const bp::Graph& graph = program.graph();
  std::map<c::StatementId, LoopStates> loops;
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const BlockId block = program.arrival(v);
    if (block == c::none) continue;
    const c::StatementId statement = procedures.model().blocks[block].statement;
    if (statement == c::none || procedures.program().statements[statement].loop.line == 0) continue;
    const FunctionId function = procedures.owner(block);
    LoopStates loop{procedures.program().statements[statement].loop,
                    block,
                    function,
                    abstraction.slots.at(function),
                    invariant,
                    {},
                    {}};
    LoopStates& states = loops.try_emplace(statement, std::move(loop)).first->second;
    HARDBOP_INVARIANT(states.block == block, "a statement should start one block of a procedure");
    states.roots.push_back(invariant.at[v]);
    if (const auto more = known.find(statement); more != known.end()) states.known = more->second;
  }
  const VariableNames names(procedures);
  const Predicates scopes(procedures);
  std::vector<LoopFacts> out;
  for (const auto& [statement, states] : loops) {
    try {
      LoopFacts loop{statement, states.function,
                     Finder(procedures, states, names, scopes, implications).run()};
      if (!loop.facts.empty()) out.push_back(std::move(loop));
    } catch (const bdd::LimitReached&) {
      continue;  // it has no formula that could be read
    }
  }
  return out;
}

}  // namespace hardbop::slam
