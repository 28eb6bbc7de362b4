// SPDX-License-Identifier: MIT
#include "words/engine/bmc/parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <sstream>
#include <unordered_set>

#include "base/expression/substitute.hpp"
#include "base/sat/trim.hpp"
#include "base/smt/smt_terms.hpp"
#include "words/engine/bmc/blaster.hpp"
#include "words/engine/bmc/sweep.hpp"

namespace hardbop::bmc {

namespace {

using certify::Validation;

/// A question with more expressions is not written.
constexpr std::size_t most_written = 2'000'000;

/// What one read of an array is compared with: a question says all, or else it is too large.
constexpr Arrays::Limits all_comparisons{50'000, 50'000};

/// Whether a run gets to a target, or further than it was unrolled.
class Question {
 public:
  Question(const Part& part, const Depths& depths, Budget& budget)
      : is_target_(part.program.graph.blocks.size()), arrays_(terms_, all_comparisons) {
    for (const BlockId b : part.targets) is_target_[b] = true;
    Unroller unroller(part.program, is_target_, terms_, arrays_);
    const Unrolling unrolling = unroller.run(depths, budget);
    is_whole_ = !unrolling.is_too_large && budget.stopped() == StopReason::None;
    for (const std::uint32_t i : unrolling.reached)
      condition_ = terms_.disjunction(condition_, unrolling.instances[i].condition);
    for (const Cut& cut : unrolling.cuts)
      condition_ = terms_.disjunction(condition_, cut.condition);
  }

  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] static std::string why_not_whole(const Budget& budget) {
    return budget.stopped() == StopReason::None ? "the unrolled program is too large for a proof"
                                                : budget.reason();
  }
  /// Whether it leaves open what elements of arrays are. Then it has solutions that are no runs.
  [[nodiscard]] bool is_open() const { return arrays_.gave_up(); }
  [[nodiscard]] ExprId condition() { return terms_.id(condition_, 1); }
  [[nodiscard]] const words::Expressions& expressions() const { return terms_.expressions(); }

  /// The clauses, and the literal that must not be true.
  [[nodiscard]] sat::Literal to_clauses(ClauseSink& sink, Budget& budget) {
    Aig aig;
    Blaster blaster(terms_.expressions(), aig);
    Cnf cnf(aig, sink);
    return cnf.literal(blaster.bits(condition(), budget).front());
  }

  /// Whether it has a solution.
  [[nodiscard]] sat::Satisfiable ask(sat::Solver& solver, Budget& budget) {
    Aig aig;
    Blaster blaster(terms_.expressions(), aig);
    SolverSink sink(solver);
    Cnf cnf(aig, sink);
    const Edge gate = blaster.bits(condition(), budget).front();
    const sat::Literal bad = cnf.literal(gate);
    if (budget.stopped() != StopReason::None) return sat::Satisfiable::Unknown;
    return Sweep(aig, cnf, solver, budget).solve(std::span(&bad, 1), gate);
  }

 private:
  std::vector<bool> is_target_;
  Terms terms_;
  Arrays arrays_;
  Value condition_ = no;
  bool is_whole_ = false;
};

bool has_floats(const words::Expressions& expressions) {
  for (ExprId id = 0; id < expressions.size(); ++id)
    if (is_float_operation(expressions.node(id).op)) return true;
  return false;
}

/// The question in SMT-LIB.
class QuestionWriter {
 public:
  QuestionWriter(certify::ScriptWriter& script, const words::Expressions& expressions)
      : script_(script),
        expressions_(expressions),
        operands_{[this](ExprId id) { return name(id); },
                  [this](ExprId id) { return number_of(id); }} {}

  void write(std::string_view title, ExprId condition) {
    script_.begin(title);
    for_each_node(expressions_, {condition}, [&](ExprId id) { define(id); });
    script_.require(fmt::format("(= {} {})", name(condition), smt::smt_constant(1, 1)));
    script_.ask();
  }

 private:
  certify::ScriptWriter& script_;
  const words::Expressions& expressions_;
  smt::SmtOperands operands_;
  std::unordered_set<ExprId> declared_;  // words of numbers

  void define(ExprId id) {
    const words::Node& node = expressions_.node(id);
    if (node.op == words::Op::Constant) return;
    if (node.op == words::Op::Input)
      return script_.line("(declare-const {} {})", name(id), smt::smt_sort(node));
    const std::string made = smt::smt_operation(expressions_, node, operands_);
    if (makes_number(node.op))
      equal(fmt::format("f{}", id), smt::smt_number_sort(node.width), made);
    else
      equal(fmt::format("t{}", id), smt::smt_sort(node), made);
  }

