// SPDX-License-Identifier: MIT
#include "words/engine/bmc/questions.hpp"

#include "base/expression/evaluator.hpp"
#include "words/analysis/boxes.hpp"

namespace hardbop::bmc {

namespace {

/// About so much memory is taken at most, by what was measured: a clause comes with a part of what
/// the solver keeps for its variables.
constexpr std::size_t most_bytes = 1'600'000'000;
constexpr std::size_t bytes_of_clause = 145;
constexpr std::size_t bytes_of_gate = 25;
constexpr std::size_t most_gates = 12'000'000;
/// Of comparisons, in gates: more is half of the room, with clauses.
constexpr std::size_t most_gates_compared = most_bytes / 2 / (bytes_of_gate + 2 * bytes_of_clause);

}  // namespace

Questions::Questions(Arrays::Limits comparisons, Budget& budget)
    : budget_(budget),
      arrays_(terms_, comparisons),
      follower_(terms_, arrays_),
      theory_(terms_, arrays_, budget) {
  circuit_.emplace(terms_.expressions(), budget);
}

Questions::Circuit::Circuit(const words::Expressions& expressions, Budget& budget)
    : blaster(expressions, aig, most_gates),
      solver(budget),
      sink(solver),
      cnf(aig, sink),
      sweep(aig, cnf, solver, budget) {}

void Questions::forget_circuit() {
  forgotten_gates_ += circuit_->aig.size();
  forgotten_clauses_ += circuit_->cnf.clauses();
  circuit_.emplace(terms_.expressions(), budget_);
}

bool Questions::has_many_comparisons() const {
  return arrays_.compared() > most_gates_compared;
}

void Questions::tell(Statistics& statistics) const {
  statistics.set("bmc.expressions", std::uint64_t{terms_.expressions().size()});
  statistics.set("bmc.gates", forgotten_gates_ + circuit_->aig.size());
  statistics.set("bmc.clauses", forgotten_clauses_ + circuit_->cnf.clauses());
  statistics.set("bmc.questions", questions_);
  if (circuit_->sweep.merged() > 0) statistics.set("bmc.equal-gates", circuit_->sweep.merged());
  if (theory_.questions() > 0) statistics.set("bmc.array-questions", theory_.questions());
}

std::string Questions::why_unknown() const {
  if (is_too_large_) return "the unrolled program is too large";
  if (budget_.stopped() != StopReason::None) return budget_.reason();
  return theory_gave_up_ ? "an array is accessed at too many unknown places"
                         : "the SAT solver gave up";
}

sat::Satisfiable Questions::ask(const std::vector<Value>& conditions, Theory theory) {
  Value any = no;
  for (const Value& condition : conditions)
    if (!is_impossible(condition)) any = terms_.disjunction(any, condition);
  if (is_impossible(any)) return sat::Satisfiable::No;
  const sat::Satisfiable out = ask_about(any, theory, {});
  if (out == sat::Satisfiable::No)
    for (const Value& condition : conditions)
      if (!condition.is_constant()) impossible_.insert(condition.id);
  return out;
}

bool Questions::is_impossible(const Value& condition) const {
  return condition.is(0) || (!condition.is_constant() && impossible_.contains(condition.id));
}

sat::Satisfiable Questions::ask_assuming(const Value& condition,
                                         const std::vector<Value>& assumptions, int conflicts) {
  if (is_impossible(condition)) return sat::Satisfiable::No;
  Effort effort{{}, conflicts};
  for (const Value& one : assumptions) {
    const std::optional<sat::Literal> literal = literal_of(terms_.id(one, 1));
    if (!literal) return sat::Satisfiable::Unknown;
    effort.assumptions.push_back(*literal);
  }
  return ask_about(condition, Theory::None, effort);
}

/// Products of numbers are hard for a SAT solver.
bool Questions::is_false_of_numbers(const Value& condition) {
  const words::Expressions& e = terms_.expressions();
  for (; looked_at_ < e.size(); ++looked_at_)
    has_products_ =
        has_products_ || words::is_product_of_numbers(e.node(static_cast<ExprId>(looked_at_)).op);
  if (condition.is_constant() || !has_products_) return false;
  budget_.enter("computing with intervals");
  if (words::is_false_in_boxes(e, condition.id, most_in_boxes_, budget_)) return true;
  most_in_boxes_ /= 2;
  return false;
}

sat::Satisfiable Questions::ask_about(const Value& condition, Theory theory, const Effort& effort) {
  if (!effort.conflicts && is_false_of_numbers(condition)) return sat::Satisfiable::No;
  while (true) {
    const sat::Satisfiable out = ask_sat(condition, effort);
    if (out != sat::Satisfiable::Yes) return out;
    const InputValues found = sat_values();
    if (is_true_of_run(condition, found)) return out;
    if (tell_more(condition, found)) continue;
    return theory == Theory::Z3 ? ask_theory(condition) : sat::Satisfiable::Unknown;
  }
}

/// Whether there was something that the SAT solver had not been told.
bool Questions::tell_more(const Value& condition, const InputValues& found) {
  budget_.enter("building the circuit", "gates");
  const std::vector<ExprId> more = follower_.follow(condition.id, found, whole_);
  for (const ExprId one : more) {
    const std::optional<sat::Literal> literal = literal_of(one);
    if (!literal) break;
    circuit_->sink.clause(std::span(&*literal, 1));
  }
  return !more.empty();
}

/// Nothing where the budget runs out, or there is no more room.
std::optional<sat::Literal> Questions::literal_of(ExprId condition) {
  const Edge gate = circuit_->blaster.bits(condition, budget_).front();
  const std::size_t taken =
      unrolled_bytes(terms_.expressions().size(), visits_) + circuit_->aig.size() * bytes_of_gate;
  if (circuit_->aig.size() > most_gates || taken > most_bytes) is_too_large_ = true;
  if (is_too_large_ || budget_.stopped() != StopReason::None) return std::nullopt;
  const std::optional<sat::Literal> out =
      circuit_->cnf.literal(gate, (most_bytes - taken) / bytes_of_clause);
  if (!out) is_too_large_ = true;
  return out;
}

sat::Satisfiable Questions::ask_sat(const Value& condition, const Effort& effort) {
  budget_.enter("building the circuit", "gates");
  const std::optional<sat::Literal> literal =
      condition.is_constant() ? circuit_->solver.always() : literal_of(condition.id);
  if (!literal) return sat::Satisfiable::Unknown;
  if (*literal == -circuit_->solver.always()) return sat::Satisfiable::No;
  std::vector<sat::Literal> all = effort.assumptions;
  all.push_back(*literal);
  budget_.enter("solving");
  if (budget_.poll() != StopReason::None) return sat::Satisfiable::Unknown;
  ++questions_;
  if (effort.conflicts || condition.is_constant())
    return circuit_->solver.solve(all, effort.conflicts);
  return circuit_->sweep.solve(all, circuit_->blaster.bits(condition.id, budget_).front());
}

sat::Satisfiable Questions::ask_theory(const Value& condition) {
  budget_.enter("solving with arrays");
  switch (theory_.ask(condition.id)) {
    case smt::Satisfiable::No: return sat::Satisfiable::No;
    case smt::Satisfiable::Yes:
      if (is_true_of_run(condition, theory_.values())) return sat::Satisfiable::Yes;
      break;
    case smt::Satisfiable::Unknown: break;
  }
  theory_gave_up_ = true;
  return sat::Satisfiable::Unknown;
}

/// Whether the values that were found, made whole, are those of a run for which this is true.
bool Questions::is_true_of_run(const Value& condition, InputValues found) {
  whole_ = complete(terms_, arrays_, std::move(found));
  if (condition.is_constant()) return condition.constant != 0;
  words::Evaluator evaluator(terms_.expressions());
  evaluator.enter({}, whole_.values.words);
  return evaluator.value(condition.id) != 0;
}

InputValues Questions::sat_values() const {
  InputValues out{std::vector<std::uint64_t>(terms_.inputs().size())};
  for (InputId i = 0; i < out.words.size(); ++i) {
    const std::span<const Edge> bits = circuit_->blaster.input(i);
    for (std::size_t k = 0; k < bits.size(); ++k)
      if (const auto literal = circuit_->cnf.known(bits[k]);
          literal && circuit_->solver.value(*literal))
        out.words[i] |= std::uint64_t{1} << k;
  }
  return out;
}

}  // namespace hardbop::bmc
