// SPDX-License-Identifier: MIT
#include "c/verify/certificate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "base/smt/solver.hpp"
#include "boolean/certify/claim.hpp"
#include "c/rules/shipped.hpp"
#include "c/slam/proof.hpp"

namespace hardbop::verify {

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

Judgement invalid(std::string text) {
  return {Judgement::Kind::Invalid, std::move(text)};
}

Judgement bad_input(std::string text) {
  return {Judgement::Kind::BadInput, std::move(text)};
}

Judgement bad_input(const Message& message) {
  return {Judgement::Kind::BadInput, "", message};
}

/// How the solver answered the obligations.
Judgement judge(const std::string& answers, std::size_t asked, const std::string& property) {
  std::istringstream lines(answers);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    const std::string which = fmt::format("obligation {}", count + 1);
    if (line == "sat") return invalid(which + " is not met");
    return {line == "unknown" ? Judgement::Kind::Unknown : Judgement::Kind::Invalid,
            fmt::format("{}: {}", which, line)};
  }
  if (count != asked)
    return invalid(fmt::format("the solver answered {} of {} obligations", count, asked));
  return {Judgement::Kind::Valid, fmt::format("{} holds ({} obligations)", property, count)};
}

/// What a certificate says that it is about; nothing where it does not.
struct Claim {
  std::string property;
  c::ParseOptions reading;
  std::uint32_t heap = 0;
  std::vector<std::string> hashes;                  // of the files
  std::vector<std::vector<std::string>> arguments;  // of each
  std::string rule;                                 // its name; empty where it is about none
  std::string rule_hash;
};

constexpr std::string_view rule_prefix = "rule ";
constexpr std::uint8_t bits_of_lp64 = 64;

constexpr std::pair<c::Undefined, std::string_view> modes_of_undefined[] = {
    {c::Undefined::Havoc, "havoc"}, {c::Undefined::Pure, "pure"}, {c::Undefined::Refuse, "refuse"}};

bool is_lp64(const c::ParseOptions& reading) {
  return reading.data_model.pointer_bits == bits_of_lp64;
}

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
  if (model[0] == "LP64") out.reading.data_model.pointer_bits = bits_of_lp64;
  for (const auto& [mode, name] : modes_of_undefined)
    if (undefined[0] == name) out.reading.undefined = mode;
  if (is_memory) out.reading.volatile_reads = c::Volatile::Memory;
  out.reading.include_dirs = claimed(text, "-I");
  out.reading.defines = claimed(text, "-D");
  out.hashes = claimed(text, "sha256");
  for (std::size_t i = 0; i < out.hashes.size(); ++i)
    out.arguments.push_back(claimed(text, fmt::format("argument {}", i + 1)));
  if (rule.empty()) return out;
  out.rule = out.property.substr(rule_prefix.size());
  out.rule_hash = rule[0];
  return out;
}

/// Whether these files are meant, in that order.
std::optional<Judgement> compare_files(const Claim& claim, const std::vector<c::Source>& sources) {
  std::vector<std::string> hashes;
  hashes.reserve(sources.size());
  for (const c::Source& source : sources) hashes.push_back(certify::sha256(source.text));
  if (hashes == claim.hashes) return std::nullopt;
  const std::size_t count = claim.hashes.size();
  if (hashes.size() != count)
    return invalid(fmt::format("the certificate is about {} file{}, not {}", count,
                               count == 1 ? "" : "s", hashes.size()));
  const bool is_another_order = std::ranges::is_permutation(hashes, claim.hashes);
  return invalid(is_another_order ? "the certificate is about these files in another order"
                                  : "the certificate is about another program");
}

/// The rule that is meant, if it is about one; or what is wrong.
struct ChosenRule {
  std::optional<RuleText> rule;
  std::optional<Judgement> problem;
};

ChosenRule choose_rule(const Claim& claim, std::vector<RuleText> rules) {
  if (rules.size() > 1) return {{}, bad_input("a certificate is about one rule")};
  if (claim.rule.empty()) {
    if (rules.empty()) return {};
    return {{}, invalid(fmt::format("the certificate is about {}, and no rule", claim.property))};
  }
  if (rules.empty())
    for (const rules::ShippedRule& shipped : rules::shipped_rules())
      if (shipped.name == claim.rule)
        rules.push_back({claim.rule, claim.rule + ".slic", std::string(shipped.text)});
  if (rules.empty())
    return {{},
            bad_input(fmt::format("the certificate is about the rule {}; name its file by "
                                  "--spec",
                                  claim.rule))};
  if (rules[0].name != claim.rule)
    return {{},
            invalid(fmt::format("the certificate is about the rule {}, not {}", claim.rule,
                                rules[0].name))};
  if (certify::sha256(rules[0].text) != claim.rule_hash)
    return {
        {},
        invalid(fmt::format("the certificate is about another text of the rule {}", claim.rule))};
  return {std::move(rules[0]), {}};
}

/// What the certificate is to be one of; or what is wrong.
struct ClaimedProperty {
  std::optional<Property> property;
  std::optional<Judgement> problem;
};

ClaimedProperty claimed_property(const Claim& claim, const Expected& expected) {
  const std::vector<std::string>& wanted = expected.properties;
  if (!wanted.empty() && std::ranges::find(wanted, claim.property) == wanted.end())
    return {{}, invalid("the certificate is about " + claim.property)};
  const std::optional<KnownProperty> known =
      claim.rule.empty() ? find_property(claim.property) : std::nullopt;
  if (claim.rule.empty() && !(known && known->property.is_safety()))
    return {{}, invalid(fmt::format("there are no certificates of {}", claim.property))};
  ChosenRule chosen = choose_rule(claim, expected.rules);
  if (chosen.problem) return {{}, std::move(chosen.problem)};
  if (!chosen.rule) return {known->property, {}};
  ReadRules read = read_rules({*chosen.rule});
  const auto error = std::ranges::find(read.messages, Severity::Error, &Message::severity);
  if (error != read.messages.end()) return {{}, bad_input(*error)};
  return {rule_property(read.rules.front()), {}};
}

