// SPDX-License-Identifier: MIT
#include "c/verify/inquiry.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

#include "c/threads/split.hpp"
#include "c/verify/announcement.hpp"
#include "c/verify/assumptions.hpp"
#include "c/verify/formulas.hpp"
#include "c/verify/interleaving.hpp"
#include "c/verify/places.hpp"
#include "c/verify/race.hpp"
#include "c/verify/schedule_engine.hpp"
#include "c/verify/stops.hpp"

namespace hardbop::verify {

namespace {

using ProgramPointer = std::shared_ptr<const c::Program>;

/// A property, with what is known of it before an engine is asked.
struct Prepared {
  Decided open;
  std::vector<EngineRow> engines{};         // that decide it
  bool is_known = false;                    // already: none is asked
  std::string nothing{};                    // what there is not, where there is nothing to check
  ProgramPointer read{};                    // the program without what a rule adds
  std::shared_ptr<Interleaving> threads{};  // where threads were made one program
};

/// Whether something holds only as far as what is assumed does.
bool rests_on_assumptions(const Finding& finding) {
  return finding.outcome == Outcome::Holds || finding.outcome == Outcome::HoldsBounded;
}

/// Whether no run violates it, within bounds or not.
bool is_certain(const Finding& finding) {
  return finding.outcome == Outcome::Holds || finding.outcome == Outcome::NotApplicable;
}

/// Whether it holds only of runs that end.
bool needs_ends(const Decided& decided) {
  const auto& statements = decided.program->statements;
  const auto goes_back = [&](const c::Statement& one) {
    const auto id = static_cast<c::StatementId>(&one - statements.data());
    return (one.next != c::none && one.next <= id) ||
           (one.otherwise != c::none && one.otherwise <= id);
  };
  return rests_on_assumptions(decided.finding) && decided.property.defects().has_ends() &&
         std::ranges::any_of(statements, goes_back);
}

class Inquiry {
 public:
  Inquiry(const Request& request, const Observer& observer)
      : request_(request),
        formulas_(std::make_shared<Formulas>(request.formulas)),
        asked_(all_properties()),
        announcement_(request, observer, asked_),
        never_overflows_(std::ranges::none_of(request.chosen, &EngineRow::overflows)) {
    report_.engine = announcement_.so_far().engine;
  }

  Report run() {
    // What is read for one property is not what is read for another; rules and formulas are read
    // together.
    const bool together = !request_.rules.empty() || !request_.formulas.empty();
    const std::size_t step = together ? asked_.size() : 1;
    std::vector<Prepared> prepared;
    do {
      prepare_all(std::span(asked_).subspan(prepared.size(), step), prepared);
    } while (report_.errors.empty() && prepared.size() < asked_.size());
    if (report_.errors.empty()) announcement_.warn(report_.warnings);
    ask_all(prepared);
    if (!report_.errors.empty()) return std::move(report_);
    report_.decided = announcement_.so_far().decided;
    if (request_.are_usual && leave_out_not_applicable(report_.decided)) say_that_none_applies();
    if (request_.coverage) cover();
    const c::Program* const rests = program_of_assumptions();
    if (rests == nullptr || !report_.errors.empty()) return std::move(report_);
    add_assumptions(fault_assumptions(*rests, doubts(), announcement_.rest()), report_.assumptions);
    if (std::ranges::any_of(report_.decided, needs_ends))
      add_assumptions({"every run ends: what is left over is looked for then"},
                      report_.assumptions);
    assume_ends_at_errors();
    assume_sequential_consistency();
    if (never_overflows_ || !rests_on_wrapping()) return std::move(report_);
    add_assumptions(
        overflow_assumptions(request_.sources.files(), request_.reading, announcement_.rest()),
        report_.assumptions);
    return std::move(report_);
  }

 private:
  const Request& request_;
  Report report_;
  std::shared_ptr<Formulas> formulas_;
  std::vector<Property> asked_;
  Announcement announcement_;
  bool never_overflows_;

  /// A program of which something is said that rests on assumptions; null where nothing is.
  [[nodiscard]] const c::Program* program_of_assumptions() const {
    const auto rests =
        std::ranges::find_if(report_.decided, rests_on_assumptions, &Decided::finding);
    if (rests != report_.decided.end()) return rests->program.get();
    const bool is_covered = report_.coverage && !report_.coverage->unreachable.empty();
    return is_covered ? report_.coverage->program.get() : nullptr;
  }

  /// Places hold in runs up to the first error at another place of their property.
  void assume_ends_at_errors() {
    for (const Decided& decided : report_.decided) {
      if (!rests_on_assumptions(decided.finding)) continue;
      Places errors;
      for (const Finding& violation : decided.violations)
        if (violation.run) errors.insert(place_of(violation.run->at));
      add_assumptions(error_assumptions(*decided.program, errors), report_.assumptions);
    }
  }

