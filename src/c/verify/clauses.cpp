// SPDX-License-Identifier: MIT
#include "c/verify/clauses.hpp"

#include <fmt/format.h>

#include "c/slam/proof.hpp"
#include "c/verify/signs.hpp"
#include "words/engine/horn/export_clauses.hpp"

namespace hardbop::verify {

namespace {

constexpr const char* exact_text =
    "; sat: no run reaches it; unsat: some run does.\n"
    "; Words are bit-vectors: v1 a variable now, e1 at the entry of its function, x1 when a "
    "called\n"
    "; function has returned, i1 an input; arrays likewise are a1, b1, y1 and j1.\n";

constexpr const char* approximate_text =
    "; An approximation: words are integers, runs end where a result leaves the range of its "
    "word,\n"
    "; and elements of arrays, floats and most bit operations are arbitrary numbers. So neither "
    "sat\n"
    "; nor unsat is an answer about the program.\n"
    "; v1 is a variable now, e1 at the entry of its function, x1 when a called function has\n"
    "; returned, i1 an input, o1 an arbitrary number.\n";

std::string head(const Sources& sources, const c::Program& program, const Property& property,
                 const c::Model& model, bool as_integers) {
  std::string out = fmt::format("; hardbop export: {}, {}\n", sources.input(), property.name);
  out +=
      model.sinks.empty() ? "; There is nothing to check.\n" : "; Can a run reach one of these?\n";
  for (const c::Sink& sink : model.sinks)
    out += fmt::format(";   {}: {}{}\n", place_text(program, sink.at),
                       sink.kind == c::Sink::Kind::Error ? "" : "cannot be followed: ", sink.text);
  return out + (as_integers ? approximate_text : exact_text);
}

}  // namespace

ClauseText write_clauses(const Sources& sources, const c::Program& program,
                         const Property& property, bool as_integers) {
  slam::Procedures procedures(program, c::Bounds().heap, smt::Integers::Machine,
                              property.defects());
  const std::vector<bool> is_signed = signed_variables(program, procedures.model());
  Budget budget{Limits()};
  const chc::ExportedClauses made =
      chc::export_clauses(slam::proof_subject(procedures), procedures.expressions(),
                          as_integers ? &is_signed : nullptr, budget);
  if (!made.problem.empty()) return {"", {error_in(sources.input(), made.problem)}};
  return {head(sources, program, property, procedures.model(), as_integers) + made.text, {}};
}

}  // namespace hardbop::verify
