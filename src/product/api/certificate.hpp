// SPDX-License-Identifier: MIT
// Certificates for answers about Boolean programs. Private to the layer.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "base/util/budget.hpp"
#include "boolean/certify/proof.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/language/targets.hpp"
#include "boolean/temporal/ltl.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::api {

/// Collects evidence for the results of an answer, and then sets Answer::certificate or
/// Answer::no_certificate.
class Certificate {
 public:
  /// `entries`: where runs start; of a program that says so itself, none.
  Certificate(const Program::Implementation& program, const std::vector<bp::ProcedureId>& entries,
              Budget& budget, Answer& answer);

  /// `findings` stand beside the answer's first results and `targets`, and have a trace each where
  /// something was reached.
  void add(const std::vector<bp::Target>& targets, const std::vector<engine::Finding>& findings);
  /// Likewise, of threads.
  void add(const bp::Threads& threads, const std::vector<bp::Target>& targets,
           const transform::Bound& bound, const std::vector<engine::ConcurrentFinding>& findings);
  /// Of a result that was decided by the formula, or the same in LTL.
  void add(const PropertyResult& result, const temporal::Formula& ltl,
           const temporal::LtlFinding& finding);
  /// Of a result of a CTL formula that no formula of LTL says.
  void add_branching(const PropertyResult& result, const temporal::Formula& ctl);
  /// There is no certificate, for this reason; the first one counts.
  void refuse(std::string reason);
  void finish();

 private:
  const Program::Implementation& program_;
  std::vector<bp::ProcedureId> entries_;
  Budget& budget_;
  Answer& answer_;
  certify::Claim::File file_;
  certify::Reading reading_;
  Answer evidence_;
  std::vector<nlohmann::ordered_json> beside_;  // by result of the evidence: what else it has

  void add_trace(const PropertyResult& result, const engine::Finding& finding);
  void add_proof(const std::vector<bp::Target>& targets);
  void add_proof(const PropertyResult& result, const temporal::Formula& formula);
  void add_parts(const bp::Threads& threads, const bp::Target& target,
                 const transform::Bound& bound, const PropertyResult& result);
  void add_product(const bp::Threads& threads, const transform::SharedUse& use,
                   const bp::Target& target, const PropertyResult& result);
  void add_beside(PropertyResult result, nlohmann::ordered_json value);
};

}  // namespace hardbop::api