  /// Processors and compilers reorder plain accesses that race.
  void assume_sequential_consistency() {
    const bool rests = std::ranges::any_of(report_.decided, [](const Decided& decided) {
      return rests_on_assumptions(decided.finding) && decided.program->threaded &&
             !decided.property.is<Races>();
    });
    const bool is_shown = std::ranges::any_of(report_.decided, [](const Decided& decided) {
      return decided.property.is<Races>() && is_certain(decided.finding);
    });
    if (rests && !is_shown)
      add_assumptions({"memory is sequentially consistent, as it is if 'races' holds"},
                      report_.assumptions);
  }

  /// Of overflows it is said whether there is a first one.
  [[nodiscard]] bool rests_on_wrapping() const {
    return report_.coverage || std::ranges::any_of(report_.decided, [](const Decided& decided) {
             return rests_on_assumptions(decided.finding) && !decided.property.is<Overflow>();
           });
  }

  void cover() {
    const Property property = coverage_property();
    const auto [program, threads] = read(std::span(&property, 1));
    if (!program || !report_.errors.empty()) return;
    const std::vector<EngineRow> engines = engines_for(property, request_.bounds, request_.chosen);
    const CoverageSearch search{request_.sources, request_.reading, request_.bounds, engines,
                                request_.engines_at_once};
    const auto tell = [this](Coverage known) { announcement_.cover(std::move(known)); };
    report_.coverage = find_coverage(program, search, threads.get(), announcement_.next(1), tell);
    if (!report_.coverage->unreachable.empty()) assume_of(*program);
  }

  /// `what` is said of main, which need not be where runs start.
  [[nodiscard]] std::string nothing_to_check(std::string_view what) const {
    constexpr std::string_view usual = "main";
    const std::string& entry = request_.reading.entry.function;
    return fmt::format("nothing to check: {}{}", entry.empty() ? usual : entry,
                       what.substr(usual.size()));
  }

  void say_that_none_applies() {
    std::vector<Decided>& all = report_.decided;
    all.resize(std::min<std::size_t>(all.size(), 1));
    for (Decided& decided : all)
      decided.finding.reason = nothing_to_check(
          "main reaches no assertion, no access that could be invalid, and no division or shift "
          "that could be wrong");
  }

  /// Whether no run has it.
  [[nodiscard]] bool is_excluded(c::Defect defect) const {
    return std::ranges::any_of(report_.decided, [&](const Decided& decided) {
      return decided.property.defects().contains(defect) && decided.violations.empty() &&
             is_certain(decided.finding);
    });
  }

  /// What ends runs, and was not shown to be impossible; and where it was.
  [[nodiscard]] std::vector<Doubt> doubts() const {
    std::vector<Doubt> out;
    for (const c::Defect defect : {c::Defect::Memory, c::Defect::Arithmetic}) {
      if (is_excluded(defect)) continue;
      Doubt& doubt = out.emplace_back(Doubt{defect});
      for (const Decided& decided : report_.decided) {
        if (!decided.property.defects().contains(defect) || !is_certain(decided.finding)) continue;
        for (const auto& [place, function] : decided.others) {
          const auto& [file, line, column] = place;
          doubt.excluded.insert(place_text(*decided.program, {file, line, column}));
        }
      }
    }
    return out;
  }

  /// A warning is said once, also of a file that is read again.
  void say(Messages messages) {
    for (Message& message : messages)
      if (message.severity == Severity::Error)
        report_.errors.push_back(std::move(message));
      else if (std::ranges::find(report_.warnings, message) == report_.warnings.end())
        report_.warnings.push_back(std::move(message));
  }

  std::vector<Property> all_properties() {
    say(request_.objections);
    std::vector<Property> out = request_.properties;
    ReadRules read = read_rules(request_.rules);
    say(std::move(read.messages));
    for (auto& rule : read.rules) out.push_back(rule_property(std::move(rule)));
    say(formulas_->problems());
    for (std::size_t i = 0; i < formulas_->size(); ++i)
      out.push_back(formula_property(formulas_, i));
    return out;
  }

  /// Properties for which the program is read alike.
  void prepare_all(std::span<const Property> properties, std::vector<Prepared>& out) {
    const ReadProgram read_now = read(properties);
    if (!read_now.program || !report_.errors.empty()) return;
    for (const Property& property : properties) out.push_back(prepare(property, read_now));
  }

  /// What is known first: it is told even if there is no time for the rest.
  void ask_all(const std::vector<Prepared>& prepared) {
    for (std::size_t i = 0; i < prepared.size() && report_.errors.empty(); ++i)
      if (prepared[i].is_known) ask(i, prepared[i], 0);
    auto open = static_cast<std::size_t>(std::ranges::count(prepared, false, &Prepared::is_known)) +
                (request_.coverage ? 1 : 0);
    for (std::size_t i = 0; i < prepared.size() && report_.errors.empty(); ++i)
      if (!prepared[i].is_known) ask(i, prepared[i], open--);
  }

