// SPDX-License-Identifier: MIT
// Engines are compared by what they say of each place, since the number of results depends on what
// was found. Every run of a violation has been replayed by the interpreter before an engine reports
// it; the interpreter is a contender, too, so what holds is compared with executions.
//
// Z3 may work on one question about Horn clauses for minutes, whatever its limits. So the engine
// horn, and Z3 itself, which decides the clauses that are exported, work in processes of their own:
// one that is killed has said nothing.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "base/smt/horn_solver.hpp"
#include "c/random/random_program.hpp"
#include "product/cross/c_said.hpp"
#include "product/cross/claims.hpp"
#include "product/cross/interpreter_engine.hpp"
#include "product/cross/isolated.hpp"
#include <hardbop/c_check.hpp>
#include <hardbop/c_cross.hpp>
#include <hardbop/c_export.hpp>

namespace hardbop {

namespace {

using cross_layer::Claims;
using cross_layer::Isolated;
using cross_layer::Said;

constexpr const char* path = "random.c";
constexpr const char* rewritten = "interpreter of the program rewritten";
constexpr const char* isolated_engine = "horn";
constexpr const char* clauses = "clauses";  // those that are exported, which Z3 decides
constexpr double most_seconds = 60;         // however long processors are busy with others
constexpr double longer = 3;                // so much longer than others work those on clauses

/// Cancels work that has taken so much time of the process's processors: how long others keep them
/// busy does not matter then.
class ProcessorLimit {
 public:
  explicit ProcessorLimit(double seconds)
      : watcher_([this, end = now() + seconds](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any stopped;
          std::unique_lock lock(mutex);
          while (!stop.stop_requested() && !is_over_.load()) {
            stopped.wait_for(lock, stop, interval, [] { return false; });
            if (now() >= end) is_over_.store(true);
          }
        }) {}

  [[nodiscard]] const std::atomic<bool>* is_over() const { return &is_over_; }

 private:
  static constexpr auto interval = std::chrono::milliseconds(10);
  std::atomic<bool> is_over_ = false;
  std::jthread watcher_;

  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
};

/// An engine in one of its settings.
struct CSetting {
  std::string name;
  CQuestion c_question;
  Question question;
};

class CCross {
 public:
  explicit CCross(const CCrossOptions& options)
      : options_(options), sources_{{path, options.text}}, fewer_{{path, options.fewer}} {
    c_options_.undefined = CUndefined::Pure;
  }

  CrossReport run() {
    for (CSetting& setting : settings()) {
      if (!is_wanted(setting.name)) continue;
      if (is_isolated(setting))
        take_isolated(setting);
      else
        take(setting, ask(setting, is_executed_by_few(setting) ? fewer_ : sources_));
      if (!report_.errors.empty()) return std::move(report_);
    }
    if (is_wanted(clauses) && is_turn_of(clauses)) solve_clauses();
    if (least_) compare_switches();
    if (!options_.same.empty() && is_wanted(rewritten)) execute_same();
    compare();
    return std::move(report_);
  }

 private:
  const CCrossOptions& options_;
  std::vector<CSource> sources_;
  std::vector<CSource> fewer_;
  COptions c_options_;
  CrossReport report_;
  std::map<std::string, std::size_t> numbers_;  // of properties, by place
  std::vector<Claims<Verdict>> verdicts_;
  std::optional<std::uint64_t> least_;  // context switches to an error

  [[nodiscard]] bool is_wanted(const std::string& name) const {
    return options_.only.empty() || std::ranges::find(options_.only, name) != options_.only.end();
  }

  /// It executes all runs, of which the program itself has too many.
  [[nodiscard]] bool is_executed_by_few(const CSetting& setting) const {
    return !options_.fewer.empty() && setting.question.engine == cross_layer::interpreter_name;
  }

  [[nodiscard]] CAnswer ask(CSetting& setting, const std::vector<CSource>& sources) const {
    const ProcessorLimit limit(options_.seconds * (is_isolated(setting) ? longer : 1));
    setting.question.cancel = limit.is_over();
    return check_c(sources, c_options_, setting.c_question, setting.question);
  }

