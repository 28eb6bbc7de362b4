// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/smt/solver.hpp"
#include "base/util/diagnostic.hpp"
#include "base/util/invariant.hpp"
#include "product/api/c_announce.hpp"
#include "product/api/c_assumptions.hpp"
#include "product/api/c_certificate.hpp"
#include "product/api/c_image.hpp"
#include "product/api/c_ltl.hpp"
#include "product/api/c_property.hpp"
#include "product/api/c_read.hpp"
#include "product/api/c_refine.hpp"
#include "product/api/c_report.hpp"
#include "product/api/c_rules.hpp"
#include "product/api/image_options.hpp"
#include "product/api/messages.hpp"
#include "product/api/race.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

class CheckC {
 public:
  CheckC(const c::Program& program, const std::vector<CSource>& sources,
         const CQuestion& c_question, const Question& question, const image::ImageOptions& options,
         const api::CProperty* property, const api::WovenRule* rule)
      : report_(program, sources, c_question, question, property, rule),
        options_(options),
        budget_(api::make_budget(question)) {}

  /// What a certificate is to say that it is about.
  void certify(certify::Claim claim) { claim_ = std::move(claim); }

  /// Instead of the property.
  void ask(const api::CFormulas& formulas, std::size_t number) { formula_ = {&formulas, number}; }

  void run(CAnswer& out) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.procedure = "main";
    if (const api::CProperty* const property = report_.property()) {
      result.kind = property->kind;
      result.property = property->name;
    } else if (asks_ltl()) {
      result.kind = PropertyResult::Kind::Ltl;
      result.property = formula_.formulas->title(formula_.number);
    } else {
      result.kind = PropertyResult::Kind::Rule;
      result.property = "rule " + report_.rule()->name;
    }
    const bool has_places = report_.property() != nullptr && !report_.property()->nothing.empty();
    if (has_places) result.places = api::count_places(report_.program());
    const bool is_empty = has_places && result.places == 0;
    if (is_empty && !report_.question().certify && !api::has_gaps(report_.program()))
      keep(out, result);
    else
      decide(out, result);
    if (is_empty) api::set_not_applicable(nothing_to_check(), result);
    api::add_statistics(statistics_, budget_, out.answer);
  }

 private:
  api::CReport report_;
  image::ImageOptions options_;
  Budget budget_;
  Statistics statistics_;
  certify::Claim claim_;
  api::CFormula formula_;

  /// Nothing can violate it.
  void keep(CAnswer& out, PropertyResult& result) const {
    result.verdict = Verdict::Holds;
    if (report_.c_question().witness) report_.add_proof({}, out);
  }

  [[nodiscard]] std::string nothing_to_check() const {
    return fmt::format("nothing to check: {}", report_.property()->nothing);
  }

  void decide(CAnswer& out, PropertyResult& result) {
    if (report_.question().engine != "slam")
      return api::decide_by_images(report_, formula_, options_, budget_, statistics_, out, result);
    out.answer.engine = "slam";
    std::vector<Message> no_errors;
    const api::CFormulas termination({"F (terminated | failed)"}, no_errors);
    const api::CFormula formula =
        report_.asks_termination() ? api::CFormula{&termination, 0} : formula_;
    api::decide_by_refinement(report_, formula, claim_, budget_, statistics_, out, result);
    if (result.kind == PropertyResult::Kind::Termination && result.verdict == Verdict::Violated)
      result.diverging = {
          fmt::format("{}:{}:{}", result.at.file, result.at.line, result.at.column)};
  }

  [[nodiscard]] bool asks_ltl() const { return formula_.formulas != nullptr; }
};

/// What of a question is not asked of C.
std::vector<std::string> beyond_c(const CQuestion& c_question, const api::CProperty* property,
                                  const Question& question) {
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
  if (c_question.unbounded && property != nullptr &&
      property->kind == PropertyResult::Kind::Overflow)
    out.push_back(fmt::format("with --integers unbounded nothing overflows, so {} says nothing",
                              property->name));
  if (c_question.unbounded && question.certify)
    out.emplace_back("certificates are about machine words, not about --integers unbounded");
  if (question.certify && question.engine != "slam")
    out.emplace_back("certificates of C programs are made by --engine slam");
  if (question.engine != "auto" && question.engine != "image" && question.engine != "slam")
    out.emplace_back("C programs are decided by --engine image or slam");
  return out;
}

/// Why there is no run for others; where the property is violated, there is none of this kind.
std::string why_no_run(const PropertyResult& result) {
  switch (result.verdict) {
    case Verdict::Violated:
      return result.kind == PropertyResult::Kind::Ltl ? "there is none of formulas"
                                                      : "there is none of a run without end";
    case Verdict::Holds:
    case Verdict::HoldsBounded: return "nothing is violated";
    case Verdict::NotApplicable: return "there is nothing to check";
    case Verdict::Unknown: break;
  }
  return "nothing is decided";
}

