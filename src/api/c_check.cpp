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
    if (report_.program().main == c::none) {
      result.reason = "there is no function main";
      return;
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
    if (asks_termination())
      result.reason = "the refinement loop does not decide termination";
    else
      api::decide_by_refinement(report_, formula_, claim_, budget_, statistics_, out, result);
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
  refuse(question.terminates, "--terminates (but --property termination is)");
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
  if (question.certify && question.engine != "slam")
    out.emplace_back("certificates of C programs are made by --engine slam");
  if (question.engine != "auto" && question.engine != "image" && question.engine != "slam")
    out.emplace_back("C programs are decided by --engine image or slam");
  return out;
}

bool is_known(const std::string& property) {
  return property == "unreach-call" || property == "termination" || property == "no-overflow";
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
  if (parsed.program) formulas.bind(*parsed.program, messages);
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
  if (!parsed.program || !out.answer.errors.empty()) return;
  const std::string claim = api::c_claim(sources, options, c_question);
  if (!rules.empty()) {
    api::check_rules(*parsed.program, sources, c_question, remaining(question, start), image, rules,
                     claim, out);
    return explain_certificate(question, out);
  }
  if (!is_known(c_question.property)) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.property = c_question.property;
    result.reason = fmt::format("the property {} is not supported for C", c_question.property);
    if (c_question.witness) out.no_witness = "nothing is decided";
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
    const bool both = question.engine == "auto" &&
                      (formulas.size() != 0 || c_question.property != "termination") &&
                      !c_question.bounds_given && slam::has_solver();
    add(both ? api::race(left, {"image", "slam"}, decide) : decide(left), out);
  }
  explain_certificate(question, out);
  if (!c_question.witness || out.witness || !out.no_witness.empty()) return;
  const bool is_bounded = out.answer.results.front().verdict == Verdict::HoldsBounded;
  out.no_witness = formulas.size() != 0 ? "there is none of formulas"
                   : is_bounded         ? "there is none within bounds"
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

std::string read_property(const std::string& text) {
  if (text.find("reach_error") != std::string::npos ||
      text.find("__VERIFIER_error") != std::string::npos ||
      text.find("label(ERROR)") != std::string::npos)
    return "unreach-call";
  if (text.find("F end") != std::string::npos) return "termination";
  if (text.find("! overflow") != std::string::npos) return "no-overflow";
  return "";
}

}  // namespace hardbop
