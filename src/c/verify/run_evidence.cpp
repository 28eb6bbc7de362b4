// SPDX-License-Identifier: MIT
#include "c/verify/run_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "c/il/interpreter.hpp"
#include "c/verify/evidence_values.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

namespace {

using Status = certify::Validation::Status;

std::string scheduled_text(const certify::Claim& claim, const c::ScheduledRun& run) {
  certify::ScriptWriter script(claim, "ALL", certify::Evidence::Run);
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < run.threads.size(); ++i) {
    if (i == 0 || run.threads[i] != run.threads[i - 1]) {
      turns.push_back(run.threads[i]);
      turns.push_back(0);
    }
    ++turns.back();
  }
  if (!turns.empty()) script.note(run_schedule_key, fmt::format("{}", fmt::join(turns, " ")));
  script.note(run_values_key, fmt::format("{}", fmt::join(run.values, " ")));
  return script.finish();
}

/// Nothing where there are too many statements to be executed.
std::optional<std::vector<std::uint32_t>> read_schedule(const certify::Script& script) {
  constexpr std::size_t most_statements = 10'000'000;
  const certify::Note* const note = note_of(script, run_schedule_key);
  std::vector<std::uint32_t> out;
  if (note == nullptr) return out;
  std::istringstream words(note->value);
  std::uint32_t thread = 0;
  for (std::size_t times = 0; words >> thread >> times;) {
    if (times > most_statements - out.size()) return std::nullopt;
    out.insert(out.end(), times, thread);
  }
  return out;
}

/// Whether the run ended as the property says that it must not.
bool violates(const Property& property, const c::Outcome& outcome) {
  const c::Defects defects = property.defects();
  if (defects.empty()) return outcome.kind == c::Outcome::Kind::Error;
  return outcome.kind == c::Outcome::Kind::Fault && outcome.defect &&
         defects.contains(*outcome.defect);
}

/// What is wrong with a run of threads; empty where it violates the property.
std::string scheduled_problem(const c::Program& threaded, const Property& property,
                              const c::ScheduledRun& run, c::Outcome& outcome) {
  EvidenceValues values(run.values);
  const auto use_values = [&](c::InterpreterOptions& options) {
    options.choose = [&](const c::Statement&, c::Type, std::size_t) { return values.next(); };
    options.unknown = [&](const c::UnknownBytes&, c::Type type) -> std::optional<std::uint64_t> {
      return values.unknown(type);
    };
  };
  const auto see_nothing = [](const c::Statement&, std::size_t, std::size_t, const c::MemoryView&) {
  };
  outcome = c::follow(threaded, run, property.defects(), see_nothing, use_values);
  if (std::string problem = values.problem(); !problem.empty()) return problem;
  const bool is_violated = property.is<Deadlock>()
                               ? c::nobody_goes_on_after(threaded, run, property.defects())
                               : violates(property, outcome);
  return is_violated ? "" : fmt::format("the run ends without violating {}", property.name);
}

certify::Validation check_scheduled_run(const c::Program& threaded, const Property& property,
                                        const certify::Script& script, const std::string& text) {
  const auto invalid = [](std::string why) -> certify::Validation {
    return {Status::Invalid, {std::move(why)}};
  };
  auto threads = read_schedule(script);
  if (!threads) return {Status::Unknown, {"the run has too many steps to be executed"}};
  const c::ScheduledRun run{*std::move(threads), read_values(script, run_values_key), {}};
  if (scheduled_text(script.claim, run) != text)
    return invalid("the evidence has more than a claim, a schedule and values");
  c::Outcome outcome;
  if (std::string problem = scheduled_problem(threaded, property, run, outcome); !problem.empty())
    return invalid(std::move(problem));
  std::string place;
  if (!property.is<Deadlock>() && outcome.statement != c::none)
    place = fmt::format(" at {}", place_text(threaded, threaded.statements[outcome.statement].at));
  const auto switches = std::ranges::count_if(
      run.threads,
      [&, last = run.threads.empty() ? 0 : run.threads.front()](std::uint32_t thread) mutable {
        return std::exchange(last, thread) != thread;
      });
  return {
      Status::Valid,
      {fmt::format("{} is violated{} (a run of {} steps with {} context switch{}, with {} values)",
                   property.name, place, run.threads.size(), switches, switches == 1 ? "" : "es",
                   run.values.size())}};
}

}  // namespace

std::string write_scheduled_run(const certify::Claim& claim, const c::Program& threaded,
                                const Property& property, c::ScheduledRun run) {
  c::Outcome outcome;
  // Of a deadlock, the last statement may be one at which a thread waits.
  for (int tries = property.is<Deadlock>() ? 2 : 1; tries > 0 && !run.threads.empty(); --tries) {
    if (scheduled_problem(threaded, property, run, outcome).empty())
      return scheduled_text(claim, run);
    run.threads.pop_back();
  }
  return {};
}

std::string write_run(const certify::Claim& claim, const std::vector<std::uint64_t>& values) {
  return scheduled_text(claim, {{}, values, {}});
}

bool is_run(const certify::Script& script) {
  return note_of(script, run_values_key) != nullptr;
}

certify::Validation check_run(const c::Program& program, const Property& property,
                              const certify::Script& script, const std::string& text) {
  const auto invalid = [](std::string why) -> certify::Validation {
    return {Status::Invalid, {std::move(why)}};
  };
  if (!property.is_safety()) return invalid("one run does not violate " + property.name);
  if (program.threaded) return check_scheduled_run(*program.threaded, property, script, text);
  std::vector<std::uint64_t> all = read_values(script, run_values_key);
  if (write_run(script.claim, all) != text)
    return invalid("the evidence has more than a claim and values");
  EvidenceValues values(std::move(all));
  c::InterpreterOptions options;
  options.defects = property.defects();
  options.choose = [&](const c::Statement&, c::Type, std::size_t) { return values.next(); };
  options.unknown = [&](const c::UnknownBytes&, c::Type type) -> std::optional<std::uint64_t> {
    return values.unknown(type);
  };
  const c::Outcome outcome = c::interpret(program, options);
  if (outcome.kind == c::Outcome::Kind::StepLimit)
    return {Status::Unknown, {"the run has too many steps to be executed"}};
  if (std::string problem = values.problem(); !problem.empty()) return invalid(std::move(problem));
  if (!violates(property, outcome))
    return invalid(fmt::format("the run ends without violating {}", property.name));
  const c::Position& at = outcome.statement == c::none ? program.functions[program.main].at
                                                       : program.statements[outcome.statement].at;
  return {Status::Valid,
          {fmt::format("{} is violated at {} (a run of {} steps, with {} values)", property.name,
                       place_text(program, at), outcome.steps, values.count())}};
}

}  // namespace hardbop::verify