void add(CAnswer&& one, CAnswer& out) {
  const auto append = [](auto& from, auto& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  append(one.answer.results, out.answer.results);
  append(one.answer.errors, out.answer.errors);
  append(one.answer.statistics, out.answer.statistics);
  for (Message& message : one.messages)  // of a file that is read again
    if (std::ranges::none_of(out.messages, [&](const Message& other) {
          return other.to_string() == message.to_string();
        }))
      out.messages.push_back(std::move(message));
  api::add_assumptions(one.answer.assumptions, out.answer.assumptions);
  if (!one.answer.certificate.empty()) out.answer.certificate = std::move(one.answer.certificate);
  out.answer.engine = one.answer.engine;
  if (!one.harness.empty()) out.harness = std::move(one.harness);
  if (!one.no_harness.empty()) out.no_harness = std::move(one.no_harness);
  if (one.witness) out.witness = std::move(one.witness);
  if (!one.no_witness.empty()) out.no_witness = std::move(one.no_witness);
  if (!one.no_harness.empty()) out.no_harness = std::move(one.no_harness);
  if (!one.answer.no_certificate.empty())
    out.answer.no_certificate = std::move(one.answer.no_certificate);
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
                          : result.verdict == Verdict::NotApplicable ? "there is nothing to check"
                                                                     : "nothing is decided";
}

/// Whether no run violates it, within bounds or not.
bool is_certain(const PropertyResult& result) {
  return result.verdict == Verdict::Holds || result.verdict == Verdict::NotApplicable;
}

/// Whether something holds only as far as what is assumed does.
bool rests_on_assumptions(const Answer& answer) {
  return std::ranges::any_of(answer.results, [](const PropertyResult& result) {
    return result.verdict == Verdict::Holds || result.verdict == Verdict::HoldsBounded;
  });
}

/// All that is asked of one program: properties one after the other, or rules, or formulas.
class Inquiry {
 public:
  Inquiry(const std::vector<CSource>& sources, const COptions& options, const CQuestion& c_question,
          const Question& question, const std::vector<const api::CProperty*>& asked, CAnswer& out)
      : sources_(sources),
        options_(options),
        c_question_(c_question),
        question_(question),
        asked_(asked),
        rules_(api::read_rules(c_question, question, out)),
        formulas_(question.ltl, messages_),
        announcement_(out.answer.input, asked, formulas_, rules_, question) {}

  void run(CAnswer& out) {
    bool never_overflows = c_question_.unbounded;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const api::CProperty* const property = asked_[i];
      CAnswer one;
      one.answer.input = out.answer.input;
      one.answer.engine = out.answer.engine;
      ask(property, i, one);
      if (asked_.size() > 1) api::name_statistics(0, std::string(property->name), one);
      if (property != nullptr && property->kind == PropertyResult::Kind::Overflow)
        never_overflows = !one.answer.results.empty() && is_certain(one.answer.results.front());
      add(std::move(one), out);
      if (out.answer.errors.empty()) continue;
      out.answer.results.clear();
      return;
    }
    if (never_overflows || !rests_on_assumptions(out.answer)) return;
    api::add_assumptions(api::overflow_assumptions(sources_, options_, announcement_.rest()),
                         out.answer.assumptions);
  }

 private:
  const std::vector<CSource>& sources_;
  const COptions& options_;
  const CQuestion& c_question_;
  const Question& question_;
  const std::vector<const api::CProperty*>& asked_;
  std::vector<Message> messages_;
  std::vector<api::WovenRule> rules_;
  api::CFormulas formulas_;
  api::Announcement announcement_;

  /// One property, all rules, or all formulas.
  void ask(const api::CProperty* property, std::size_t number, CAnswer& out) {
    if (question_.on_phase) question_.on_phase("reading C");
    const c::ParseResult parsed =
        question_.ltl.empty() ? api::read_c(sources_, options_, api::reading_of(property, rules_))
                              : formulas_.read(sources_, options_);
    api::add_messages(parsed, messages_);
    if (parsed.program) {
      formulas_.bind(*parsed.program, messages_);
      out.answer.assumptions = parsed.program->assumptions;
      announcement_.assume(possible_assumptions(*parsed.program));
    }
    for (Message& message : std::exchange(messages_, {}))
      (message.kind == Message::Kind::Error ? out.answer.errors : out.messages)
          .push_back(std::move(message));
    std::vector<std::string> problems = beyond_c(c_question_, property, question_);
    if (question_.certify && c_question_.rules.size() > 1)
      problems.emplace_back("a certificate is about one rule");
    const image::ImageOptions image = api::image_options(question_, problems);
    for (std::string& problem : problems) {
      Message& error = out.answer.errors.emplace_back();
      error.at.file = out.answer.input;
      error.text = std::move(problem);
    }
    if (parsed.program && out.answer.errors.empty() && parsed.program->main == c::none)
      out.answer.errors.push_back(api::no_main(out.answer.input));
    if (!parsed.program || !out.answer.errors.empty()) return;
    decide(*parsed.program, property, number, image, out);
    explain_certificate(question_, out);
    explain_runs(out);
    if (!rests_on_assumptions(out.answer)) return;
    api::add_assumptions(api::allocation_assumptions(*parsed.program), out.answer.assumptions);
    api::add_assumptions(api::address_assumptions(*parsed.program), out.answer.assumptions);
  }

  /// What an answer may rest on that is cut off before that is known.
  [[nodiscard]] std::vector<std::string> possible_assumptions(const c::Program& program) const {
    std::vector<std::string> out = program.assumptions;
    api::add_assumptions(api::allocation_assumptions(program), out);
    if (!c_question_.unbounded) api::add_assumptions({api::wrapping}, out);
    return out;
  }

  /// Of a program that was read for it.
  void decide(const c::Program& program, const api::CProperty* property, std::size_t number,
              const image::ImageOptions& image, CAnswer& out) {
    const certify::Claim claim = api::c_claim(sources_, options_, c_question_, property);
    if (!rules_.empty())
      return api::check_rules(program, sources_, c_question_, image, rules_, claim, announcement_,
                              out);
    if (property != nullptr && !property->is_decided) {
      PropertyResult& result = out.answer.results.emplace_back();
      result.kind = property->kind;
      result.property = property->name;
      result.reason = "not supported yet";
      return announcement_.tell(number, out.answer.results, out.answer.engine);
    }
    for (std::size_t i = 0; i < std::max<std::size_t>(formulas_.size(), 1); ++i) {
      const auto by_engine = [&](const Question& asked) {
        CAnswer one;
        one.answer.engine = "image";
        CheckC check(program, sources_, c_question_, asked, image, property, nullptr);
        check.certify(claim);
        if (formulas_.size() != 0) check.ask(formulas_, i);
        check.run(one);
        return one;
      };
      const bool both =
          question_.engine == "auto" && !c_question_.bounds_given && smt::has_solver();
      const auto tell = [&](const CAnswer& one) {
        announcement_.tell(number + i, one.answer.results, one.answer.engine);
      };
      const Question share = announcement_.next(number + i);
      CAnswer one = both ? api::race(share, {"image", "slam"}, by_engine, tell) : by_engine(share);
      tell(one);
      add(std::move(one), out);
    }
  }

  /// Why there is no run for others, where one was asked for.
  void explain_runs(CAnswer& out) const {
    if (out.answer.results.empty() || !rules_.empty()) return;
    const PropertyResult& result = out.answer.results.front();
    if (c_question_.harness && out.harness.empty() && out.no_harness.empty())
      out.no_harness = why_no_run(result);
    if (!c_question_.witness || out.witness || !out.no_witness.empty()) return;
    const bool is_bounded = result.verdict == Verdict::HoldsBounded;
    out.no_witness = formulas_.size() != 0                 ? "there is none of formulas"
                     : c_question_.unbounded && is_bounded ? "there is none with unbounded integers"
                     : is_bounded                          ? "there is none within bounds"
                                                           : why_no_run(result);
  }
};

