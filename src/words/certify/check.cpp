// SPDX-License-Identifier: MIT
#include "words/certify/check.hpp"

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

/// How the solver answered the obligations.
Validation judge(const std::string& answers, const certify::Script& script) {
  std::istringstream lines(answers);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    const std::string which = fmt::format("obligation {}", count + 1);
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

Validation check(const certify::Script& script, const std::string& text,
                 const std::function<Anew()>& write) {
  if (std::string problem = certify::count_problem(script); !problem.empty())
    return answer(Status::Invalid, std::move(problem));
  const Anew anew = write();
  if (!anew.error.empty()) return answer(Status::Invalid, anew.error);
  if (anew.text != text)
    return answer(Status::Invalid,
                  "the obligations are not those of the program and the invariants");
  const std::optional<std::string> answers = smt::run_script(text);
  if (!answers) return answer(Status::Unknown, smt::why_no_solver());
  return judge(*answers, script);
}

}  // namespace

Validation check_proof(const Subject& subject, const certify::Script& script,
                       const std::string& text) {
  return check(script, text, [&]() -> Anew {
    const ReadProof read = read_proof(subject.graph, script);
    if (!read.error.empty()) return {"", read.error};
    return {write_proof(script.claim, subject, read.proof), ""};
  });
}

Validation check_termination(const Subject& subject, const certify::Script& script,
                             const std::string& text) {
  return check(script, text, [&]() -> Anew {
    const ReadTermination read = read_termination(subject, script);
    if (!read.error.empty()) return {"", read.error};
    return {write_termination(script.claim, subject, read.proof), ""};
  });
}

}  // namespace hardbop::words