  [[nodiscard]] CSetting setting(std::string_view engine) const {
    CSetting out{std::string(engine), {}, {}};
    out.c_question.properties = {options_.property};
    out.c_question.engines_at_once = 1;
    out.question.engine = engine;
    out.question.timeout = most_seconds;
    return out;
  }

  [[nodiscard]] static bool is_isolated(const CSetting& setting) {
    return setting.question.engine == isolated_engine;
  }

  /// Seldom ones, as far as that is possible, not at once.
  [[nodiscard]] bool is_turn_of(std::string_view engine) const {
    const auto found = std::ranges::find(options_.seldom, engine, &CCrossOptions::Seldom::name);
    if (found == options_.seldom.end() || !options_.mixture) return true;
    const auto number = static_cast<std::uint64_t>(found - options_.seldom.begin());
    return found->one_in != 0 && *options_.mixture / 4 % found->one_in == number % found->one_in;
  }

  [[nodiscard]] std::vector<CSetting> settings() const {
    std::vector<CSetting> out;
    CSetting executing = setting(cross_layer::interpreter_name);
    executing.c_question.further_engines = {
        std::make_shared<verify::EngineRow>(cross_layer::interpreter_row())};
    out.push_back(std::move(executing));
    const std::optional<verify::KnownProperty> known = verify::find_property(options_.property);
    for (const verify::EngineRow& row : verify::engines())
      if (!row.is_variant && known && row.decides(known->property) && is_turn_of(row.name))
        out.push_back(setting(row.name));
    if (options_.mixture) add_mixture(*options_.mixture, out);
    return out;
  }

  /// It has other places, and as many switches: statements that touch nothing shared are no steps.
  void execute_same() {
    const std::optional<std::uint64_t> least = std::exchange(least_, std::nullopt);
    CSetting executing = settings().front();
    executing.name = rewritten;
    take(executing, ask(executing, {{path, options_.same}}));
    if (least && least_ && *least != *least_)
      disagree(Disagreement::Kind::Length,
               fmt::format("the fewest switches to the error are {}, {} of the program rewritten",
                           *least, *least_),
               {std::string(cross_layer::interpreter_name), std::string(rewritten)});
  }

  void add_mixture(std::uint64_t mixture, std::vector<CSetting>& out) const {
    CSetting other = setting("auto");
    switch (mixture % 4) {
      case 0: break;
      case 1:
        other = setting("image");
        other.name += " --pointers star";
        other.c_question.pointers = CPointers::Star;
        break;
      case 2: {
        if (options_.property == "termination") return;
        const auto unwind = static_cast<std::uint32_t>(1 + mixture / 4 % 6);
        other = setting("bmc");
        other.name += fmt::format(" --unwind {}", unwind);
        other.c_question.unwind = unwind;
        break;
      }
      default: certify(mixture / 4, out); return;
    }
    out.push_back(std::move(other));
  }

  /// One of those that can.
  static void certify(std::uint64_t mixture, std::vector<CSetting>& out) {
    std::vector<CSetting*> able;
    for (CSetting& one : out)
      for (const verify::EngineRow& row : verify::engines())
        if (row.name == one.name && row.certifies) able.push_back(&one);
    if (!able.empty()) able[mixture % able.size()]->question.certify = true;
  }

  void disagree(Disagreement::Kind kind, std::string text, std::vector<std::string> between) {
    report_.disagreements.push_back({kind, std::move(text), std::move(between)});
  }

  void take(const CSetting& setting, const CAnswer& c_answer) {
    const Answer& answer = c_answer.answer;
    if (!answer.errors.empty() && report_.contenders.empty()) {
      report_.errors = answer.errors;
      return;
    }
    take(setting.name, cross_layer::seconds_of(answer), said(setting, answer));
    if (setting.question.engine != cross_layer::interpreter_name) return;
    for (const auto& [name, value] : answer.statistics)
      if (const auto* const count = std::get_if<std::uint64_t>(&value);
          name == cross_layer::least_switches && count != nullptr)
        least_ = *count;
  }

