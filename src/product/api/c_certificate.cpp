// SPDX-License-Identifier: MIT
#include "product/api/c_certificate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "base/smt/solver.hpp"
#include "boolean/certify/claim.hpp"
#include "c/slam/proof.hpp"
#include "product/api/c_read.hpp"
#include "product/api/c_report.hpp"
#include "product/api/c_rules.hpp"

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
Validation judge(const std::string& answers, std::size_t asked, const std::string& property) {
  std::istringstream lines(answers);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    const std::string which = fmt::format("obligation {}", count + 1);
    if (line == "sat") return answer(Validation::Status::Invalid, which + " is not met");
    return answer(line == "unknown" ? Validation::Status::Unknown : Validation::Status::Invalid,
                  fmt::format("{}: {}", which, line));
  }
  if (count != asked)
    return answer(Validation::Status::Invalid,
                  fmt::format("the solver answered {} of {} obligations", count, asked));
  return answer(Validation::Status::Valid,
                fmt::format("{} holds ({} obligations)", property, count));
}

/// What a certificate says that it is about; nothing where it does not.
struct Claim {
  std::string property;
  COptions options;
  std::uint32_t heap = 0;
  std::vector<std::string> hashes;                  // of the files
  std::vector<std::vector<std::string>> arguments;  // of each
  std::string rule;                                 // its name; empty where it is about none
  std::string rule_hash;
};

constexpr std::string_view rule_prefix = "rule ";

constexpr std::pair<CUndefined, std::string_view> modes_of_undefined[] = {
    {CUndefined::Havoc, "havoc"}, {CUndefined::Pure, "pure"}, {CUndefined::Refuse, "refuse"}};

std::optional<Claim> read_claim(const std::string& text) {
  const std::vector<std::string> property = claimed(text, "property");
  const std::vector<std::string> model = claimed(text, "data-model");
  const std::vector<std::string> heap = claimed(text, "heap");
  const std::vector<std::string> rule = claimed(text, "rule-sha256");
  const std::vector<std::string> kept = claimed(text, "volatile");
  const std::vector<std::string> undefined = claimed(text, "undefined");
  const bool is_whole = undefined.size() == 1 && property.size() == 1 && model.size() == 1 &&
                        heap.size() == 1 && rule.size() <= 1 && !heap[0].empty() &&
                        heap[0].size() <= 6 &&
                        heap[0].find_first_not_of("0123456789") == std::string::npos;
  const bool is_memory = kept == std::vector<std::string>{"memory"};
  if (!is_memory && !kept.empty()) return std::nullopt;
  if (!is_whole || property[0].starts_with(rule_prefix) != (rule.size() == 1)) return std::nullopt;
  Claim out;
  out.property = property[0];
  out.heap = static_cast<std::uint32_t>(std::stoul(heap[0]));
  out.options.data_model = model[0] == "LP64" ? CDataModel::Lp64 : CDataModel::Ilp32;
  for (const auto& [mode, name] : modes_of_undefined)
    if (undefined[0] == name) out.options.undefined = mode;
  if (is_memory) out.options.volatile_reads = CVolatile::Memory;
  out.options.include_dirs = claimed(text, "-I");
  out.options.defines = claimed(text, "-D");
  out.hashes = claimed(text, "sha256");
  for (std::size_t i = 0; i < out.hashes.size(); ++i)
    out.arguments.push_back(claimed(text, fmt::format("argument {}", i + 1)));
  if (rule.empty()) return out;
  out.rule = out.property.substr(rule_prefix.size());
  out.rule_hash = rule[0];
  return out;
}

