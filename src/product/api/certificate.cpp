// SPDX-License-Identifier: MIT
#include "product/api/certificate.hpp"

#include "boolean/certify/proof.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "boolean/trace/expand.hpp"
#include "product/api/convert.hpp"

namespace hardbop::api {

namespace {

/// Longer traces are not written statement by statement.
constexpr std::uint64_t max_steps = 1'000'000;

class Certificate {
 public:
  Certificate(const Program::Implementation& program, const engine::Query& query, Budget& budget,
              Answer& answer)
      : program_(program), query_(query), budget_(budget), answer_(answer) {
    file_ = {answer.inputs.front().path, answer.inputs.front().sha256};
    reading_.dialect = bp::name_of(static_cast<bp::Dialect>(program.dialect()));
    for (const bp::ProcedureId p : query.entries)
      reading_.entries.emplace_back(program.graph().procedure_name(p));
  }

  void run(const std::vector<bp::Target>& targets, const std::vector<engine::Finding>& findings) {
    Answer evidence;
    evidence.input = answer_.input;
    evidence.inputs = answer_.inputs;
    evidence.engine = answer_.engine;
    evidence.provenance = Provenance{reading_.dialect, reading_.entries};
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (findings[i].outcome == engine::Outcome::Reached && !add_trace(i, findings[i], evidence))
        return;
      if (findings[i].outcome != engine::Outcome::Unreachable) continue;
      properties_.push_back(targets[i].name);
      question_.targets.push_back(targets[i]);
    }
    if (properties_.empty() && evidence.results.empty()) {
      answer_.no_certificate = "no property was decided";
      return;
    }
    if (!properties_.empty() && !add_proof(evidence)) return;
    answer_.certificate = evidence.results.empty() ? evidence.certificate : to_json(evidence);
  }

 private:
  const Program::Implementation& program_;
  const engine::Query& query_;
  Budget& budget_;
  Answer& answer_;
  certify::Claim::File file_;
  certify::Reading reading_;
  std::vector<std::string> properties_;  // that hold
  certify::Question question_;

  bool add_trace(std::size_t i, const engine::Finding& finding, Answer& evidence) {
    PropertyResult result = answer_.results[i];
    if (finding.trace)
      result.trace =
          to_public(program_.graph(), trace::expand(program_.graph(), *finding.trace, max_steps));
    if (!result.trace || result.trace->truncated) {
      answer_.no_certificate =
          result.trace ? "the trace of " + result.property + " is too long to be written"
                       : result.property + " has " + result.reason;
      return false;
    }
    evidence.results.push_back(std::move(result));
    return true;
  }

  bool add_proof(Answer& evidence) {
    const engine::Proof proof = engine::prove(program_.graph(), query_.entries, budget_);
    if (!proof.invariant) {
      answer_.no_certificate = proof.reason;
      return false;
    }
    question_.entries = query_.entries;
    evidence.certificate = certify::write_proof(certify::make_claim(file_, reading_, properties_),
                                                question_, program_.graph(), *proof.invariant);
    return true;
  }
};

}  // namespace

void add_certificate(const Program::Implementation& program, const engine::Query& query,
                     const std::vector<bp::Target>& targets,
                     const std::vector<engine::Finding>& findings, Budget& budget, Answer& answer) {
  Certificate(program, query, budget, answer).run(targets, findings);
}

}  // namespace hardbop::api