  /// One of so many that are open.
  void ask(std::size_t number, const Prepared& prepared, std::size_t open) {
    if (rests_on_assumptions(decide(number, prepared, open))) assume_of(*prepared.read);
  }

  void assume_of(const c::Program& program) {
    add_assumptions(allocation_assumptions(program, request_.reading.malloc), report_.assumptions);
    add_assumptions(address_assumptions(program), report_.assumptions);
  }

  /// Where threads were made one program, how.
  struct ReadProgram {
    ProgramPointer program;
    std::shared_ptr<Interleaving> threads{};
  };

  /// Threads are interleaved for one property: what it needs to know is part of the program.
  ReadProgram read(std::span<const Property> properties) {
    if (request_.allowance.on_phase) request_.allowance.on_phase("reading C");
    const bool covers = std::ranges::any_of(properties, &Property::covers);
    const bool has_formulas = !request_.formulas.empty() && !covers;
    c::ParseResult parsed =
        has_formulas
            ? formulas_->read(request_.sources.files(), request_.reading)
            : c::parse(request_.sources.files(), reading_for(properties, request_.reading));
    say(to_messages(parsed));
    if (parsed.program) {
      if (has_formulas) say(formulas_->bind(*parsed.program));
      add_assumptions(parsed.program->assumptions, report_.assumptions);
      announcement_.assume(possible_assumptions(*parsed.program));
    }
    say(request_.problems);
    if (!parsed.program) return {};
    if (report_.errors.empty() && parsed.program->main.is_none())
      say({no_main(request_.sources.input())});
    if (covers) add_stops(*parsed.program);
    const bool has_threads = c::has_threads(*parsed.program);
    if (request_.context_switches && !has_threads && report_.errors.empty())
      say({Message{Severity::Error, request_.sources.input(), 0, 0,
                   "the program creates no threads, so there are no context switches to bound"}});
    const bool needs = has_threads || (!properties.empty() &&
                                       needs_interleaving(*parsed.program, properties.front()));
    if (needs && can_be_interleaved(properties)) {
      const auto threads = std::make_shared<Interleaving>(
          *std::move(parsed.program), properties.front(), request_.context_switches);
      ProgramPointer program = threads->program();
      for (const c::Remark& remark : threads->remarks())
        say({Message{Severity::Warning, program->files[remark.at.file], remark.at.line,
                     remark.at.column, remark.text}});
      return {std::move(program), threads};
    }
    return {std::make_shared<const c::Program>(*std::move(parsed.program))};
  }

  /// What an answer may rest on that is cut off before that is known.
  [[nodiscard]] std::vector<std::string> possible_assumptions(const c::Program& program) const {
    std::vector<std::string> out = program.assumptions;
    add_assumptions(allocation_assumptions(program, request_.reading.malloc), out);
    if (std::ranges::any_of(request_.chosen, &EngineRow::overflows))
      add_assumptions({wrapping}, out);
    return out;
  }

  Prepared prepare(const Property& property, const ReadProgram& read_now) {
    const ProgramPointer& program = read_now.program;
    Prepared out{Decided{property}};
    out.open.program = out.read = program;
    out.threads = read_now.threads;
    out.engines = engines_for(property, request_.bounds, request_.chosen);
    if (program->threaded && out.engines.size() > 1)
      out.engines.push_back(schedule_row(request_.context_switches));
    if (property.is_of_threads() && !program->threaded) {
      out.is_known = true;
      out.open.finding.outcome = Outcome::NotApplicable;
      out.open.finding.reason =
          nothing_to_check(property.is<Deadlock>() ? "main creates no threads and waits for nothing"
                                                   : "main creates no threads");
    } else if (out.engines.empty()) {
      out.is_known = true;
      out.open.finding = unknown(who_decides(property));
    } else if (const RuleKept* const kept = property.get<RuleKept>()) {
      prepare_rule(*kept->rule, out);
    } else if (!property.nothing.empty()) {
      prepare_places(out);
    }
    return out;
  }

  /// What can be asked instead of those that were chosen, which cannot decide it.
  [[nodiscard]] std::string who_decides(const Property& property) const {
    std::vector<std::string> names;
    for (const EngineRow& row : request_.engines)
      if (!row.is_variant && row.decides(property))
        names.push_back(fmt::format("--engine {}", row.name));
    if (names.empty() || request_.chosen.empty()) return "not supported yet";
    return fmt::format("{} does not decide this property; use {} or --engine auto",
                       request_.chosen.front().name, fmt::join(names, ", "));
  }