  [[nodiscard]] Said said(const CSetting& setting, const Answer& answer) const {
    Said out;
    out.failure = answer.errors.empty() ? answer.internal_error : answer.errors.front().text;
    for (const PropertyResult& result : answer.results) {
      const bool is_of_few = is_executed_by_few(setting) && result.verdict == Verdict::Holds;
      out.results.push_back(
          {name_of(result), is_of_few ? Verdict::Unknown : result.verdict, result.reason});
    }
    if (!answer.certificate.empty()) out.certificate = problem_of(answer.certificate);
    return out;
  }

  void take(const std::string& who, double seconds, const Said& said) {
    Contender contender{who, {}, seconds, ""};
    if (!said.failure.empty()) {
      disagree(Disagreement::Kind::Failure, fmt::format("{}: {}", who, said.failure), {who});
      contender.remark = "internal error";
    }
    for (const Said::Result& result : said.results) take(result, contender);
    if (!said.certificate.empty())
      disagree(Disagreement::Kind::Certificate,
               fmt::format("certificate of {}: {}", who, said.certificate), {who});
    report_.contenders.push_back(std::move(contender));
  }

  void take(const Said::Result& result, Contender& contender) {
    const auto [found, is_new] = numbers_.try_emplace(result.property, verdicts_.size());
    if (is_new) {
      report_.properties.push_back(result.property);
      verdicts_.emplace_back();
    }
    contender.verdicts.resize(std::max(contender.verdicts.size(), verdicts_.size()),
                              Verdict::Unknown);
    contender.verdicts[found->second] = result.verdict;
    if (result.verdict == Verdict::Unknown) contender.remark = result.reason;
    const bool holds = result.verdict == Verdict::Holds || result.verdict == Verdict::NotApplicable;
    if (holds || result.verdict == Verdict::Violated)
      verdicts_[found->second].claim(contender.name, holds ? Verdict::Holds : result.verdict);
  }

  /// In a process of its own, in which a certificate is checked, too.
  void take_isolated(CSetting& setting) {
    take_isolated(setting.name, [&] { return said(setting, ask(setting, sources_).answer); });
  }

  void take_isolated(const std::string& who, const std::function<Said()>& ask) {
    const auto start = std::chrono::steady_clock::now();
    const Isolated done =
        cross_layer::isolated([&] { return to_lines(ask()); }, options_.seconds * longer * 2);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    const std::optional<Said> said = cross_layer::said_of_lines(done.result);
    if (done.end == Isolated::End::Crashed) {
      take(who, passed.count(), {{}, "it crashes", {}});
    } else if (done.end == Isolated::End::Fine && said) {
      take(who, passed.count(), *said);
    } else {
      report_.contenders.push_back({who, {}, passed.count(), "time limit reached"});
    }
  }

  /// A solution of the clauses shows that every property holds. What follows from them may also be
  /// an error of which another property speaks, so it is about one that is alone.
  void solve_clauses() {
    take_isolated(clauses, [&]() -> Said {
      const FormatResult made =
          export_c(sources_, c_options_, {ExportLanguage::Chc, options_.property, false});
      const std::unique_ptr<smt::ScriptRunner> z3 = smt::make_script_runner();
      if (!made.text || !z3) return {};
      const bool is_followed = made.text->find(": cannot be followed: ") == std::string::npos;
      const std::string answer = z3->run(*made.text);
      Said out;
      for (const std::string& property : report_.properties)
        if (answer.starts_with("sat")) out.results.push_back({property, Verdict::Holds});
      if (answer.starts_with("unsat") && is_followed && report_.properties.size() == 1)
        out.results.push_back({report_.properties.front(), Verdict::Violated});
      return out;
    });
  }

  /// Those that are asked as a whole have no place; an error has one, which does not matter then.
  [[nodiscard]] std::string name_of(const PropertyResult& result) const {
    const std::optional<verify::KnownProperty> known = verify::find_property(options_.property);
    if (!known || !known->property.is_by_place) return result.property;
    return fmt::format("{} at {}:{}", result.property, result.at.line, result.at.column);
  }