/// The program as it was checked; what is wrong, where it cannot be read.
struct CheckedProgram {
  std::optional<c::Program> program;
  Judgement problem;
};

CheckedProgram read_program(const std::vector<c::Source>& sources, const c::ParseOptions& reading,
                            const Property& property) {
  c::ParseResult parsed = c::parse(sources, reading_for({&property, 1}, reading));
  if (!parsed.program || parsed.program->main == c::none)
    return {{}, bad_input("the program cannot be read")};
  const RuleKept* const kept = property.get<RuleKept>();
  if (kept == nullptr) return {std::move(parsed.program), {}};
  const Messages messages = weave(*kept->rule, *parsed.program);
  const auto error = std::ranges::find(messages, Severity::Error, &Message::severity);
  if (error != messages.end()) return {{}, bad_input(*error)};
  return {std::move(parsed.program), {}};
}

/// How the program was read, where that is not the usual way.
std::string reading_text(const Claim& claim) {
  const c::ParseOptions& reading = claim.reading;
  std::string out = is_lp64(reading) ? ", read as LP64" : "";
  if (reading.undefined == c::Undefined::Pure) out += ", undefined functions do nothing";
  if (reading.volatile_reads == c::Volatile::Memory) out += ", --volatile memory";
  for (const std::string& define : reading.defines) out += fmt::format(", -D {}", define);
  for (const std::string& folder : reading.include_dirs) out += fmt::format(", -I {}", folder);
  for (const std::vector<std::string>& arguments : claim.arguments)
    for (const std::string& argument : arguments) out += fmt::format(", {}", argument);
  return out;
}

std::string counted_script(const slam::Procedures& procedures, const slam::CProof& proof,
                           const std::string& claim) {
  std::string out = slam::write_script(procedures, proof, claim);
  return out + certify::count_line(out);
}

Judgement check_obligations(const slam::Procedures& procedures, const Property& property,
                            const std::string& claim, const std::string& certificate) {
  if (std::string problem = certify::count_problem(certificate); !problem.empty())
    return invalid(std::move(problem));
  const slam::ReadProof read = slam::read_script(procedures, certificate);
  if (!read.proof) return invalid(read.error);
  if (counted_script(procedures, *read.proof, claim) != certificate)
    return invalid("its obligations are not those of the program and its invariants");
  const std::optional<std::string> answers = smt::run_script(certificate);
  if (!answers)
    return {Judgement::Kind::Unknown, "there is no Z3; install libz3-dev and build again"};
  return judge(*answers, *certify::claimed_count(certificate), property.name);
}

}  // namespace

std::string claim_text(const std::vector<c::Source>& sources, const c::ParseOptions& reading,
                       std::uint32_t heap, const Property& property) {
  std::string out = fmt::format("{}\n", title);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    out += fmt::format("; sha256: {}\n", certify::sha256(sources[i].text));
    for (const std::string& argument : sources[i].arguments)
      out += fmt::format("; argument {}: {}\n", i + 1, argument);
  }
  out += fmt::format("; data-model: {}\n", is_lp64(reading) ? "LP64" : "ILP32");
  for (const auto& [mode, name] : modes_of_undefined)
    if (reading.undefined == mode) out += fmt::format("; undefined: {}\n", name);
  if (reading.volatile_reads == c::Volatile::Memory) out += "; volatile: memory\n";
  out += fmt::format("; heap: {}\n; property: {}\n", heap, property.name);
  if (const RuleKept* const kept = property.get<RuleKept>())
    out += fmt::format("; rule-sha256: {}\n", certify::sha256(kept->rule->text));
  for (const std::string& folder : reading.include_dirs) out += fmt::format("; -I: {}\n", folder);
  for (const std::string& define : reading.defines) out += fmt::format("; -D: {}\n", define);
  return out;
}

std::string write_certificate(const ProvedAbstraction& proved, const std::string& claim) {
  return counted_script(proved.procedures,
                        slam::make_proof(proved.procedures, proved.abstraction, proved.program,
                                         *proved.proof.invariant),
                        claim);
}

Judgement check_certificate(std::vector<c::Source> sources, const std::string& certificate,
                            const Expected& expected) {
  const std::string text = claim_of(certificate);
  if (!text.starts_with(title)) return bad_input("not a certificate of a C program");
  const std::optional<Claim> claim = read_claim(text);
  if (!claim) return bad_input("the certificate does not say of what it is one");
  ClaimedProperty claimed = claimed_property(*claim, expected);
  if (claimed.problem) return *std::move(claimed.problem);
  if (auto problem = compare_files(*claim, sources)) return *std::move(problem);
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i].arguments = claim->arguments[i];
  const Property& property = *claimed.property;
  if (claim_text(sources, claim->reading, claim->heap, property) != text)
    return invalid("the certificate is about another program");
  CheckedProgram checked = read_program(sources, claim->reading, property);
  if (!checked.program) return std::move(checked.problem);
  const slam::Procedures procedures(*checked.program, claim->heap);
  Judgement out = check_obligations(procedures, property, text, certificate);
  if (out.kind == Judgement::Kind::Valid) out.text += reading_text(*claim);
  return out;
}

}  // namespace hardbop::verify