  /// Makes the rule part of the program, where a run could break it.
  void prepare_rule(const WatchedRule& rule, Prepared& out) {
    const c::Program& program = *out.open.program;
    out.nothing = why_not_applicable(rule, program);
    out.is_known = !can_be_broken(rule, program);
    out.open.finding.outcome = out.is_known ? Outcome::Holds : Outcome::Unknown;
    if (out.is_known) return;
    auto woven = std::make_shared<c::Program>(program);
    say(weave(rule, *woven));
    out.open.program = std::move(woven);
  }

  /// Where there is no place that could violate it, no engine needs to be asked.
  void prepare_places(Prepared& out) {
    const c::Program& program = *out.open.program;
    ErrorPlaces places = error_places(program, out.open.property.defects());
    out.open.places = places.size();
    if (out.open.property.is_by_place) out.open.others = std::move(places);
    if (out.open.places != 0) return;
    out.nothing = nothing_to_check(out.open.property.nothing);
    out.is_known = !request_.wanted.certificate && !has_gaps(program);
    if (!out.is_known) return;
    Finding& finding = out.open.finding;
    finding.outcome = Outcome::Holds;
    if (request_.wanted.witness) finding.proof.invariants.emplace();
    add_usage(request_.allowance.budget(), finding.statistics);
    out.open.engine = report_.engine;
  }

  Finding decide(std::size_t number, const Prepared& prepared, std::size_t open) {
    const auto start = std::chrono::steady_clock::now();
    Decided out = prepared.open;
    const auto conclude = [&](const Answered& answered) {
      out.engine = answered.engine;
      out.finding = answered.finding;
      const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
      out.seconds = used.count();
      if (prepared.threads) prepared.threads->limit(out.finding);
      if (prepared.nothing.empty() || out.finding.outcome != Outcome::Holds) return;
      out.finding.outcome = Outcome::NotApplicable;
      out.finding.reason = prepared.nothing;
    };
    Places known{};
    const auto make_task = [&] {
      return Task{request_.sources,      request_.reading, *out.program, out.property,
                  request_.bounds,       request_.wanted,  known,        nullptr,
                  prepared.threads.get()};
    };
    const auto tell = [&](const Answered& first) {
      conclude(first);
      Decided so_far = out;
      Places known_now = known;
      set_aside(so_far, known_now);
      announcement_.tell(number, std::move(so_far));
    };
    const Deadline deadline(announcement_.next(open));
    if (prepared.is_known) conclude({prepared.open.engine, prepared.open.finding});
    bool is_open = !prepared.is_known;
    while (is_open) {
      conclude(race(prepared.engines, make_task(), share(deadline.rest(), prepared),
                    request_.engines_at_once, tell));
      is_open = set_aside(out, known);
      if (prepared.threads && !is_open && prepared.threads->grow(out.finding)) {
        out.program = prepared.threads->program();
        is_open = true;
      } else if (is_open) {
        announcement_.tell(number, out);
      }
    }
    if (!out.engine.empty()) report_.engine = out.engine;
    if (out.property.is<Overflow>())
      never_overflows_ = out.violations.empty() && is_certain(out.finding);
    say(out.finding.errors);
    add_figures(out);
    announcement_.tell(number, out);
    return out.finding;
  }

  /// With a crowd of threads, what cannot be proved soon is asked without.
  [[nodiscard]] static Allowance share(Allowance rest, const Prepared& prepared) {
    constexpr double longest = 60;
    if (prepared.threads && prepared.threads->is_crowded())
      rest.limits.seconds = std::min(rest.limits.seconds.value_or(longest) / 3, longest);
    return rest;
  }

  /// A violation at one of several places: what is left is to be asked again.
  static bool set_aside(Decided& decided, Places& known) {
    const Finding& found = decided.finding;
    if (!decided.property.is_by_place || found.outcome != Outcome::Violated || !found.run)
      return false;
    const Place place = place_of(found.run->at);
    if (!known.insert(place).second) {
      decided.finding = unknown("the places of some errors could not be told apart");
      return false;
    }
    decided.others.erase(place);
    decided.violations.push_back(std::exchange(decided.finding, {}));
    if (!decided.others.empty()) return true;
    decided.finding.statistics = decided.violations.back().statistics;
    return false;
  }

  /// Figures of several questions have the question's name before them.
  void add_figures(const Decided& decided) {
    const RuleKept* const kept = decided.property.get<RuleKept>();
    const std::string& name = kept == nullptr ? decided.property.name : kept->rule->name;
    const bool is_named = asked_.size() > 1 && !decided.property.is<Formula>();
    for (const auto& [path, value] : decided.finding.statistics.entries())
      report_.figures.emplace_back(is_named ? name + "." + path : path, value);
  }
};

}  // namespace

Report inquire(const Request& request, const Observer& observer) {
  return Inquiry(request, observer).run();
}

}  // namespace hardbop::verify
