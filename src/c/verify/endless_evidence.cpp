// SPDX-License-Identifier: MIT
// States can be equal only if addresses are used again; but then memory that is used after its end
// may be somebody else's. So the run is executed with other addresses, too.
#include "c/verify/endless_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <optional>

#include "c/il/interpreter.hpp"
#include "c/il/owners.hpp"
#include "c/verify/evidence_values.hpp"
#include "c/verify/formulas.hpp"

namespace hardbop::verify {

namespace {

using Status = certify::Validation::Status;

/// Of a run that is executed.
constexpr std::uint64_t longest_endless = 5'000'000;
/// Of one about which a formula is asked.
constexpr std::uint64_t longest_word = 1'000'000;
/// That are executed until a state comes back.
constexpr std::uint64_t most_rounds = 50;

struct Endless {
  std::vector<std::uint64_t> stem;
  std::vector<std::uint64_t> round;
  std::uint64_t before = 0;  // statements
  std::uint64_t length = 0;  // of the round; 0 where the run ends
};

std::string endless_text(const certify::Claim& claim, const Endless& run) {
  certify::ScriptWriter script(claim, "ALL", certify::Evidence::Run);
  script.note(steps_key, fmt::format("{} {}", run.before, run.length));
  script.note(stem_key, fmt::format("{}", fmt::join(run.stem, " ")));
  script.note(round_key, fmt::format("{}", fmt::join(run.round, " ")));
  return script.finish();
}

/// Of what is executed in a round: whether all of it is part of a call of an undefined function,
/// which is assumed to return.
class OutermostFunction {
 public:
  explicit OutermostFunction(const c::Program& program) : program_(program), owners_(program) {}
  void visit(const c::Statement& statement, std::size_t depth) {
    if (depth >= least_) return;
    least_ = depth;
    function_ = owners_.of(statement);
  }
  [[nodiscard]] bool is_undefined() const {
    return !program_.environment.is_none() && function_ == program_.environment;
  }

 private:
  const c::Program& program_;
  c::Owners owners_;
  std::size_t least_ = std::numeric_limits<std::size_t>::max();
  c::FunctionId function_;
};

/// Executes so many statements; `visit` is told how many were before each.
template <typename Visit>
c::Outcome execute(const c::Program& program, EvidenceValues& values, std::uint64_t steps,
                   bool reuses_addresses, Visit visit) {
  c::InterpreterOptions options;
  options.step_limit = steps;
  options.reuses_addresses = reuses_addresses;
  options.choose = [&](const c::Statement&, c::Type, std::size_t) { return values.next(); };
  options.unknown = [&](const c::UnknownBytes&, c::Type type) -> std::optional<std::uint64_t> {
    return values.unknown(type);
  };
  std::uint64_t count = 0;
  options.observe = [&](const c::Statement& statement, std::size_t depth,
                        const c::MemoryView& memory) { visit(count++, statement, depth, memory); };
  return c::interpret(program, options);
}

/// The word of a run for a formula.
class Letters {
 public:
  Letters(const c::Program& program, const Formula& formula)
      : program_(program), formula_(formula), owners_(program) {}

  void visit(const c::Statement& statement, const c::MemoryView& memory) {
    add(letter(Phase::Runs, statement, memory));
    // Nothing is executed behind these, if the run ends there.
    using Kind = c::Statement::Kind;
    if (statement.kind == Kind::Return || statement.kind == Kind::Halt)
      last_ = letter(Phase::HasEnded, statement, memory);
    if (statement.kind == Kind::Error) last_ = letter(Phase::HasFailed, statement, memory);
  }
  /// The run has ended, and stays there.
  void stay() {
    word_.loop = word_.letters.size();
    add(last_);
  }
  /// The run goes on where it was before so many statements.
  void come_back(std::uint64_t before) { word_.loop = before; }
  [[nodiscard]] std::string problem() const {
    if (is_unknown_) return "the formula depends on memory that was never written";
    return formula_.all->is_satisfied(formula_.number, word_) ? "the run satisfies the formula"
                                                              : "";
  }

 private:
  using Letter = std::optional<std::vector<bool>>;
  const c::Program& program_;
  const Formula& formula_;
  c::Owners owners_;
  temporal::Word word_;
  Letter last_;
  bool is_unknown_ = false;

