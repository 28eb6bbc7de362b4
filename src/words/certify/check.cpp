// SPDX-License-Identifier: MIT
#include "words/certify/check.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <functional>
#include <sstream>

#include "base/smt/solver.hpp"

namespace hardbop::words {

namespace {

using certify::Validation;
using Status = Validation::Status;

Validation answer(Status status, std::string line) {
  return {status, {std::move(line)}};
}

/// Titles of obligations begin with what they are about: "B12 leads to B13".
std::string place_of(const Subject& subject, std::string_view title) {
  BlockId block = 0;
  if (!title.starts_with('B')) return "";
  const auto [stop, error] = std::from_chars(title.data() + 1, title.data() + title.size(), block);
  if (error != std::errc() || block >= subject.places.size()) return "";
  return subject.places[block].empty() ? "" : fmt::format(" at {}", subject.places[block]);
}

/// The obligation with this number, its title and where in the program it is.
std::string describe(const Subject& subject, const std::string& text, std::size_t number) {
  constexpr std::string_view begin = "\n(push 1) ; ";
  std::size_t at = 0;
  for (std::size_t i = 0; i < number && at != std::string::npos; ++i) at = text.find(begin, at + 1);
  if (at == std::string::npos) return fmt::format("obligation {}", number);
  at += begin.size();
  const std::string_view title = std::string_view(text).substr(at, text.find('\n', at) - at);
  return fmt::format("obligation {} ({}{})", number, title, place_of(subject, title));
}

/// How the solver answered the obligations.
Validation judge(const std::string& answers, const Subject& subject, const certify::Script& script,
                 const std::string& text) {
  std::istringstream lines(answers);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    const std::string which = describe(subject, text, count + 1);
    if (line == "sat") return answer(Status::Invalid, which + " does not hold");
    return answer(line == "unknown" ? Status::Unknown : Status::Invalid,
                  fmt::format("{}: {}", which, line));
  }
  if (count != script.claimed)
    return answer(Status::Invalid, fmt::format("the solver answered {} of {} obligations", count,
                                               script.obligations));
  Validation out;
  for (const std::string& property : script.claim.properties)
    out.lines.push_back(fmt::format("{} holds ({} obligations)", property, count));
  return out;
}

/// `anew` is the text with the same definitions, or what is wrong with these.
struct Anew {
  std::string text;
  std::string error;
};

/// Solvers look at terms by recursion.
bool is_too_deep(std::string_view term) {
  constexpr std::size_t most_nested = 20'000;
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const char c : term) {
    if (c == '(') deepest = std::max(deepest, ++depth);
    if (c == ')' && depth != 0) --depth;
  }
  return deepest > most_nested;
}

Validation check(const Subject& subject, const certify::Script& script, const std::string& text,
                 const std::function<Anew()>& write) {
  if (std::string problem = certify::count_problem(script); !problem.empty())
    return answer(Status::Invalid, std::move(problem));
  for (const certify::Definition& definition : script.definitions)
    if (is_too_deep(definition.body)) return answer(Status::Invalid, "a term is nested too deeply");
  const Anew anew = write();
  if (!anew.error.empty()) return answer(Status::Invalid, anew.error);
  if (anew.text != text)
    return answer(Status::Invalid,
                  "the obligations are not those of the program and the invariants");
  const std::optional<std::string> answers = smt::run_script(text);
  if (!answers) return answer(Status::Unknown, smt::why_no_solver());
  return judge(*answers, subject, script, text);
}

}  // namespace

Validation check_proof(const Subject& subject, const certify::Script& script,
                       const std::string& text) {
  return check(subject, script, text, [&]() -> Anew {
    const ReadProof read = read_proof(subject.graph, script);
    if (!read.error.empty()) return {"", read.error};
    return {write_proof(script.claim, subject, read.proof), ""};
  });
}

Validation check_termination(const Subject& subject, const certify::Script& script,
                             const std::string& text) {
  return check(subject, script, text, [&]() -> Anew {
    const ReadTermination read = read_termination(subject, script);
    if (!read.error.empty()) return {"", read.error};
    return {write_termination(script.claim, subject, read.proof), ""};
  });
}

}  // namespace hardbop::words
