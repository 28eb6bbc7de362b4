// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "api/c_certificate.hpp"
#include "api/c_image.hpp"
#include "api/c_ltl.hpp"
#include "api/c_read.hpp"
#include "api/c_refine.hpp"
#include "api/c_report.hpp"
#include "api/c_rules.hpp"
#include "api/image_options.hpp"
#include "api/messages.hpp"
#include "api/race.hpp"
#include "slam/solver.hpp"
#include "util/diagnostic.hpp"
#include "util/invariant.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

class CheckC {
 public:
  CheckC(const c::Program& program, const std::vector<CSource>& sources,
         const CQuestion& c_question, const Question& question, const engine::ImageOptions& options,
         const api::WovenRule* rule)
      : report_(program, sources, c_question, question, rule),
        options_(options),
        budget_(api::make_budget(question)) {}

  /// What a certificate is to say that it is about.
  void certify(std::string claim) { claim_ = std::move(claim); }

  /// Instead of the property.
  void ask(const api::CFormulas& formulas, std::size_t number) { formula_ = {&formulas, number}; }

  void run(CAnswer& out) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.kind = asks_termination() ? PropertyResult::Kind::Termination
                  : asks_ltl()       ? PropertyResult::Kind::Ltl
                                     : PropertyResult::Kind::Assert;
    result.property =
        asks_ltl() ? formula_.formulas->title(formula_.number) : report_.c_question().property;
    result.procedure = "main";
    if (report_.rule() != nullptr) {
      result.kind = PropertyResult::Kind::Rule;
      result.property = "rule " + report_.rule()->name;
    }
    decide(out, result);
    api::add_statistics(statistics_, budget_, out.answer);
  }

 private:
  api::CReport report_;
  engine::ImageOptions options_;
  Budget budget_;
  Statistics statistics_;
  std::string claim_;
  api::CFormula formula_;

  void decide(CAnswer& out, PropertyResult& result) {
    if (report_.question().engine != "slam")
      return api::decide_by_images(report_, formula_, options_, budget_, statistics_, out, result);
    out.answer.engine = "slam";
    std::vector<Message> no_errors;
    const api::CFormulas termination({"F (terminated | failed)"}, no_errors);
    const api::CFormula formula = asks_termination() ? api::CFormula{&termination, 0} : formula_;
    api::decide_by_refinement(report_, formula, claim_, budget_, statistics_, out, result);
    if (result.kind == PropertyResult::Kind::Termination && result.verdict == Verdict::Violated)
      result.diverging = {
          fmt::format("{}:{}:{}", result.at.file, result.at.line, result.at.column)};
  }

  [[nodiscard]] bool asks_ltl() const { return formula_.formulas != nullptr; }
  [[nodiscard]] bool asks_termination() const {
    return !asks_ltl() && report_.c_question().property == "termination";
  }
};

/// What of a question is not asked of C.
std::vector<std::string> beyond_c(const CQuestion& c_question, const Question& question) {
  std::vector<std::string> out;
  const auto refuse = [&](bool is_asked, const char* what) {
    if (is_asked) out.push_back(fmt::format("{} is not for C programs", what));
  };
  refuse(!question.labels.empty(), "--label");
  refuse(question.all_labels, "--all-labels");
  refuse(!question.ctl.empty(), "--ctl");
  if (question.terminates)
    out.emplace_back("--terminates is --property termination for C programs");
  refuse(!question.properties.empty(), "--properties");
  refuse(!question.monitors.empty(), "--monitor");
  refuse(!question.entries.empty(), "--entry");
  refuse(question.context_switches.has_value(), "--context-switches");
  refuse(question.rounds.has_value(), "--rounds");
  refuse(question.coverage, "--coverage");
  const bool refines =
      !c_question.predicates.empty() || c_question.iterations || c_question.on_iteration;
  if (refines && question.engine != "slam")
    out.emplace_back("--predicates, --iterations and --keep are for --engine slam");
  if (c_question.unbounded && question.engine != "slam")
    out.emplace_back("--integers unbounded is for --engine slam");
  if (c_question.unbounded && c_question.property == "no-overflow")
    out.emplace_back("with --integers unbounded nothing overflows, so no-overflow says nothing");
  if (c_question.unbounded && question.certify)
    out.emplace_back("certificates are about machine words, not about --integers unbounded");
  if (question.certify && question.engine != "slam")
    out.emplace_back("certificates of C programs are made by --engine slam");
  if (question.engine != "auto" && question.engine != "image" && question.engine != "slam")
    out.emplace_back("C programs are decided by --engine image or slam");
  return out;
}