/// Whether these files are meant, in that order.
std::optional<Validation> compare_files(const Claim& claim, const std::vector<CSource>& sources) {
  std::vector<std::string> hashes;
  hashes.reserve(sources.size());
  for (const CSource& source : sources) hashes.push_back(certify::sha256(source.text));
  if (hashes == claim.hashes) return std::nullopt;
  const std::size_t count = claim.hashes.size();
  if (hashes.size() != count)
    return answer(Validation::Status::Invalid,
                  fmt::format("the certificate is about {} file{}, not {}", count,
                              count == 1 ? "" : "s", hashes.size()));
  const bool is_another_order =
      std::is_permutation(hashes.begin(), hashes.end(), claim.hashes.begin(), claim.hashes.end());
  return answer(Validation::Status::Invalid,
                is_another_order ? "the certificate is about these files in another order"
                                 : "the certificate is about another program");
}

/// The rule that is meant goes to the question.
std::optional<Validation> choose_rule(const Claim& claim, std::vector<CRule> rules,
                                      CQuestion& question) {
  if (rules.size() > 1)
    return answer(Validation::Status::BadInput, "a certificate is about one rule");
  if (claim.rule.empty()) {
    if (rules.empty()) return std::nullopt;
    return answer(Validation::Status::Invalid,
                  fmt::format("the certificate is about {}, and no rule", claim.property));
  }
  if (rules.empty())
    for (CRule& shipped : shipped_rules())
      if (shipped.name == claim.rule) rules.push_back(std::move(shipped));
  if (rules.empty())
    return answer(
        Validation::Status::BadInput,
        fmt::format("the certificate is about the rule {}; name its file by --spec", claim.rule));
  if (rules[0].name != claim.rule)
    return answer(
        Validation::Status::Invalid,
        fmt::format("the certificate is about the rule {}, not {}", claim.rule, rules[0].name));
  if (certify::sha256(rules[0].text) != claim.rule_hash)
    return answer(Validation::Status::Invalid,
                  fmt::format("the certificate is about another text of the rule {}", claim.rule));
  question.rules = std::move(rules);
  return std::nullopt;
}

/// The program as it was checked; what is wrong, where it cannot be read.
struct CheckedProgram {
  std::optional<c::Program> program;
  std::string problem;
};

CheckedProgram read_program(const std::vector<CSource>& sources, const COptions& options,
                            const CQuestion& question, const api::CProperty* property) {
  CAnswer errors;
  const std::vector<api::WovenRule> rules = api::read_rules(question, {}, errors);
  c::ParseResult parsed = api::read_c(sources, options, api::reading_of(property, rules));
  if (!parsed.program || parsed.program->main == c::none) return {{}, "the program cannot be read"};
  if (!rules.empty()) api::weave(rules[0], *parsed.program, errors);
  if (!errors.answer.errors.empty()) return {{}, errors.answer.errors[0].to_string()};
  return {std::move(*parsed.program), ""};
}

/// How the program was read, where that is not the usual way.
std::string reading(const Claim& claim) {
  std::string out = claim.options.data_model == CDataModel::Lp64 ? ", read as LP64" : "";
  if (claim.options.undefined == CUndefined::Pure) out += ", undefined functions do nothing";
  if (claim.options.volatile_reads == CVolatile::Memory) out += ", --volatile memory";
  for (const std::string& define : claim.options.defines) out += fmt::format(", -D {}", define);
  for (const std::string& folder : claim.options.include_dirs)
    out += fmt::format(", -I {}", folder);
  for (const std::vector<std::string>& arguments : claim.arguments)
    for (const std::string& argument : arguments) out += fmt::format(", {}", argument);
  return out;
}

std::string counted_script(const slam::Procedures& procedures, const slam::CProof& proof,
                           const std::string& claim) {
  std::string out = slam::write_script(procedures, proof, claim);
  return out + certify::count_line(out);
}

Validation check_obligations(const c::Program& program, std::uint32_t heap,
                             const std::string& claim, const std::string& evidence,
                             const std::string& property) {
  if (std::string problem = certify::count_problem(evidence); !problem.empty())
    return answer(Validation::Status::Invalid, std::move(problem));
  const slam::Procedures procedures(program, heap);
  const slam::ReadProof read = slam::read_script(procedures, evidence);
  if (!read.proof) return answer(Validation::Status::Invalid, read.error);
  if (counted_script(procedures, *read.proof, claim) != evidence)
    return answer(Validation::Status::Invalid,
                  "its obligations are not those of the program and its invariants");
  const std::optional<std::string> answers = smt::run_script(evidence);
  if (!answers)
    return answer(Validation::Status::Unknown, "there is no Z3; install libz3-dev and build again");
  return judge(*answers, *certify::claimed_count(evidence), property);
}

}  // namespace