  /// Z3 looks at what is defined whenever it is used, and at a constant once.
  void equal(const std::string& name, const std::string& sort, const std::string& made) {
    script_.line("(declare-const {} {})", name, sort);
    script_.line("(assert (= {} {}))", name, made);
  }

  [[nodiscard]] std::string name(ExprId id) {
    const words::Node& node = expressions_.node(id);
    if (node.op == words::Op::Constant) return smt::smt_constant(node.width, node.value);
    if (node.op == words::Op::Input) return fmt::format("i{}", node.value);
    std::string out = fmt::format("t{}", id);
    if (makes_number(node.op) && declared_.insert(id).second) {
      script_.line("(declare-const {} {})", out, smt::smt_sort(node));
      script_.require(smt::smt_is_word_of(node.width, out, number_of(id)));
    }
    return out;
  }

  [[nodiscard]] std::string number_of(ExprId id) {
    const words::Node& node = expressions_.node(id);
    return makes_number(node.op) ? fmt::format("f{}", id) : smt::smt_number(node.width, name(id));
  }
};

/// Two numbers of a note, of which the first is below `end`; nothing where it has others.
std::optional<std::pair<std::uint32_t, std::uint32_t>> read_pair(const std::string& text,
                                                                 std::size_t end) {
  std::istringstream in(text);
  std::uint32_t which = 0;
  std::uint32_t count = 0;
  std::string rest;
  if (!(in >> which >> count) || in >> rest || which >= end) return std::nullopt;
  return std::pair(which, count);
}

struct ReadUnrolling {
  std::optional<Proof> proof;
  std::string error;
};

ReadUnrolling read_unrolling(const Part& part, const certify::Script& script) {
  Proof out{first_depths(part.program), {}};
  std::string lemmas;
  for (const certify::Note& note : script.notes) {
    const std::string error = fmt::format("line {} does not say how far to unroll", note.line);
    if (note.key == part.keys.lemma) {
      lemmas += note.value + '\n';
    } else if (note.key == part.keys.visits) {
      const auto read = read_pair("0 " + note.value, 1);
      if (!read) return {{}, error};
      out.depths.visits = read->second;
    } else if (note.key == part.keys.rounds || note.key == part.keys.calls) {
      std::vector<std::uint32_t>& all =
          note.key == part.keys.rounds ? out.depths.rounds : out.depths.calls;
      const auto read = read_pair(note.value, all.size());
      if (!read) return {{}, error};
      all[read->first] = read->second;
    }
  }
  Diagnostics diagnostics;
  std::optional<sat::ClausalProof> refutation = sat::read_proof(lemmas, diagnostics);
  if (!refutation) return {{}, "the lemmas cannot be read"};
  out.refutation = *std::move(refutation);
  return {std::move(out), {}};
}

Validation judge(Validation::Status status, std::string line) {
  return {status, {std::move(line)}};
}

void write_notes(certify::ScriptWriter& script, const Part& part, const Proof& proof) {
  const Depths usual = first_depths(part.program);
  script.note(part.keys.visits, std::to_string(proof.depths.visits));
  for (BlockId b = 0; b < usual.rounds.size(); ++b)
    if (proof.depths.rounds[b] != usual.rounds[b])
      script.note(part.keys.rounds, fmt::format("{} {}", b, proof.depths.rounds[b]));
  for (std::size_t p = 0; p < usual.calls.size(); ++p)
    if (proof.depths.calls[p] != usual.calls[p])
      script.note(part.keys.calls, fmt::format("{} {}", p, proof.depths.calls[p]));
  std::istringstream lines(sat::write_proof(proof.refutation));
  for (std::string line; std::getline(lines, line);) script.note(part.keys.lemma, line);
}

using AllQuestions = std::vector<std::unique_ptr<Question>>;

/// One for each part; none where one could not be made.
AllQuestions questions_of(const std::vector<Part>& parts, const std::vector<Proof>& proofs,
                          Budget& budget) {
  AllQuestions out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out.push_back(std::make_unique<Question>(parts[i], proofs[i].depths, budget));
    if (!out.back()->is_whole()) return {};
  }
  return out;
}

