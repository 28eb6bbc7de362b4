// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/certificate/names.hpp"
#include "base/certificate/script.hpp"
#include "base/certificate/tokens.hpp"

namespace hardbop::certify {

ScriptWriter::ScriptWriter(const Claim& claim, std::string_view logic, Evidence evidence) {
  if (evidence == Evidence::Invariant) {
    line("; A proof by Hardbop that each property below holds: an invariant and its proof");
    line("; obligations. Every (check-sat) must answer unsat.");
  } else if (evidence == Evidence::Run) {
    line(
        "; A run by Hardbop that violates the property below: the values that the program gets on");
    line("; it. hardbop validate executes it; there is nothing for an SMT solver to do.");
  } else {
    line("; A proof by Hardbop that each property below holds: how far the program was unrolled,");
    line(
        "; lemmas of a clausal proof, and the question that they answer; of an induction, for "
        "each");
    line("; of its cases. Every (check-sat) must answer unsat.");
  }
  for (const Claim::File& file : claim.files) {
    note(names::program, file.name);
    note(names::hash, file.sha256);
  }
  for (const auto& [key, value] : claim.options) note(key, value);
  for (const std::string& property : claim.properties) note(names::property, property);
  line("(set-logic {})", logic);
}

void ScriptWriter::note(std::string_view key, std::string_view value) {
  line("(set-info {}{} {})", names::prefix, key, quoted(value));
}

void ScriptWriter::define(std::string_view name, std::string_view parameters, std::string_view body,
                          std::string_view comment, std::string_view sort) {
  line("(define-fun {} ({}) {} {}){}{}", name, parameters, sort, body, comment.empty() ? "" : " ; ",
       comment);
}

void ScriptWriter::begin(std::string_view title) {
  std::string comment(title);
  std::ranges::replace_if(
      comment, [](char c) { return c >= 0 && c < ' '; }, ' ');
  line("(push 1) ; {}", comment);
}

void ScriptWriter::require(std::string_view condition) {
  line("(assert {})", condition);
}

void ScriptWriter::ask() {
  line("(check-sat)\n(pop 1)");
  ++obligations_;
}

std::string ScriptWriter::finish() {
  line("(exit)");
  line("{}{}", names::count, obligations_);
  return std::move(out_);
}

}  // namespace hardbop::certify