  [[nodiscard]] Letter letter(Phase phase, const c::Statement& statement,
                              const c::MemoryView& memory) const {
    return formula_.all->letter(program_, owners_, formula_.number, phase, statement, memory);
  }
  void add(const Letter& letter) {
    is_unknown_ |= !letter;
    word_.letters.push_back(letter.value_or(std::vector<bool>()));
  }
};

/// The values that each statement gets, which are those of the round again and again.
std::optional<std::vector<std::vector<std::uint64_t>>> values_by_step(
    const c::Program& program, const std::vector<std::uint64_t>& values, std::uint64_t steps) {
  std::vector<std::size_t> first;
  EvidenceValues given(values);
  const c::Outcome outcome = execute(program, given, steps, false,
                                     [&](std::uint64_t, const c::Statement&, std::size_t,
                                         const c::MemoryView&) { first.push_back(given.used()); });
  if (outcome.kind != c::Outcome::Kind::StepLimit || !given.problem().empty()) return std::nullopt;
  first.push_back(values.size());
  std::vector<std::vector<std::uint64_t>> out;
  for (std::size_t i = 0; i + 1 < first.size(); ++i)
    out.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(first[i]),
                     values.begin() + static_cast<std::ptrdiff_t>(first[i + 1]));
  return out;
}

/// Goes on with the values of the round until a state comes back.
std::optional<Endless> repeat(const c::Program& program,
                              const std::vector<std::vector<std::uint64_t>>& by_step,
                              std::uint64_t before, std::uint64_t round) {
  struct Seen {
    std::uint64_t steps;
    std::size_t values;
  };
  std::vector<std::uint64_t> used;
  std::map<std::string, Seen> states;
  std::optional<Endless> out;
  std::uint64_t step = 0;
  std::size_t next = 0;
  c::InterpreterOptions options;
  options.reuses_addresses = true;
  options.step_limit = std::min(longest_endless, before + most_rounds * round);
  const auto value = [&] {
    const std::uint64_t at = step < before ? step : before + (step - before) % round;
    const std::vector<std::uint64_t>& all = by_step[at];
    return used.emplace_back(next < all.size() ? all[next++] : 0);
  };
  options.choose = [&](const c::Statement&, c::Type, std::size_t) { return value(); };
  std::uint64_t begun = 0;
  options.observe = [&](const c::Statement&, std::size_t, const c::MemoryView& memory) {
    step = begun++;
    next = 0;
    if (out || step < before || (step - before) % round != 0) return;
    const auto [found, is_new] = states.try_emplace(memory.whole_state(), Seen{step, used.size()});
    if (is_new) return;
    const auto first = used.begin() + static_cast<std::ptrdiff_t>(found->second.values);
    out = Endless{{used.begin(), first},
                  {first, used.end()},
                  found->second.steps,
                  step - found->second.steps};
    options.step_limit = 0;  // that is all
  };
  static_cast<void>(c::interpret(program, options));
  return out;
}

bool can_be_executed(const Property& property, const Endless& run) {
  const std::uint64_t longest = property.is<Formula>() ? longest_word : longest_endless;
  return run.before <= longest && run.length <= longest && run.before + 2 * run.length <= longest;
}

/// Empty where the run ends, and violates the formula.
std::string ended_problem(const c::Program& program, const Formula& formula, const Endless& run) {
  EvidenceValues values(run.stem);
  Letters letters(program, formula);
  const c::Outcome outcome =
      execute(program, values, run.before + 1, false,
              [&](std::uint64_t, const c::Statement& statement, std::size_t,
                  const c::MemoryView& memory) { letters.visit(statement, memory); });
  if (std::string problem = values.problem(); !problem.empty()) return problem;
  if (outcome.kind != c::Outcome::Kind::Ended && outcome.kind != c::Outcome::Kind::Error)
    return "the run does not end";
  if (outcome.steps != run.before) return "the run has another number of steps";
  letters.stay();
  return letters.problem();
}

/// Empty where the run never ends, and violates the formula, if there is one.
std::string endless_problem(const c::Program& program, const Formula* formula, const Endless& run) {
  const std::uint64_t end = run.before + run.length;
  std::optional<std::string> state;
  bool comes_back = false;
  OutermostFunction outermost(program);
  std::optional<Letters> letters;
  if (formula != nullptr) letters.emplace(program, *formula);
  std::vector<std::uint64_t> twice = run.stem;
  for (int i = 0; i < 2; ++i) twice.insert(twice.end(), run.round.begin(), run.round.end());
  for (const bool reuses : {true, false}) {
    EvidenceValues values(twice);
    const c::Outcome outcome =
        execute(program, values, end + run.length, reuses,
                [&](std::uint64_t count, const c::Statement& statement, std::size_t depth,
                    const c::MemoryView& memory) {
                  if (!reuses) return;
                  if (letters && count < end) letters->visit(statement, memory);
                  if (count >= run.before && count < end) outermost.visit(statement, depth);
                  const bool is_begin = count == run.before && values.used() == run.stem.size();
                  if (is_begin) state = memory.whole_state();
                  const bool is_end =
                      count == end && state && values.used() == run.stem.size() + run.round.size();
                  if (is_end) comes_back = *state == memory.whole_state();
                });
    if (std::string problem = values.problem(); !problem.empty()) return problem;
    if (outcome.kind != c::Outcome::Kind::StepLimit) return "the run ends";
  }
  if (!comes_back) return "the run does not come back to the state at the beginning of its round";
  if (outermost.is_undefined())
    return "an undefined function, which is assumed to return, runs forever";
  if (!letters) return "";
  letters->come_back(run.before);
  return letters->problem();
}

/// Empty where the run violates the property.
std::string problem_of(const c::Program& program, const Property& property, const Endless& run) {
  const Formula* const formula = property.get<Formula>();
  return formula != nullptr && run.length == 0 ? ended_problem(program, *formula, run)
                                               : endless_problem(program, formula, run);
}

/// With how many statements it executes.
Endless ended_run(const c::Program& program, const std::vector<std::uint64_t>& values) {
  EvidenceValues given(values);
  const c::Outcome outcome =
      execute(program, given, longest_word, false,
              [](std::uint64_t, const c::Statement&, std::size_t, const c::MemoryView&) {});
  return {values, {}, outcome.steps, 0};
}

/// One that comes back.
std::optional<Endless> repeated_run(const c::Program& program,
                                    const std::vector<std::uint64_t>& values, std::uint64_t before,
                                    std::uint64_t round) {
  const auto by_step = values_by_step(program, values, before + round);
  return by_step ? repeat(program, *by_step, before, round) : std::nullopt;
}

}  // namespace