std::string api::c_claim(const std::vector<CSource>& sources, const COptions& options,
                         const CQuestion& question, const CProperty* property) {
  std::string out = fmt::format("{}\n", title);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    out += fmt::format("; sha256: {}\n", certify::sha256(sources[i].text));
    for (const std::string& argument : sources[i].arguments)
      out += fmt::format("; argument {}: {}\n", i + 1, argument);
  }
  out +=
      fmt::format("; data-model: {}\n", options.data_model == CDataModel::Lp64 ? "LP64" : "ILP32");
  for (const auto& [mode, name] : modes_of_undefined)
    if (options.undefined == mode) out += fmt::format("; undefined: {}\n", name);
  if (options.volatile_reads == CVolatile::Memory) out += "; volatile: memory\n";
  out += fmt::format("; heap: {}\n", question.heap);
  if (property != nullptr) out += fmt::format("; property: {}\n", property->name);
  for (const CRule& rule : question.rules)
    out += fmt::format("; property: {}{}\n; rule-sha256: {}\n", rule_prefix, rule.name,
                       certify::sha256(rule.text));
  for (const std::string& folder : options.include_dirs) out += fmt::format("; -I: {}\n", folder);
  for (const std::string& define : options.defines) out += fmt::format("; -D: {}\n", define);
  return out;
}

void api::certify_c(const slam::Procedures& procedures, const slam::Abstraction& abstraction,
                    const slam::BooleanProgram& program, const engine::Proof& proof,
                    const std::string& claim, Answer& answer) {
  if (!proof.invariant) {
    answer.no_certificate = proof.reason;
    return;
  }
  answer.certificate = counted_script(
      procedures, slam::make_proof(procedures, abstraction, program, *proof.invariant), claim);
}

Validation validate_c(std::vector<CSource> sources, const std::string& evidence,
                      const std::vector<std::string>& properties, const std::vector<CRule>& rules) {
  const std::string text = claim_of(evidence);
  if (!text.starts_with(title))
    return answer(Validation::Status::BadInput, "not a certificate of a C program");
  const std::optional<Claim> claim = read_claim(text);
  if (!claim)
    return answer(Validation::Status::BadInput, "the certificate does not say of what it is one");
  const bool is_wanted =
      properties.empty() || std::ranges::find(properties, claim->property) != properties.end();
  if (!is_wanted)
    return answer(Validation::Status::Invalid, "the certificate is about " + claim->property);
  const api::CProperty* const property =
      claim->rule.empty() ? api::find_property(claim->property) : nullptr;
  const bool has_certificates =
      property != nullptr && property->is_decided && !property->is_termination();
  if (claim->rule.empty() && !has_certificates)
    return answer(Validation::Status::Invalid,
                  fmt::format("there are no certificates of {}", claim->property));
  CQuestion question;
  question.heap = claim->heap;
  if (const auto problem = choose_rule(*claim, rules, question)) return *problem;
  if (const auto problem = compare_files(*claim, sources)) return *problem;
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i].arguments = claim->arguments[i];
  if (api::c_claim(sources, claim->options, question, property) != text)
    return answer(Validation::Status::Invalid, "the certificate is about another program");
  const CheckedProgram checked = read_program(sources, claim->options, question, property);
  if (!checked.program) return answer(Validation::Status::BadInput, checked.problem);
  Validation out =
      check_obligations(*checked.program, question.heap, text, evidence, claim->property);
  if (out.status == Validation::Status::Valid) out.lines.front() += reading(*claim);
  return out;
}

}  // namespace hardbop
