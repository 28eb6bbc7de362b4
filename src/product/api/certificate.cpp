// SPDX-License-Identifier: MIT
#include "product/api/certificate.hpp"

#include <fmt/format.h>

#include "boolean/certify/run_json.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "boolean/logic/ltl_product.hpp"
#include "boolean/logic/promises.hpp"
#include "boolean/temporal/ctl_proof.hpp"
#include "boolean/temporal/ltl_proof.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/transform/product.hpp"
#include "boolean/transform/simulations.hpp"
#include "product/api/convert.hpp"

namespace hardbop::api {

namespace {

/// Longer traces are not written statement by statement.
constexpr std::uint64_t max_steps = 1'000'000;
/// So many rounds are executed until the values repeat.
constexpr std::size_t most_rounds = 64;

/// The same run, with a round that ends with all the values with which it begins: perhaps several
/// of the lasso's, as where a round negates a variable.
std::optional<trace::Lasso> exact(const bp::Graph& graph, const trace::Lasso& lasso,
                                  Budget& budget) {
  trace::Lasso out = lasso;
  if (lasso.kind != trace::Lasso::Kind::Loop) return out;
  std::vector<std::pair<std::size_t, std::size_t>> starts;  // of all rounds
  while (starts.size() < most_rounds && budget.poll() == StopReason::None) {
    starts.emplace_back(out.frame, out.step);
    for (const auto& [frame, step] : starts) {
      out.frame = frame;
      out.step = step;
      if (trace::is_exact(out)) return out;
    }
    out = trace::unroll(graph, out);
  }
  return std::nullopt;
}

}  // namespace

Certificate::Certificate(const Program::Implementation& program,
                         const std::vector<bp::ProcedureId>& entries, Budget& budget,
                         Answer& answer)
    : program_(program), entries_(entries), budget_(budget), answer_(answer) {
  file_ = {answer.inputs.front().path, answer.inputs.front().sha256};
  reading_.dialect = bp::name_of(static_cast<bp::Dialect>(program.dialect()));
  for (const bp::ProcedureId p : entries)
    reading_.entries.emplace_back(program.graph().procedure_name(p));
  evidence_.input = answer.input;
  evidence_.inputs = answer.inputs;
  evidence_.provenance = Provenance{reading_.dialect, reading_.entries};
}

void Certificate::refuse(std::string reason) {
  if (answer_.no_certificate.empty()) answer_.no_certificate = std::move(reason);
}

void Certificate::add(const std::vector<bp::Target>& targets,
                      const std::vector<engine::Finding>& findings) {
  std::vector<bp::Target> unreachable;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].outcome == engine::Outcome::Reached) add_trace(answer_.results[i], findings[i]);
    if (findings[i].outcome == engine::Outcome::Unreachable) unreachable.push_back(targets[i]);
  }
  if (!unreachable.empty() && answer_.no_certificate.empty()) add_proof(unreachable);
}

void Certificate::add_trace(const PropertyResult& result, const engine::Finding& finding) {
  PropertyResult shown = result;
  if (finding.trace)
    shown.trace =
        to_public(program_.graph(), trace::expand(program_.graph(), *finding.trace, max_steps));
  if (!shown.trace) return refuse(result.property + " has " + result.reason);
  if (shown.trace->truncated) return refuse("the trace of " + result.property + " is too long");
  evidence_.results.push_back(std::move(shown));
  beside_.push_back(nlohmann::ordered_json::object());
}

void Certificate::add_proof(const std::vector<bp::Target>& targets) {
  const engine::Proof proof = engine::prove(program_.graph(), entries_, budget_);
  if (!proof.invariant) return refuse(proof.reason);
  std::vector<std::string> properties;
  for (const bp::Target& target : targets) properties.push_back(target.name);
  evidence_.certificate =
      certify::write_proof(certify::make_claim(file_, reading_, std::move(properties)),
                           {entries_, targets}, program_.graph(), *proof.invariant);
}

void Certificate::add(const bp::Threads& threads, const std::vector<bp::Target>& targets,
                      const transform::Bound& bound,
                      const std::vector<engine::ConcurrentFinding>& findings) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const engine::ConcurrentFinding& finding = findings[i];
    const PropertyResult& result = answer_.results[i];
    if (finding.outcome == engine::Outcome::Unreachable)
      add_parts(threads, targets[i], bound, result);
    if (finding.outcome != engine::Outcome::Reached) continue;
    if (finding.trace)
      add_beside(result, {{"run", certify::to_json(threads, *finding.trace)}});
    else
      refuse(result.property + " has " + (result.reason.empty() ? "no trace" : result.reason));
  }
}

void Certificate::add(const PropertyResult& result, const temporal::Formula& ltl,
                      const temporal::LtlFinding& finding) {
  if (!answer_.no_certificate.empty()) return;
  if (finding.outcome == engine::Outcome::Unreachable) return add_proof(result, ltl);
  if (finding.outcome != engine::Outcome::Reached) return;
  if (!finding.lasso) return refuse(result.property + " has no trace: " + budget_.reason());
  const auto lasso = exact(program_.graph(), *finding.lasso, budget_);
  if (!lasso) return refuse("the values of the run of " + result.property + " do not repeat");
  add_beside(result, {{"run", certify::to_json(program_.graph(), *lasso)}});
}