  /// Why it is not valid; empty where it may be. Z3 may work on one obligation for minutes.
  [[nodiscard]] std::string problem_of(const std::string& certificate) const {
    const Isolated done = cross_layer::isolated(
        [&]() -> std::string {
          const Validation validation = validate_c(sources_, certificate, {options_.property});
          if (validation.status != Validation::Status::Invalid &&
              validation.status != Validation::Status::BadInput)
            return "";
          return validation.lines.empty() ? "refused" : validation.lines.front();
        },
        options_.seconds* longer * 2);
    return done.end == Isolated::End::Crashed ? "its check crashes" : done.result;
  }

  /// One engine is asked whether the error is reached with as many switches, and with one less.
  void compare_switches() {
    std::vector<std::string> engines;
    for (const Contender& contender : report_.contenders)
      if (contender.name != cross_layer::interpreter_name && contender.name != isolated_engine &&
          std::ranges::find(contender.verdicts, Verdict::Violated) != contender.verdicts.end())
        engines.push_back(contender.name);
    if (engines.empty()) return;
    const std::string& name = engines[options_.mixture.value_or(0) % engines.size()];
    const auto ask = [&](std::uint64_t switches) {
      for (CSetting& one : settings()) {
        if (one.name != name) continue;
        one.question.context_switches = switches;
        const CAnswer answer = this->ask(one, sources_);
        if (!answer.answer.results.empty()) return answer.answer.results.front().verdict;
      }
      return Verdict::Unknown;
    };
    const Verdict with = ask(*least_);
    const bool is_least = *least_ > 0 && options_.fewer.empty();
    const Verdict below = is_least ? ask(*least_ - 1) : Verdict::Unknown;
    if (with == Verdict::Holds || with == Verdict::HoldsBounded || below == Verdict::Violated)
      disagree(Disagreement::Kind::Length,
               fmt::format("the fewest switches to the error are {} by {}, {} by {}", *least_,
                           cross_layer::interpreter_name,
                           below == Verdict::Violated ? "less" : "more", name),
               {std::string(cross_layer::interpreter_name), name});
  }

  void compare() {
    for (std::size_t i = 0; i < verdicts_.size(); ++i) {
      const Claims<Verdict>& claims = verdicts_[i];
      if (!claims.differ()) continue;
      disagree(Disagreement::Kind::Verdict,
               fmt::format("{}: {} by {}, {} by {}", report_.properties[i],
                           to_string(claims.first().second), claims.first().first,
                           to_string(claims.other().second), claims.other().first),
               {claims.first().first, claims.other().first});
    }
    for (Contender& contender : report_.contenders)
      contender.verdicts.resize(verdicts_.size(), Verdict::Unknown);
  }
};

/// Those that can occur.
std::vector<c::Construct> constructs(bool threads) {
  std::vector<c::Construct> out;
  for (std::size_t i = 0; i < c::construct_count; ++i)
    if (c::can_occur(static_cast<c::Construct>(i), threads))
      out.push_back(static_cast<c::Construct>(i));
  return out;
}

}  // namespace

CrossReport cross_c(const CCrossOptions& options) {
  return CCross(options).run();
}

RandomCProgram generate_random_c(std::uint64_t seed, bool threads) {
  c::RandomProgram made = threads ? c::random_threads(seed) : c::random_sequential(seed);
  RandomCProgram out{std::move(made.text), std::move(made.property), std::move(made.if_holds),
                     std::move(made.same), std::move(made.fewer),    {}};
  for (const c::Construct one : constructs(threads))
    out.constructs.push_back(made.constructs.test(static_cast<std::size_t>(one)));
  return out;
}

std::vector<std::string_view> c_construct_names(bool threads) {
  std::vector<std::string_view> out;
  for (const c::Construct one : constructs(threads)) out.push_back(c::name_of(one));
  return out;
}

}  // namespace hardbop
