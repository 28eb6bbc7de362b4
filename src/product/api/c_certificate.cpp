// SPDX-License-Identifier: MIT
#include "product/api/c_certificate.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/certificate/script.hpp"
#include "c/slam/proof.hpp"
#include "product/api/c_read.hpp"
#include "product/api/c_report.hpp"
#include "product/api/c_rules.hpp"
#include "product/api/validation.hpp"
#include "words/certify/check.hpp"

namespace hardbop {

namespace {

// Keys of a claim.
constexpr std::string_view argument_key = "argument";  // a file's number, and an argument of it
constexpr std::string_view data_model_key = "data-model";
constexpr std::string_view undefined_key = "undefined";
constexpr std::string_view volatile_key = "volatile";
constexpr std::string_view heap_key = "heap";
constexpr std::string_view rule_key = "rule-sha256";
constexpr std::string_view include_key = "include";
constexpr std::string_view define_key = "define";
constexpr std::array keys{argument_key, data_model_key, undefined_key, volatile_key,
                          heap_key,     rule_key,       include_key,   define_key};

/// How certificates began that said of what they are in comments.
constexpr std::string_view old_title = "; hardbop certificate of a C program\n";

Validation answer(Validation::Status status, std::string line) {
  return {status, {std::move(line)}};
}

/// What a claim means of a C program.
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

/// Of the file with this number, counted from one.
std::vector<std::string> arguments_of(const certify::Claim& claim, std::size_t file) {
  std::vector<std::string> out;
  const std::string start = fmt::format("{} ", file);
  for (const std::string& argument : claim.all(argument_key))
    if (argument.starts_with(start)) out.push_back(argument.substr(start.size()));
  return out;
}

/// Nothing where it does not say all.
std::optional<Claim> read_claim(const certify::Claim& claim) {
  const std::vector<std::string>& property = claim.properties;
  const std::vector<std::string> model = claim.all(data_model_key);
  const std::vector<std::string> heap = claim.all(heap_key);
  const std::vector<std::string> rule = claim.all(rule_key);
  const std::vector<std::string> kept = claim.all(volatile_key);
  const std::vector<std::string> undefined = claim.all(undefined_key);
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
  out.options.include_dirs = claim.all(include_key);
  out.options.defines = claim.all(define_key);
  for (const certify::Claim::File& file : claim.files) {
    out.hashes.push_back(file.sha256);
    out.arguments.push_back(arguments_of(claim, out.hashes.size()));
  }
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

/// Whether the claim of a certificate is that of these sources, whatever their names.
bool is_claim(const certify::Claim& claim, certify::Claim anew) {
  for (std::size_t i = 0; i < std::min(claim.files.size(), anew.files.size()); ++i)
    anew.files[i].name = claim.files[i].name;
  return claim == anew;
}

Validation refuse(const certify::ScriptResult& read, std::string_view evidence) {
  if (evidence.starts_with(old_title))
    return answer(Validation::Status::BadInput,
                  "a certificate of an earlier version of Hardbop: make it again");
  if (read.in_claim)
    return answer(Validation::Status::BadInput, "not a certificate of a C program");
  return answer(Validation::Status::Invalid, read.error);
}

}  // namespace

certify::Claim api::c_claim(const std::vector<CSource>& sources, const COptions& options,
                            const CQuestion& question, const CProperty* property) {
  certify::Claim out;
  const auto add = [&](std::string_view key, std::string value) {
    out.options.push_back({std::string(key), std::move(value)});
  };
  for (std::size_t i = 0; i < sources.size(); ++i) {
    out.files.push_back({sources[i].path, certify::sha256(sources[i].text)});
    for (const std::string& argument : sources[i].arguments)
      add(argument_key, fmt::format("{} {}", i + 1, argument));
  }
  add(data_model_key, options.data_model == CDataModel::Lp64 ? "LP64" : "ILP32");
  for (const auto& [mode, name] : modes_of_undefined)
    if (options.undefined == mode) add(undefined_key, std::string(name));
  if (options.volatile_reads == CVolatile::Memory) add(volatile_key, "memory");
  add(heap_key, std::to_string(question.heap));
  for (const CRule& rule : question.rules) add(rule_key, certify::sha256(rule.text));
  for (const std::string& folder : options.include_dirs) add(include_key, folder);
  for (const std::string& define : options.defines) add(define_key, define);
  if (property != nullptr) out.properties.emplace_back(property->name);
  for (const CRule& rule : question.rules)
    out.properties.push_back(fmt::format("{}{}", rule_prefix, rule.name));
  return out;
}

void api::certify_c(const slam::Procedures& procedures, const slam::Abstraction& abstraction,
                    const slam::BooleanProgram& program, const engine::Proof& proof,
                    const certify::Claim& claim, Answer& answer) {
  if (!proof.invariant) {
    answer.no_certificate = proof.reason;
    return;
  }
  answer.certificate =
      words::write_proof(claim, slam::proof_subject(procedures),
                         slam::make_proof(procedures, abstraction, program, *proof.invariant));
}

Validation validate_c(std::vector<CSource> sources, const std::string& evidence,
                      const std::vector<std::string>& properties, const std::vector<CRule>& rules) {
  const certify::ScriptResult read = certify::read_script(evidence, keys);
  if (!read.script) return refuse(read, evidence);
  const std::optional<Claim> claim = read_claim(read.script->claim);
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
  if (!is_claim(read.script->claim, api::c_claim(sources, claim->options, question, property)))
    return answer(Validation::Status::Invalid, "the certificate is about another program");
  const CheckedProgram checked = read_program(sources, claim->options, question, property);
  if (!checked.program) return answer(Validation::Status::BadInput, checked.problem);
  const slam::Procedures procedures(*checked.program, question.heap);
  Validation out =
      api::to_public(words::check_proof(slam::proof_subject(procedures), *read.script, evidence));
  if (out.status == Validation::Status::Valid) out.lines.front() += reading(*claim);
  return out;
}

}  // namespace hardbop