void Certificate::add_proof(const PropertyResult& result, const temporal::Formula& formula) {
  try {
    temporal::Promises promises(program_.graph(), formula);
    const temporal::LtlProduct product =
        temporal::make_product(program_.graph(), promises, entries_);
    const engine::Proof proof = temporal::prove_ltl(product, budget_);
    if (!proof.invariant) return refuse(proof.reason);
    certify::Question question{{product.start}, {}};
    question.fairness = certify::Fairness{product.untils, product.seen, product.after_call};
    add_beside(
        result,
        {{"proof", certify::write_proof(certify::make_claim(file_, reading_, {result.property}),
                                        question, product.graph(), *proof.invariant)}});
  } catch (const temporal::AutomatonTooLarge& error) {
    refuse(error.what());
  }
}

void Certificate::add_branching(const PropertyResult& result, const temporal::Formula& ctl) {
  if (!answer_.no_certificate.empty() || result.verdict == Verdict::Unknown) return;
  const bp::Graph& graph = program_.graph();
  const auto program = horn::FlatProgram::make(graph, entries_);
  if (!program)
    return refuse(
        "not available for CTL formulas that need more than one run, of programs that call "
        "themselves or have too many calls");
  const bool is_violated = result.verdict == Verdict::Violated;
  const temporal::BranchingClaim claim(graph, ctl, is_violated);
  const temporal::BranchingAttempt attempt = temporal::prove_branching(*program, claim, budget_);
  if (!attempt.proof) return refuse(attempt.reason);
  add_beside(
      result,
      {{"proof", certify::write_proof(
                     certify::about_branching(
                         certify::make_claim(file_, reading_, {result.property}), is_violated),
                     *program, claim, *attempt.proof)}});
}

/// Of each simulation that concerns the property.
void Certificate::add_parts(const bp::Threads& threads, const bp::Target& target,
                            const transform::Bound& bound, const PropertyResult& result) {
  if (!answer_.no_certificate.empty()) return;
  const transform::SharedUse use(threads);
  if (bp::find_target(program_.graph(), target.name).vertices != target.vertices)
    return refuse(fmt::format("there are several places called {}", target.name));
  if (bound.kind == transform::Bound::Kind::None) return add_product(threads, use, target, result);
  if (!transform::can_be_simulated(threads, use, bound))
    return refuse("not available for this program: simulations do not decide it");
  const certify::Claim claim = certify::make_claim(file_, reading_, {result.property});
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const auto& one : transform::simulations_within(threads, use, bound, target.vertices)) {
    const transform::Sequential sequential(threads, use, one, {target.vertices});
    const engine::Proof proof = engine::prove(sequential.graph(), {sequential.main()}, budget_);
    if (!proof.invariant) return refuse(proof.reason);
    const certify::Question question{{sequential.main()},
                                     {{result.property, "", sequential.targets().front(), {}}}};
    parts.push_back(certify::write_proof(certify::about_part(claim, bound, parts.size()), question,
                                         sequential.graph(), *proof.invariant));
  }
  const bool rounds = bound.kind == transform::Bound::Kind::Rounds;
  add_beside(result, {{"bound", {{rounds ? "rounds" : "context_switches", bound.limit}}},
                      {"parts", std::move(parts)}});
}

/// All runs of threads, with any number of switches.
void Certificate::add_product(const bp::Threads& threads, const transform::SharedUse& use,
                              const bp::Target& target, const PropertyResult& result) {
  if (!transform::Product::exists(threads))
    return refuse("not available for threads that call or start others, without a bound");
  const transform::Product product(threads, use, {target.vertices});
  const engine::Proof proof = engine::prove(product.graph(), {0}, budget_);
  if (!proof.invariant) return refuse(proof.reason);
  const certify::Question question{{0}, {{result.property, "", product.targets().front(), {}}}};
  const certify::Claim claim =
      certify::about_part(certify::make_claim(file_, reading_, {result.property}), {}, 0);
  add_beside(result, {{"parts", nlohmann::ordered_json::array({certify::write_proof(
                                    claim, question, product.graph(), *proof.invariant)})}});
}

void Certificate::add_beside(PropertyResult result, nlohmann::ordered_json value) {
  result.trace.reset();
  evidence_.results.push_back(std::move(result));
  beside_.push_back(std::move(value));
}

void Certificate::finish() {
  if (!answer_.no_certificate.empty()) return;
  evidence_.engine = answer_.engine;
  const bool has_script = !evidence_.certificate.empty();
  if (!has_script && evidence_.results.empty()) return refuse("no property was decided");
  if (evidence_.results.empty()) {
    answer_.certificate = evidence_.certificate;
    return;
  }
  if (!has_script && evidence_.results.size() == 1 && beside_.front().contains("proof")) {
    answer_.certificate = beside_.front().at("proof").get<std::string>();
    return;
  }
  auto json = nlohmann::ordered_json::parse(to_json(evidence_));
  for (std::size_t i = 0; i < beside_.size(); ++i) json.at("results").at(i).update(beside_[i]);
  answer_.certificate = json.dump(2) + "\n";
}

}  // namespace hardbop::api
