// SPDX-License-Identifier: MIT
#include "product/lsp/document.hpp"

#include <algorithm>

#include "boolean/calculus/parser.hpp"
#include "boolean/calculus/solver.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"
#include "c/rules/parser.hpp"
#include "product/lsp/other_occurrences.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::lsp {

namespace {

/// Somebody waits for it, with the pointer on a name.
constexpr double invariant_seconds = 1;

}  // namespace

Document::Document(std::string uri, std::string text, Language language)
    : uri_(std::move(uri)),
      language_(language),
      source_(std::make_shared<const SourceFile>(uri_, std::move(text))),
      positions_(source_->text()) {
  read();
  diagnostics_.sort();
}

void Document::read() {
  switch (language_) {
    case Language::BooleanProgram: return read_program();
    case Language::Calculus: return read_system();
    case Language::Rule: {
      const rules::Rule rule = rules::parse_rule(*source_, "rule", diagnostics_);
      if (!diagnostics_.has_errors()) occurrences_ = find_occurrences(rule, *source_);
      return;
    }
  }
}

/// The types and relations that a system takes from a program are not known here, so of such a
/// system only the syntax is checked.
void Document::read_system() {
  const calculus::Syntax syntax = calculus::parse(source_, diagnostics_);
  if (diagnostics_.has_errors()) return;
  const bool takes_input = std::ranges::any_of(syntax.items, [](const calculus::ItemSyntax& item) {
    return item.kind == calculus::ItemSyntax::Kind::InputType ||
           item.kind == calculus::ItemSyntax::Kind::InputRelation;
  });
  if (!takes_input) {
    const auto system = calculus::read_system(source_, {}, diagnostics_);
    if (!system) return;
    for (const calculus::Output& output : system->outputs) queries_.push_back(output.at);
  }
  occurrences_ = find_occurrences(syntax);
}

void Document::read_program() {
  bp::Program program = bp::parse_program(source_, bp::Dialect::Standard, diagnostics_);
  if (diagnostics_.has_errors()) return;
  symbols_ = bp::check_program(program, diagnostics_);
  if (diagnostics_.has_errors()) return;
  occurrences_ = find_occurrences(program, symbols_);
  program_ = std::move(program);
}

const Invariants& Document::invariants() const {
  if (invariants_) return *invariants_;
  Question question;
  question.invariants = true;
  question.timeout = invariant_seconds;
  const ParseResult parsed = parse(std::string(text()), {.name = uri_});
  if (parsed.program) invariants_ = check(*parsed.program, question).invariants;
  if (!invariants_) invariants_.emplace();
  return *invariants_;
}

const Occurrence* Document::occurrence_at(SourceOffset offset) const {
  const auto after = std::ranges::upper_bound(occurrences_, offset, {},
                                              [](const Occurrence& one) { return one.at.begin; });
  if (after == occurrences_.begin()) return nullptr;
  const Occurrence& before = *std::prev(after);
  return offset <= before.at.end ? &before : nullptr;
}

}  // namespace hardbop::lsp