bool is_one_of(const std::string& property, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), property) != names.end();
}

/// Properties that verifiers have names for, but no engine here decides.
bool is_of_others(const std::string& property) {
  return is_one_of(property, {"valid-memsafety", "valid-memcleanup", "valid-deref", "valid-free",
                              "valid-memtrack", "no-data-race", "def-behavior"});
}

Message no_property(const std::string& input, const std::string& property) {
  Message error;
  error.at.file = input;
  error.text = fmt::format("there is no property {}", quote_name(property));
  error.hint = fmt::format(
      "properties of C programs are {}, or a file of SV-COMP's, with its "
      "ending .prp",
      fmt::join(c_properties(), ", "));
  return error;
}

/// Why there is no run for others; where the property is violated, there is none of this kind.
std::string why_no_run(const PropertyResult& result) {
  switch (result.verdict) {
    case Verdict::Violated:
      return result.kind == PropertyResult::Kind::Ltl ? "there is none of formulas"
                                                      : "there is none of a run without end";
    case Verdict::Holds:
    case Verdict::HoldsBounded: return "nothing is violated";
    case Verdict::Unknown: break;
  }
  return "nothing is decided";
}

/// What is left of the time since then.
Question remaining(const Question& question, std::chrono::steady_clock::time_point start) {
  Question out = question;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  if (out.timeout) out.timeout = std::max(0.0, *out.timeout - used.count());
  return out;
}

void add(CAnswer&& one, CAnswer& out) {
  const auto append = [](auto& from, auto& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  append(one.answer.results, out.answer.results);
  append(one.answer.errors, out.answer.errors);
  append(one.answer.statistics, out.answer.statistics);
  append(one.messages, out.messages);
  if (!one.answer.certificate.empty()) out.answer.certificate = std::move(one.answer.certificate);
  out.answer.engine = one.answer.engine;
  if (!one.harness.empty()) out.harness = std::move(one.harness);
  if (!one.no_harness.empty()) out.no_harness = std::move(one.no_harness);
  if (one.witness) out.witness = std::move(one.witness);
  if (!one.no_witness.empty()) out.no_witness = std::move(one.no_witness);
}

/// Why there is no certificate, where one was asked for.
void explain_certificate(const Question& question, CAnswer& out) {
  Answer& answer = out.answer;
  const bool has_reason = !answer.certificate.empty() || !answer.no_certificate.empty();
  if (!question.certify || has_reason || answer.results.empty()) return;
  const PropertyResult& result = answer.results.front();
  const bool is_violated = result.verdict == Verdict::Violated;
  answer.no_certificate = result.kind == PropertyResult::Kind::Ltl ? "there is none of formulas"
                          : result.kind == PropertyResult::Kind::Termination
                              ? "there is none of termination"
                          : is_violated && result.kind == PropertyResult::Kind::Rule
                              ? "a violation has none, but --trace"
                          : is_violated ? "a violation has none, but --harness and --witness"
                                        : "nothing is decided";
}

/// What is asked, with a reason why it is not decided.
void announce(const CQuestion& c_question, const api::CFormulas& formulas,
              const std::vector<api::WovenRule>& rules, const std::string& reason, CAnswer& out) {
  const auto add_result = [&](PropertyResult::Kind kind, const std::string& property) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.kind = kind;
    result.property = property;
    result.reason = reason;
  };
  for (const api::WovenRule& rule : rules)
    add_result(PropertyResult::Kind::Rule, "rule " + rule.name);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    add_result(PropertyResult::Kind::Ltl, formulas.title(i));
  if (!out.answer.results.empty()) return;
  add_result(c_question.property == "termination" ? PropertyResult::Kind::Termination
                                                  : PropertyResult::Kind::Assert,
             c_question.property);
}