std::string write_endless_run(const certify::Claim& claim, const c::Program& program,
                              const Property& property, const std::vector<std::uint64_t>& values,
                              std::uint64_t before, std::uint64_t round) {
  if (!can_be_executed(property, {{}, {}, before, round})) return {};
  const bool ends = round == 0 && property.is<Formula>();
  if (round == 0 && !ends) return {};
  const std::optional<Endless> run =
      ends ? ended_run(program, values) : repeated_run(program, values, before, round);
  const bool is_one = run && can_be_executed(property, *run);
  return is_one && problem_of(program, property, *run).empty() ? endless_text(claim, *run) : "";
}

bool is_endless_run(const certify::Script& script) {
  return note_of(script, steps_key) != nullptr;
}

certify::Validation check_endless_run(const c::Program& program, const Property& property,
                                      const certify::Script& script, const std::string& text) {
  const auto invalid = [](std::string why) -> certify::Validation {
    return {Status::Invalid, {std::move(why)}};
  };
  const bool is_formula = property.is<Formula>();
  if (!is_formula && !property.is<Termination>())
    return invalid("a run without end does not violate " + property.name);
  const std::vector<std::uint64_t> steps = read_values(script, steps_key);
  if (steps.size() != 2 || (steps[1] == 0 && !is_formula))
    return invalid("the evidence says of no round");
  const Endless run{read_values(script, stem_key), read_values(script, round_key), steps[0],
                    steps[1]};
  if (!can_be_executed(property, run))
    return {Status::Unknown, {"the run has too many steps to be executed"}};
  if (endless_text(script.claim, run) != text)
    return invalid("the evidence has more than a claim and values");
  if (std::string problem = problem_of(program, property, run); !problem.empty())
    return invalid(std::move(problem));
  return {
      Status::Valid,
      {run.length == 0
           ? fmt::format("{} is violated (a run of {} steps to the end)", property.name, run.before)
           : fmt::format("{} is violated (after {} steps, a round of {} without end)",
                         property.name, run.before, run.length)}};
}

}  // namespace hardbop::verify
