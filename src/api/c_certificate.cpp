// SPDX-License-Identifier: MIT
#include "api/c_certificate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "api/c_read.hpp"
#include "certify/claim.hpp"
#include "engine/summary/proof.hpp"
#include "slam/boolean_program.hpp"
#include "slam/proof.hpp"
#include "slam/solver.hpp"

namespace hardbop {

namespace {

constexpr std::string_view title = "; hardbop certificate of a C program";

/// What a line of a claim says behind its key; empty where there is no such line.
std::vector<std::string> claimed(const std::string& text, const std::string& key) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  const std::string start = fmt::format("; {}: ", key);
  for (std::string line; std::getline(lines, line) && line.starts_with(";");)
    if (line.starts_with(start)) out.push_back(line.substr(start.size()));
  return out;
}

std::string claim_of(const std::string& evidence) {
  std::string out;
  std::istringstream lines(evidence);
  for (std::string line; std::getline(lines, line) && line.starts_with(";");) out += line + "\n";
  return out;
}

Validation answer(Validation::Status status, std::string line) {
  return {status, {std::move(line)}};
}

/// How the solver answered the obligations.
Validation judge(const std::string& answers, const std::string& property) {
  std::istringstream lines(answers);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    const std::string which = fmt::format("obligation {}", count + 1);
    if (line == "sat") return answer(Validation::Status::Invalid, which + " is not met");
    return answer(line == "unknown" ? Validation::Status::Unknown : Validation::Status::Invalid,
                  fmt::format("{}: {}", which, line));
  }
  return answer(Validation::Status::Valid,
                fmt::format("{} holds ({} obligations)", property, count));
}

}  // namespace

std::string api::c_claim(const std::vector<CSource>& sources, const COptions& options,
                         const CQuestion& question) {
  std::string out = fmt::format("{}\n", title);
  for (const CSource& source : sources)
    out += fmt::format("; sha256: {}\n", certify::sha256(source.text));
  out +=
      fmt::format("; data-model: {}\n", options.data_model == CDataModel::Lp64 ? "LP64" : "ILP32");
  out += fmt::format("; heap: {}\n; property: {}\n", question.heap, question.property);
  for (const std::string& folder : options.include_dirs) out += fmt::format("; -I: {}\n", folder);
  for (const std::string& define : options.defines) out += fmt::format("; -D: {}\n", define);
  return out;
}

void api::certify_c(slam::Procedures& procedures, const slam::Abstraction& abstraction,
                    const std::string& claim, Budget& budget, Answer& answer) {
  const slam::BooleanProgram program(abstraction, procedures);
  const engine::Proof proof = engine::prove(program.graph(), program.entries(), budget);
  if (!proof.invariant) {
    answer.no_certificate = proof.reason;
    return;
  }
  answer.certificate = slam::write_script(
      procedures, slam::make_proof(procedures, abstraction, program.graph(), *proof.invariant),
      claim);
}

Validation validate_c(const std::vector<CSource>& sources, const std::string& evidence,
                      const std::vector<std::string>& properties) {
  const std::string claim = claim_of(evidence);
  if (!claim.starts_with(title))
    return answer(Validation::Status::BadInput, "not a certificate of a C program");
  const std::vector<std::string> property = claimed(claim, "property");
  const std::vector<std::string> model = claimed(claim, "data-model");
  const std::vector<std::string> heap = claimed(claim, "heap");
  const bool is_whole = property.size() == 1 && model.size() == 1 && heap.size() == 1 &&
                        heap[0].size() <= 6 &&
                        heap[0].find_first_not_of("0123456789") == std::string::npos;
  if (!is_whole || heap[0].empty())
    return answer(Validation::Status::BadInput, "the certificate does not say of what it is one");
  const bool is_wanted = properties.empty() || std::find(properties.begin(), properties.end(),
                                                         property[0]) != properties.end();
  if (!is_wanted)
    return answer(Validation::Status::Invalid, "the certificate is about " + property[0]);
  COptions options;
  options.data_model = model[0] == "LP64" ? CDataModel::Lp64 : CDataModel::Ilp32;
  options.include_dirs = claimed(claim, "-I");
  options.defines = claimed(claim, "-D");
  CQuestion question;
  question.property = property[0];
  question.heap = static_cast<std::uint32_t>(std::stoul(heap[0]));
  if (api::c_claim(sources, options, question) != claim)
    return answer(Validation::Status::Invalid, "the certificate is about another program");
  const c::ParseResult parsed = api::read_c(
      sources, options,
      {question.property == "no-overflow" ? c::Errors::Overflows : c::Errors::Calls, {}, {}, {}});
  if (!parsed.program || parsed.program->main == c::none)
    return answer(Validation::Status::BadInput, "the program cannot be read");
  const slam::Procedures procedures(*parsed.program, question.heap);
  if (!procedures.problem().empty())
    return answer(Validation::Status::Invalid, procedures.problem());
  const slam::ReadProof read = slam::read_script(procedures, evidence);
  if (!read.proof) return answer(Validation::Status::Invalid, read.error);
  if (slam::write_script(procedures, *read.proof, claim) != evidence)
    return answer(Validation::Status::Invalid,
                  "its obligations are not those of the program and its invariants");
  const std::optional<std::string> answers = slam::run_script(evidence);
  if (!answers)
    return answer(Validation::Status::Unknown, "there is no Z3; install libz3-dev and build again");
  return judge(*answers, question.property);
}

}  // namespace hardbop