void ask(const std::vector<CSource>& sources, const COptions& options, const CQuestion& c_question,
         const Question& question, CAnswer& out) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<api::WovenRule> rules = api::read_rules(c_question, question, out);
  std::vector<Message> messages;
  api::CFormulas formulas(question.ltl, messages);
  Budget budget = api::make_budget(question);
  budget.enter("reading C");
  const auto is_over = [&] { return budget.poll() != StopReason::None; };
  const api::CReading reading{
      api::errors_of(c_question), {}, api::watched_functions(rules), is_over};
  const c::ParseResult parsed = question.ltl.empty() ? api::read_c(sources, options, reading)
                                                     : formulas.read(sources, options, is_over);
  if (parsed.is_over) {
    announce(c_question, formulas, rules, budget.reason(), out);
    out.is_still_reading = true;
    return;
  }
  api::add_messages(parsed, messages);
  if (parsed.program) {
    formulas.bind(*parsed.program, messages);
    out.answer.assumptions = parsed.program->assumptions;
  }
  for (Message& message : messages)
    (message.kind == Message::Kind::Error ? out.answer.errors : out.messages)
        .push_back(std::move(message));
  std::vector<std::string> problems = beyond_c(c_question, question);
  if (question.certify && c_question.rules.size() > 1)
    problems.emplace_back("a certificate is about one rule");
  const engine::ImageOptions image = api::image_options(question, problems);
  for (std::string& problem : problems) {
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = std::move(problem);
  }
  if (question.ltl.empty() && rules.empty() && !is_one_of(c_question.property, c_properties()) &&
      !is_of_others(c_question.property))
    out.answer.errors.push_back(no_property(out.answer.input, c_question.property));
  if (parsed.program && out.answer.errors.empty() && parsed.program->main == c::none)
    out.answer.errors.push_back(api::no_main(out.answer.input));
  if (!parsed.program || !out.answer.errors.empty()) return;
  const std::string claim = api::c_claim(sources, options, c_question);
  if (!rules.empty()) {
    api::check_rules(*parsed.program, sources, c_question, remaining(question, start), image, rules,
                     claim, out);
    return explain_certificate(question, out);
  }
  if (is_of_others(c_question.property)) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.property = c_question.property;
    result.reason = fmt::format("the property {} is not supported for C", c_question.property);
    if (c_question.witness) out.no_witness = why_no_run(result);
    if (c_question.harness) out.no_harness = why_no_run(result);
    return;
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(formulas.size(), 1); ++i) {
    const Question left = remaining(question, start);
    const auto decide = [&](const Question& asked) {
      CAnswer one;
      one.answer.engine = "image";
      CheckC check(*parsed.program, sources, c_question, asked, image, nullptr);
      check.certify(claim);
      if (formulas.size() != 0) check.ask(formulas, i);
      check.run(one);
      return one;
    };
    const bool both = question.engine == "auto" && !c_question.bounds_given && slam::has_solver();
    add(both ? api::race(left, {"image", "slam"}, decide) : decide(left), out);
  }
  if (out.answer.results.empty()) return;
  explain_certificate(question, out);
  if (c_question.harness && out.harness.empty() && out.no_harness.empty())
    out.no_harness = why_no_run(out.answer.results.front());
  if (!c_question.witness || out.witness || !out.no_witness.empty()) return;
  const Verdict verdict = out.answer.results.front().verdict;
  const bool is_bounded = verdict == Verdict::HoldsBounded;
  out.no_witness = formulas.size() != 0                 ? "there is none of formulas"
                   : c_question.unbounded && is_bounded ? "there is none with unbounded integers"
                   : is_bounded                         ? "there is none within bounds"
                   : verdict == Verdict::Violated       ? why_no_run(out.answer.results.front())
                                                        : "nothing is decided";
}

}  // namespace

void api::decide_rule(const c::Program& program, const std::vector<CSource>& sources,
                      const CQuestion& c_question, const Question& question,
                      const engine::ImageOptions& options, const WovenRule& rule,
                      const std::string& claim, CAnswer& out) {
  CheckC check(program, sources, c_question, question, options, &rule);
  check.certify(claim);
  check.run(out);
}

CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                const CQuestion& c_question, const Question& question) {
  CAnswer out;
  out.answer.input = sources.empty() ? "" : sources.front().path;
  out.answer.engine = "image";
  try {
    ask(sources, options, c_question, question, out);
  } catch (const InternalError& error) {
    out.answer.results.clear();
    out.answer.internal_error = error.what();
  }
  return out;
}

std::vector<std::string> c_properties() {
  return {"unreach-call", "termination", "no-overflow"};
}

std::string read_property(const std::string& text) {
  if (text.find("reach_error") != std::string::npos ||
      text.find("__VERIFIER_error") != std::string::npos ||
      text.find("label(ERROR)") != std::string::npos)
    return "unreach-call";
  if (text.find("F end") != std::string::npos) return "termination";
  if (text.find("! overflow") != std::string::npos) return "no-overflow";
  if (text.find("data-race") != std::string::npos) return "no-data-race";
  if (text.find("valid-memcleanup") != std::string::npos) return "valid-memcleanup";
  if (text.find("valid-") != std::string::npos) return "valid-memsafety";
  return "";
}

}  // namespace hardbop
