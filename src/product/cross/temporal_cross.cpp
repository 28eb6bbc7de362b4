// SPDX-License-Identifier: MIT
// LTL is decided by an automaton and fair cycles, CTL by fixed points over the stack: two
// algorithms with little in common. Which formulas of both logics mean the same is known [maidl00]:
// those where every disjunction, and every until, is between a proposition and its negation. A
// formula is made in both logics at once.
#include <array>
#include <fmt/format.h>

#include "base/util/random_numbers.hpp"
#include "product/cross/claims.hpp"
#include <hardbop/hardbop.hpp>
#include <hardbop/temporal_cross.hpp>

namespace hardbop {

namespace {

class Formulas {
 public:
  Formulas(std::uint64_t seed, const std::string& text) : random_(~seed) {
    for (const char* const name : {"main", "p1", "p2"})
      if (text.find(fmt::format(" {}(", name)) != std::string::npos)
        propositions_.push_back(fmt::format("in({})", name));
    for (const char* const name : {"L0", "L1", "L2"})
      if (text.find(fmt::format("{}: ", name)) != std::string::npos)
        propositions_.push_back(fmt::format("@{}", name));
    for (const char* const name : {"g0", "g1", "g2"})
      if (text.find(fmt::format("decl {}", name)) != std::string::npos)
        propositions_.emplace_back(name);
    propositions_.insert(propositions_.end(), {"terminated", "failed"});
  }

  TemporalPair formula(unsigned depth) {
    if (depth == 0) {
      const std::string p = proposition();
      return {p, p};
    }
    switch (random_.below(6)) {
      case 0: return next(formula(depth - 1));
      case 1: return both(depth);
      case 2: return either(depth);
      case 3: return until(depth);
      case 4: return eventually(depth);
      default: return always(formula(depth - 1));
    }
  }

 private:
  Random random_;
  std::vector<std::string> propositions_;

  std::string proposition() {
    std::string out = random_.one_of(propositions_);
    if (random_.percent(30)) out = "!" + out;
    if (!random_.percent(30)) return out;
    const std::string op = random_.percent(50) ? "&" : "|";
    return fmt::format("({} {} {})", out, op, random_.one_of(propositions_));
  }

  static TemporalPair next(const TemporalPair& a) {
    return {fmt::format("X ({})", a.ltl), fmt::format("AX ({})", a.ctl)};
  }
  static TemporalPair always(const TemporalPair& a) {
    return {fmt::format("G ({})", a.ltl), fmt::format("AG ({})", a.ctl)};
  }
  TemporalPair both(unsigned depth) {
    const TemporalPair a = formula(depth - 1);
    const TemporalPair b = formula(depth - 1);
    return {fmt::format("({}) & ({})", a.ltl, b.ltl), fmt::format("({}) & ({})", a.ctl, b.ctl)};
  }
  TemporalPair either(unsigned depth) {
    const std::string p = proposition();
    const TemporalPair a = formula(depth - 1);
    const TemporalPair b = formula(depth - 1);
    return {fmt::format("(({0}) & ({1})) | (!({0}) & ({2}))", p, a.ltl, b.ltl),
            fmt::format("(({0}) & ({1})) | (!({0}) & ({2}))", p, a.ctl, b.ctl)};
  }
  TemporalPair until(unsigned depth) {
    const std::string p = proposition();
    const TemporalPair a = formula(depth - 1);
    const TemporalPair b = formula(depth - 1);
    const char* const op = random_.percent(70) ? "U" : "W";
    return {fmt::format("(({0}) & ({2})) {1} (!({0}) & ({3}))", p, op, a.ltl, b.ltl),
            fmt::format("A[(({0}) & ({2})) {1} (!({0}) & ({3}))]", p, op, a.ctl, b.ctl)};
  }
  /// Of a proposition; then something may follow.
  TemporalPair eventually(unsigned depth) {
    const std::string p = proposition();
    if (random_.percent(50)) return {fmt::format("F ({})", p), fmt::format("AF ({})", p)};
    const TemporalPair b = formula(depth - 1);
    return {fmt::format("(!({0})) U (({0}) & ({1}))", p, b.ltl),
            fmt::format("A[(!({0})) U (({0}) & ({1}))]", p, b.ctl)};
  }
};

class TemporalCross {
 public:
  TemporalCross(const Program& program, double seconds) : program_(program), seconds_(seconds) {
    report_.input = program.name();
    report_.sha256 = program.sha256();
  }

