// SPDX-License-Identifier: MIT
#include "c/verify/run_evidence.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "c/il/interpreter.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

namespace {

using Status = certify::Validation::Status;

/// Gives the values to the interpreter, one after the other.
class Values {
 public:
  explicit Values(std::vector<std::uint64_t> all) : all_(std::move(all)) {}

  std::uint64_t next() {
    if (used_ < all_.size()) return all_[used_++];
    is_short_ = true;
    return 0;
  }
  /// Of a variable that is not initialised: a pointer then leads nowhere.
  std::uint64_t unknown(c::Type type) {
    const std::uint64_t value = next();
    is_forged_ |= type.is_pointer && value != 0;
    return value;
  }
  [[nodiscard]] std::size_t count() const { return all_.size(); }
  /// Empty where the run has got all of them, and no more.
  [[nodiscard]] std::string problem() const {
    if (is_forged_) return "the run depends on a pointer that is not initialised";
    if (is_short_) return "the run asks for more values";
    return used_ < all_.size() ? "the run asks for fewer values" : "";
  }

 private:
  std::vector<std::uint64_t> all_;
  std::size_t used_ = 0;
  bool is_short_ = false;
  bool is_forged_ = false;
};

const certify::Note* values_of(const certify::Script& script) {
  const auto found = std::ranges::find(script.notes, run_values_key, &certify::Note::key);
  return found == script.notes.end() ? nullptr : &*found;
}

/// Whether the run ended as the property says that it must not.
bool violates(const Property& property, const c::Outcome& outcome) {
  const c::Defects defects = property.defects();
  if (defects.empty()) return outcome.kind == c::Outcome::Kind::Error;
  return outcome.kind == c::Outcome::Kind::Fault && outcome.defect &&
         defects.contains(*outcome.defect);
}

}  // namespace

std::string write_run(const certify::Claim& claim, const std::vector<std::uint64_t>& values) {
  certify::ScriptWriter script(claim, "ALL", certify::Evidence::Run);
  script.note(run_values_key, fmt::format("{}", fmt::join(values, " ")));
  return script.finish();
}

bool is_run(const certify::Script& script) {
  return values_of(script) != nullptr;
}

certify::Validation check_run(const c::Program& program, const Property& property,
                              const certify::Script& script, const std::string& text) {
  const auto invalid = [](std::string why) -> certify::Validation {
    return {Status::Invalid, {std::move(why)}};
  };
  if (!property.is_safety()) return invalid("one run does not violate " + property.name);
  std::vector<std::uint64_t> all;
  std::istringstream words(values_of(script)->value);
  for (std::uint64_t word = 0; words >> word;) all.push_back(word);
  if (write_run(script.claim, all) != text)
    return invalid("the evidence has more than a claim and values");
  Values values(std::move(all));
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
