// SPDX-License-Identifier: MIT
#include "c/verify/certificate.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>

#include "base/certificate/script.hpp"
#include "c/rules/shipped.hpp"
#include "c/slam/proof.hpp"
#include "c/verify/endless_evidence.hpp"
#include "c/verify/inlined.hpp"
#include "c/verify/interleaving.hpp"
#include "c/verify/run_evidence.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "c/verify/watched_arrays.hpp"
#include "words/certify/check.hpp"
#include "words/engine/bmc/inductive_proof.hpp"
#include "words/engine/bmc/proof.hpp"

namespace hardbop::verify {

namespace {

// Keys of a claim.
constexpr std::string_view argument_key = "argument";  // a file's number, and an argument of it
constexpr std::string_view data_model_key = "data-model";
constexpr std::string_view undefined_key = "undefined";
constexpr std::string_view volatile_key = "volatile";
constexpr std::string_view malloc_key = "malloc";
constexpr std::string_view target_key = "target";
constexpr std::string_view device_key = "device";  // two addresses in decimal digits
constexpr std::string_view entry_key = "entry";
constexpr std::string_view entry_pointers_key = "entry-pointers";
constexpr std::string_view entry_strings_key = "entry-strings";
constexpr std::string_view entry_elements_key = "entry-elements";
constexpr std::string_view heap_key = "heap";
constexpr std::string_view rule_key = "rule-sha256";
constexpr std::string_view include_key = "include";
constexpr std::string_view define_key = "define";
constexpr std::array keys{argument_key,       data_model_key,    undefined_key,      volatile_key,
                          malloc_key,         target_key,        device_key,         entry_key,
                          entry_pointers_key, entry_strings_key, entry_elements_key, heap_key,
                          rule_key,           include_key,       define_key,         watched_key,
                          copies_key,         pointers_key,      threads_key,        crowd_key,
                          switches_key};

constexpr std::string_view may_fail = "may-fail";
constexpr std::string_view not_null = "not-null";
constexpr std::string_view terminated = "terminated";

/// How certificates began that said of what they are in comments.
constexpr std::string_view old_title = "; hardbop certificate of a C program\n";

Judgement invalid(std::string text) {
  return {Judgement::Kind::Invalid, std::move(text)};
}

Judgement bad_input(std::string text) {
  return {Judgement::Kind::BadInput, std::move(text)};
}

Judgement bad_input(const Message& message) {
  return {Judgement::Kind::BadInput, "", message};
}

/// What a claim means of a C program.
struct Claim {
  std::string property;
  c::ParseOptions reading;
  std::uint32_t heap = 0;
  std::vector<std::string> hashes;                  // of the files
  std::vector<std::vector<std::string>> arguments;  // of each
  std::string rule;                                 // its name; empty where it is about none
  std::string rule_hash;
};

/// More pieces of heap at one place than any engine goes up to.
constexpr std::uint32_t largest_heap = 4096;
constexpr std::string_view rule_prefix = "rule ";
constexpr std::string_view formula_prefix = "ltl ";
constexpr std::uint8_t bits_of_lp64 = 64;

constexpr std::pair<c::Undefined, std::string_view> modes_of_undefined[] = {
    {c::Undefined::Havoc, "havoc"}, {c::Undefined::Pure, "pure"}, {c::Undefined::Refuse, "refuse"}};

bool is_lp64(const c::ParseOptions& reading) {
  return reading.data_model.pointer_bits == bits_of_lp64;
}

/// Of the file with this number, counted from one.
std::vector<std::string> arguments_of(const certify::Claim& claim, std::size_t file) {
  std::vector<std::string> out;
  const std::string start = fmt::format("{} ", file);
  for (const std::string& argument : claim.all(argument_key))
    if (argument.starts_with(start)) out.push_back(argument.substr(start.size()));
  return out;
}

/// How make_claim says it; whether that is all is seen when claims are compared.
void read_reading(const certify::Claim& claim, c::ParseOptions& reading) {
  const auto says = [&](std::string_view key, std::string_view value) {
    return claim.all(key) == std::vector<std::string>{std::string(value)};
  };
  if (says(malloc_key, may_fail)) reading.malloc = c::Malloc::MayFail;
  if (says(entry_pointers_key, not_null)) reading.entry.pointers_may_be_null = false;
  if (says(entry_strings_key, terminated)) reading.entry.strings_are_terminated = true;
  for (const std::string& target : claim.all(target_key)) reading.target = target;
  for (const std::string& entry : claim.all(entry_key)) reading.entry.function = entry;
  for (const std::string& elements : claim.all(entry_elements_key))
    std::istringstream(elements) >> reading.entry.most_elements;
  for (const std::string& device : claim.all(device_key)) {
    c::AddressRange range;
    std::istringstream(device) >> range.first >> range.last;
    reading.devices.push_back(range);
  }
  reading.include_dirs = claim.all(include_key);
  reading.defines = claim.all(define_key);
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
  if (out.heap < 1 || out.heap > largest_heap) return std::nullopt;
  if (model[0] == "LP64") out.reading.data_model.pointer_bits = bits_of_lp64;
  for (const auto& [mode, name] : modes_of_undefined)
    if (undefined[0] == name) out.reading.undefined = mode;
  if (is_memory) out.reading.volatile_reads = c::Volatile::Memory;
  read_reading(claim, out.reading);
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
std::optional<Judgement> compare_files(const Claim& claim, const std::vector<c::Source>& sources) {
  std::vector<std::string> hashes;
  hashes.reserve(sources.size());
  for (const c::Source& source : sources) hashes.push_back(certify::sha256(source.text));
  if (hashes == claim.hashes) return std::nullopt;
  const std::size_t count = claim.hashes.size();
  if (hashes.size() != count)
    return invalid(fmt::format("the certificate is for {} file{}, not {}", count,
                               count == 1 ? "" : "s", hashes.size()));
  const bool is_another_order = std::ranges::is_permutation(hashes, claim.hashes);
  return invalid(is_another_order ? "the certificate is for these files in a different order"
                                  : "the certificate is for another program");
}

/// The rule that is meant, if it is about one; or what is wrong.
struct ChosenRule {
  std::optional<RuleText> rule;
  std::optional<Judgement> problem;
};

ChosenRule choose_rule(const Claim& claim, std::vector<RuleText> rules) {
  if (rules.size() > 1) return {{}, bad_input("a certificate covers one rule only")};
  if (claim.rule.empty()) {
    if (rules.empty()) return {};
    return {{}, invalid(fmt::format("the certificate is for {}, not for a rule", claim.property))};
  }
  if (rules.empty())
    for (const rules::ShippedRule& shipped : rules::shipped_rules())
      if (shipped.name == claim.rule)
        rules.push_back({claim.rule, claim.rule + ".slic", std::string(shipped.text)});
  if (rules.empty())
    return {
        {},
        bad_input(fmt::format("the certificate is for rule {}; give its file with CQuestion::rules",
                              claim.rule))};
  if (rules[0].name != claim.rule)
    return {
        {},
        invalid(fmt::format("the certificate is for rule {}, not {}", claim.rule, rules[0].name))};
  if (certify::sha256(rules[0].text) != claim.rule_hash)
    return {{},
            invalid(fmt::format("the certificate is for a different text of rule {}", claim.rule))};
  return {std::move(rules[0]), {}};
}

/// What the certificate is to be one of; or what is wrong.
struct ClaimedProperty {
  std::optional<Property> property;
  std::optional<Judgement> problem;
  std::shared_ptr<Formulas> formulas{};  // of one, the one that it is
};

ClaimedProperty claimed_formula(const Claim& claim) {
  const auto formulas =
      std::make_shared<Formulas>(std::vector{claim.property.substr(formula_prefix.size())});
  if (!formulas->problems().empty()) return {{}, bad_input(formulas->problems().front())};
  return {formula_property(formulas, 0), {}, formulas};
}

ClaimedProperty claimed_property(const Claim& claim, const Expected& expected) {
  const std::vector<std::string>& wanted = expected.properties;
  if (!wanted.empty() && std::ranges::find(wanted, claim.property) == wanted.end())
    return {{}, invalid("the certificate is for " + claim.property)};
  if (claim.property.starts_with(formula_prefix)) return claimed_formula(claim);
  const std::optional<KnownProperty> known =
      claim.rule.empty() ? find_property(claim.property) : std::nullopt;
  if (claim.rule.empty() && !(known && known->property.has_certificates()))
    return {{}, invalid(fmt::format("certificates are not available for {}", claim.property))};
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

/// With what the formula speaks of.
CheckedProgram read_with_formula(const std::vector<c::Source>& sources,
                                 const c::ParseOptions& reading, Formulas& formulas) {
  c::ParseResult parsed = formulas.read(sources, reading);
  if (!parsed.program || parsed.program->main.is_none())
    return {{}, bad_input("the program cannot be read")};
  const Messages messages = formulas.bind(*parsed.program);
  const auto error = std::ranges::find(messages, Severity::Error, &Message::severity);
  if (error != messages.end()) return {{}, bad_input(*error)};
  return {std::move(parsed.program), {}};
}

CheckedProgram read_program(const std::vector<c::Source>& sources, const c::ParseOptions& reading,
                            const Property& property) {
  c::ParseResult parsed = c::parse(sources, reading_for({&property, 1}, reading));
  if (!parsed.program || parsed.program->main.is_none())
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
  std::string out = is_lp64(reading) ? "" : ", read as ILP32";
  if (reading.undefined == c::Undefined::Pure) out += ", undefined functions do nothing";
  if (reading.volatile_reads == c::Volatile::Memory) out += ", COptions::volatile_reads memory";
  if (!reading.target.empty()) out += fmt::format(", read for {}", reading.target);
  if (!reading.entry.function.empty())
    out += fmt::format(", starting with {}", reading.entry.function);
  if (!reading.entry.pointers_may_be_null) out += ", with pointers that are not null";
  if (reading.entry.strings_are_terminated) out += ", with terminated strings";
  if (reading.entry.most_elements != 0)
    out += fmt::format(", with arrays of at most {} elements", reading.entry.most_elements);
  if (reading.malloc == c::Malloc::MayFail) out += ", malloc may fail";
  for (const c::AddressRange& range : reading.devices)
    out += fmt::format(", devices at {:#x} to {:#x}", range.first, range.last);
  for (const std::string& define : reading.defines) out += fmt::format(", -D {}", define);
  for (const std::string& folder : reading.include_dirs) out += fmt::format(", -I {}", folder);
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

Judgement refuse(const certify::ScriptResult& read, std::string_view certificate) {
  if (certificate.starts_with(old_title))
    return bad_input("the certificate is from an older version of Hardbop; create it again");
  return read.in_claim ? bad_input("not a certificate of a C program") : invalid(read.error);
}

/// For messages about obligations. A block that executes nothing is where it leads to.
words::Subject with_places(words::Subject subject, const c::Program& program,
                           const c::Model& model) {
  constexpr int most_steps = 8;
  for (words::BlockId b = 0; b < model.blocks.size(); ++b) {
    words::BlockId at = b;
    for (int i = 0; i < most_steps && model.blocks[at].statement == c::none; ++i) {
      const std::vector<words::Edge>& edges = subject.graph.blocks[at].edges;
      if (!edges.empty() && edges.front().to < model.blocks.size()) at = edges.front().to;
    }
    const c::StatementId statement = model.blocks[at].statement;
    subject.places.push_back(
        statement == c::none ? "" : place_text(program, program.statements[statement].at));
  }
  return subject;
}

/// Models of a program with threads, as it is, have no thread but the first.
std::optional<Judgement> interleave(c::Program& program, const Property& property,
                                    const std::optional<InterleavedHow>& how, bool is_run) {
  const bool needs = needs_interleaving(program, property);
  if (needs != how.has_value())
    return invalid(needs ? "the certificate does not say how threads are interleaved"
                         : "the program has no threads");
  if (!needs) return std::nullopt;
  if (!can_be_interleaved({&property, 1}))
    return invalid(fmt::format("certificates of threads are not available for {}", property.name));
  if (how->is_crowded && property.is<Deadlock>())
    return invalid("a deadlock of any number of threads is not looked for");
  const Interleaving threads(std::move(program), property, *how);
  if (std::string why = threads.why_unknown(); !is_run && !why.empty())
    return invalid(std::move(why));
  program = *threads.program();
  return std::nullopt;
}

/// By the code of the engine whose proof it is.
certify::Validation check_proof(const c::Program& program, const Property& property,
                                std::uint32_t heap, const certify::Script& script,
                                const std::string& text) {
  Budget budget;
  const auto invalid = [](std::string why) -> certify::Validation {
    return {certify::Validation::Status::Invalid, {std::move(why)}};
  };
  if (is_run(script)) return check_run(program, property, script, text);
  if (is_endless_run(script)) return check_endless_run(program, property, script, text);
  if (const auto inlined = inlined_of(script.claim, heap)) {
    c::Model model = inlined_model(program, property, *inlined);
    const WatchedLoops loops = watch_loops(program, property, model);
    for (const std::string& problem : {loops.problem, loops.watch.problem})
      if (!problem.empty()) return invalid(problem);
    return words::check_proof(with_places(inlined_subject(model, loops.lasso), program, model),
                              script, text);
  }
  if (property.is<Formula>()) return invalid("only sets of states prove an LTL formula");
  if (bmc::is_proof_by_induction(script) && !property.is<Termination>()) {
    const c::Model model = unrollable_model_without_calls(program, property, heap);
    return bmc::check_inductive_proof(model.graph, all_sinks(model), script, text, budget);
  }
  const auto reads = watched_of(script.claim);
  if (reads && !property.is<Termination>()) {
    const auto model = watched_model(program, property, heap, *reads, budget);
    if (!model) return invalid("there are no arrays to watch");
    return words::check_proof(words::single_procedure(model->graph, model->sinks), script, text);
  }
  if (!bmc::is_proof_of_unrolling(script) || property.is<Termination>()) {
    const slam::Procedures procedures(program, heap, smt::Integers::Machine, property.defects());
    const words::Subject subject =
        with_places(slam::proof_subject(procedures), program, procedures.model());
    return property.is<Termination>() ? words::check_termination(subject, script, text)
                                      : words::check_proof(subject, script, text);
  }
  const c::Model model = unrollable_model(program, property, heap);
  return bmc::check_proof(unrollable_program(program, model), all_sinks(model), script, text,
                          budget);
}

}  // namespace

certify::Claim make_claim(const std::vector<c::Source>& sources, const c::ParseOptions& reading,
                          std::uint32_t heap, const Property& property) {
  certify::Claim out;
  const auto add = [&](std::string_view key, std::string value) {
    out.options.push_back({std::string(key), std::move(value)});
  };
  for (std::size_t i = 0; i < sources.size(); ++i) {
    out.files.push_back({sources[i].path, certify::sha256(sources[i].text)});
    for (const std::string& argument : sources[i].arguments)
      add(argument_key, fmt::format("{} {}", i + 1, argument));
  }
  add(data_model_key, is_lp64(reading) ? "LP64" : "ILP32");
  for (const auto& [mode, name] : modes_of_undefined)
    if (reading.undefined == mode) add(undefined_key, std::string(name));
  if (reading.volatile_reads == c::Volatile::Memory) add(volatile_key, "memory");
  if (reading.malloc == c::Malloc::MayFail) add(malloc_key, std::string(may_fail));
  if (!reading.target.empty()) add(target_key, reading.target);
  for (const c::AddressRange& range : reading.devices)
    add(device_key, fmt::format("{} {}", range.first, range.last));
  if (!reading.entry.function.empty()) add(entry_key, reading.entry.function);
  if (!reading.entry.pointers_may_be_null) add(entry_pointers_key, std::string(not_null));
  if (reading.entry.strings_are_terminated) add(entry_strings_key, std::string(terminated));
  if (reading.entry.most_elements != 0)
    add(entry_elements_key, std::to_string(reading.entry.most_elements));
  add(heap_key, std::to_string(heap));
  if (const RuleKept* const kept = property.get<RuleKept>())
    add(rule_key, certify::sha256(kept->rule->text));
  for (const std::string& folder : reading.include_dirs) add(include_key, folder);
  for (const std::string& define : reading.defines) add(define_key, define);
  out.properties.emplace_back(property.name);
  return out;
}

certify::Claim make_claim(const Task& task, std::uint32_t heap) {
  certify::Claim out = make_claim(task.sources.files(), task.reading, heap, task.property);
  if (task.threads == nullptr) return out;
  return about_interleaved(std::move(out), task.threads->how());
}

std::string write_certificate(const ProvedAbstraction& proved, const certify::Claim& claim) {
  return words::write_proof(claim, slam::proof_subject(proved.procedures),
                            slam::make_proof(proved.procedures, proved.abstraction, proved.program,
                                             *proved.proof.invariant));
}

Judgement check_certificate(std::vector<c::Source> sources, const std::string& certificate,
                            const Expected& expected) {
  std::vector<std::string_view> known(keys.begin(), keys.end());
  known.push_back(run_values_key);
  known.insert(known.end(), {run_schedule_key, steps_key, stem_key, round_key});
  std::ranges::copy(bmc::proof_keys(), std::back_inserter(known));
  std::ranges::copy(bmc::inductive_keys(), std::back_inserter(known));
  const certify::ScriptResult read = certify::read_script(certificate, known);
  if (!read.script) return refuse(read, certificate);
  const std::optional<Claim> claim = read_claim(read.script->claim);
  if (!claim) return bad_input("the certificate does not name its program, property and bounds");
  ClaimedProperty claimed = claimed_property(*claim, expected);
  if (claimed.problem) return *std::move(claimed.problem);
  if (auto problem = compare_files(*claim, sources)) return *std::move(problem);
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i].arguments = claim->arguments[i];
  const Property& property = *claimed.property;
  certify::Claim anew = make_claim(sources, claim->reading, claim->heap, property);
  const auto threads = interleaved_of(read.script->claim);
  if (threads) anew = about_interleaved(std::move(anew), *threads);
  if (const auto reads = watched_of(read.script->claim))
    anew = about_watched(std::move(anew), *reads);
  if (const auto inlined = inlined_of(read.script->claim, claim->heap))
    anew = about_inlined(std::move(anew), *inlined);
  if (!is_claim(read.script->claim, std::move(anew)))
    return invalid("the certificate is for another program");
  CheckedProgram checked = claimed.formulas
                               ? read_with_formula(sources, claim->reading, *claimed.formulas)
                               : read_program(sources, claim->reading, property);
  if (!checked.program) return std::move(checked.problem);
  if (auto problem = interleave(*checked.program, property, threads, is_run(*read.script)))
    return *std::move(problem);
  const certify::Validation found =
      check_proof(*checked.program, property, claim->heap, *read.script, certificate);
  Judgement out{found.status, found.lines.front()};
  if (out.kind != Judgement::Kind::Valid) return out;
  if (threads && threads->switches && !is_run(*read.script))
    out.text.insert(std::min(out.text.find(" ("), out.text.size()),
                    fmt::format(" within {} context switch{}", *threads->switches,
                                *threads->switches == 1 ? "" : "es"));
  out.text += reading_text(*claim);
  return out;
}

}  // namespace hardbop::verify