std::string written(const certify::Claim& claim, const std::vector<Remark>& remarks,
                    const std::vector<Part>& parts, const std::vector<Proof>& proofs,
                    const AllQuestions& questions) {
  const bool with_floats = std::ranges::any_of(
      questions, [](const auto& question) { return has_floats(question->expressions()); });
  certify::ScriptWriter script(claim, with_floats ? "QF_BVFP" : "QF_BV",
                               certify::Evidence::Unrolling);
  for (const Remark& remark : remarks) script.note(remark.key, remark.value);
  for (std::size_t i = 0; i < parts.size(); ++i) write_notes(script, parts[i], proofs[i]);
  for (std::size_t i = 0; i < parts.size(); ++i)
    QuestionWriter(script, questions[i]->expressions())
        .write(parts[i].title, questions[i]->condition());
  return script.finish();
}

/// What a clausal proof shows of the question; empty where it is right.
struct Judged {
  std::optional<Validation> problem;
  std::size_t clauses = 0;
};

Judged judge_refutation(Question& question, const sat::ClausalProof& refutation, Budget& budget) {
  using Status = Validation::Status;
  FormulaSink sink;
  const sat::Literal bad = question.to_clauses(sink, budget);
  if (budget.stopped() != StopReason::None) return {judge(Status::Unknown, budget.reason())};
  sink.clause(std::span(&bad, 1));
  const sat::RupVerdict verdict = sat::check_rup(sink.formula, refutation, budget);
  switch (verdict.status) {
    case sat::RupVerdict::Status::OutOfBudget: return {judge(Status::Unknown, verdict.reason)};
    case sat::RupVerdict::Status::Invalid:
      return {judge(Status::Invalid,
                    fmt::format("step {} of the proof: {}", verdict.step, verdict.reason))};
    case sat::RupVerdict::Status::Valid: break;
  }
  return {{}, sink.formula.size()};
}

}  // namespace

MadeProof make_part(const Part& part, const Depths& depths, Budget& budget) {
  budget.enter("making the proof", "clauses");
  Question question(part, depths, budget);
  if (!question.is_whole()) return {{}, Question::why_not_whole(budget)};
  if (question.expressions().size() > most_written)
    return {{}, "the question to the solver is too large to be written"};
  sat::Solver solver(budget, sat::Solver::Recording::Proofs);
  const sat::Satisfiable answer = question.ask(solver, budget);
  if (budget.stopped() != StopReason::None) return {{}, budget.reason()};
  if (answer != sat::Satisfiable::No)
    return {{},
            question.is_open() ? "an array is accessed at too many unknown places for a proof"
                               : "the solver did not answer again"};
  const sat::Refutation refutation = solver.take_refutation();
  sat::Trimmed trimmed = sat::trim(refutation.formula, refutation.proof, budget);
  if (trimmed.verdict.status != sat::RupVerdict::Status::Valid)
    return {{}, "the solver's proof was not confirmed: " + trimmed.verdict.reason};
  return {Proof{depths, std::move(trimmed.proof)}, {}};
}

std::string write_parts(const certify::Claim& claim, const std::vector<Remark>& remarks,
                        const std::vector<Part>& parts, const std::vector<Proof>& proofs,
                        Budget& budget) {
  const AllQuestions questions = questions_of(parts, proofs, budget);
  return questions.empty() ? std::string() : written(claim, remarks, parts, proofs, questions);
}

Validation check_parts(const std::vector<Remark>& remarks, const std::vector<Part>& parts,
                       const certify::Script& script, const std::string& text, Budget& budget) {
  using Status = Validation::Status;
  if (std::string problem = certify::count_problem(script); !problem.empty())
    return judge(Status::Invalid, std::move(problem));
  std::vector<Proof> proofs;
  for (const Part& part : parts) {
    ReadUnrolling read = read_unrolling(part, script);
    if (!read.proof) return judge(Status::Invalid, read.error);
    proofs.push_back(*std::move(read.proof));
  }
  const AllQuestions questions = questions_of(parts, proofs, budget);
  if (questions.empty()) return judge(Status::Unknown, Question::why_not_whole(budget));
  if (written(script.claim, remarks, parts, proofs, questions) != text)
    return judge(Status::Invalid, "the question is not that of the unrolled program");
  std::size_t clauses = 0;
  std::size_t steps = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Judged judged = judge_refutation(*questions[i], proofs[i].refutation, budget);
    if (judged.problem) return *std::move(judged.problem);
    clauses += judged.clauses;
    steps += proofs[i].refutation.size();
  }
  Validation out;
  for (const std::string& property : script.claim.properties)
    out.lines.push_back(
        fmt::format("{} holds ({} obligation{}, {} clauses; steps of the proof: {})", property,
                    parts.size(), parts.size() == 1 ? "" : "s", clauses, steps));
  return out;
}

}  // namespace hardbop::bmc