  CrossReport run(const std::vector<TemporalPair>& pairs) {
    report_.contenders = {{"ltl", {}, 0, ""}, {"ctl", {}, 0, ""}, {"terminates", {}, 0, ""}};
    for (const TemporalPair& pair : pairs) compare(pair, false);
    if (!pairs.empty()) prove(pairs.front().ctl);
    compare({"F terminated", "AF terminated"}, true);
    return std::move(report_);
  }

 private:
  const Program& program_;
  double seconds_;
  CrossReport report_;

  /// `ends`: it says that the program terminates or fails.
  void compare(const TemporalPair& pair, bool ends) {
    Question linear;
    linear.ltl = {pair.ltl};
    Question branching;
    branching.ctl = {pair.ctl};
    report_.properties.push_back(fmt::format("ltl {} = ctl {}", pair.ltl, pair.ctl));
    const Verdict first = ask(linear, 0);
    const Verdict second = ask(branching, 1);
    report_.contenders[2].verdicts.push_back(Verdict::Unknown);
    if (first != second && first != Verdict::Unknown && second != Verdict::Unknown)
      disagree(fmt::format("{}: {} by ltl, {} by ctl", report_.properties.back(), to_string(first),
                           to_string(second)));
    if (!ends) return;
    report_.contenders[2].verdicts.pop_back();
    Question terminates;
    terminates.terminates = true;
    const Verdict third = ask(terminates, 2);
    if (first == Verdict::Holds && third == Verdict::Violated)
      disagree("it terminates by ltl, not by terminates");
  }

  /// Asks about a formula that no single run decides, and for a certificate.
  void prove(const std::string& ctl) {
    constexpr std::array shapes{"EF ({0})",    "AF AG ({0})", "AG EF ({0})",         "EG AF !({0})",
                                "AX EX ({0})", "EF AG ({0})", "E[!({0}) W EG ({0})]"};
    Question question;
    question.ctl = {fmt::format(fmt::runtime(shapes[ctl.size() % shapes.size()]), ctl)};
    question.certify = true;
    question.timeout = seconds_;
    const Answer answer = check(program_, question);
    report_.contenders[1].seconds += cross_layer::seconds_of(answer);
    if (!answer.internal_error.empty())
      report_.disagreements.push_back(
          {Disagreement::Kind::Failure, fmt::format("ctl: {}", answer.internal_error), {"ctl"}});
    if (answer.certificate.empty()) return;
    ValidateOptions options;
    options.timeout = seconds_;
    const Validation said = validate(std::string(program_.text()), answer.certificate, options);
    if (said.status == Validation::Status::Valid || said.status == Validation::Status::Unknown)
      return;
    report_.disagreements.push_back({Disagreement::Kind::Certificate,
                                     fmt::format("certificate of {}: {}", question.ctl.front(),
                                                 said.lines.empty() ? "" : said.lines.front()),
                                     {"ctl"}});
  }

  void disagree(std::string text) {
    report_.disagreements.push_back({Disagreement::Kind::Verdict, std::move(text), {}});
  }

  Verdict ask(Question& question, std::size_t contender) {
    question.traces = true;
    question.trace_limit = 1;
    question.timeout = seconds_;
    const Answer answer = check(program_, question);
    Contender& who = report_.contenders[contender];
    who.seconds += cross_layer::seconds_of(answer);
    if (!answer.errors.empty()) report_.errors = answer.errors;
    if (!answer.internal_error.empty())
      report_.disagreements.push_back({Disagreement::Kind::Failure,
                                       fmt::format("{}: {}", who.name, answer.internal_error),
                                       {who.name}});
    const Verdict verdict =
        answer.results.empty() ? Verdict::Unknown : answer.results.front().verdict;
    who.verdicts.push_back(verdict);
    return verdict;
  }
};

}  // namespace

RandomTemporal generate_random_temporal(std::uint64_t seed) {
  constexpr unsigned pairs = 2;
  RandomTemporal out{generate_random(seed), {}};
  Formulas formulas(seed, out.text);
  for (unsigned i = 0; i < pairs; ++i) out.pairs.push_back(formulas.formula(1 + i));
  return out;
}

CrossReport cross_temporal(const Program& program, const std::vector<TemporalPair>& pairs,
                           double seconds) {
  return TemporalCross(program, seconds).run(pairs);
}

}  // namespace hardbop