/// Of what there is one in an answer.
void refuse_several(const CQuestion& c_question, const Question& question, CAnswer& out) {
  const auto refuse = [&](bool is_asked, const char* what) {
    if (!is_asked) return;
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = fmt::format("a {} is about one property", what);
  };
  refuse(question.certify, "certificate");
  refuse(c_question.witness, "witness");
  refuse(c_question.harness, "harness");
}

}  // namespace

void api::decide_rule(const c::Program& program, const std::vector<CSource>& sources,
                      const CQuestion& c_question, const Question& question,
                      const image::ImageOptions& options, const WovenRule& rule,
                      const certify::Claim& claim, CAnswer& out) {
  CheckC check(program, sources, c_question, question, options, nullptr, &rule);
  check.certify(claim);
  check.run(out);
}

CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                const CQuestion& c_question, const Question& question) {
  CAnswer out;
  out.answer.input = sources.empty() ? "" : sources.front().path;
  out.answer.engine = "image";
  try {
    const std::vector<const api::CProperty*> asked =
        api::asked_properties(c_question, question, out);
    if (asked.size() > 1) refuse_several(c_question, question, out);
    if (out.answer.errors.empty())
      Inquiry(sources, options, c_question, question, asked, out).run(out);
  } catch (const InternalError& error) {
    out.answer.results.clear();
    out.answer.internal_error = error.what();
  }
  return out;
}

}  // namespace hardbop
