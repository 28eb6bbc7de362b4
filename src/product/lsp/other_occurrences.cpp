// SPDX-License-Identifier: MIT
#include "product/lsp/other_occurrences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "c/rules/parser.hpp"

namespace hardbop::lsp {

namespace {

void sort_by_place(std::vector<Occurrence>& all) {
  std::ranges::sort(all, {}, [](const Occurrence& one) { return one.at.begin; });
}

/// Names of relations and types hold everywhere, those of variables inside of what binds them.
class SystemFinder {
 public:
  explicit SystemFinder(const calculus::Syntax& syntax) : syntax_(syntax) {}

  std::vector<Occurrence> run() {
    for (std::uint32_t i = 0; i < syntax_.items.size(); ++i) define(syntax_.items[i], i);
    for (const calculus::ItemSyntax& item : syntax_.items) walk(item);
    sort_by_place(found_);
    return std::move(found_);
  }

 private:
  using Kind = calculus::ItemSyntax::Kind;
  struct Known {
    Symbol symbol;
    std::string about;
  };
  using Names = std::map<std::string_view, Known>;

  const calculus::Syntax& syntax_;
  Names relations_;
  Names types_;
  Names variables_;  // where the walk is
  std::uint32_t bound_ = 0;
  std::vector<Occurrence> found_;

  [[nodiscard]] std::string_view text(SourceSpan at) const { return syntax_.source->text(at); }

  void add(const calculus::Word& word, const Known& known, bool is_definition) {
    found_.push_back({word.at, known.symbol, is_definition, known.about});
  }

  void refer(const calculus::Word& word, const Names& names) {
    if (const auto found = names.find(word.text); found != names.end())
      add(word, found->second, false);
  }

  /// Up to the body: `mu Reach(s: 0..3)`.
  [[nodiscard]] std::string head(const calculus::ItemSyntax& item) const {
    const std::string_view all = text(item.at);
    const std::string_view out = all.substr(0, std::min(all.find(":="), all.find(';')));
    return std::string(out.substr(0, out.find_last_not_of(" \t\r\n") + 1));
  }

  void define(const calculus::ItemSyntax& item, std::uint32_t index) {
    const bool is_type = item.kind == Kind::Type || item.kind == Kind::InputType;
    const bool is_relation = item.kind == Kind::InputRelation || item.kind == Kind::Plain ||
                             item.kind == Kind::Mu || item.kind == Kind::Nu;
    if (is_type || is_relation) {
      const SymbolKind kind = is_type ? SymbolKind::Type : SymbolKind::Relation;
      const Known known{{kind, 0, index}, is_type ? std::string(text(item.at)) : head(item)};
      (is_type ? types_ : relations_)[item.name.text] = known;
      add(item.name, known, true);
    } else if (item.kind == Kind::Query) {
      add(item.name, {{SymbolKind::Query, 0, index}, fmt::format("query {}", item.name.text)},
          true);
    }
  }

  void walk(const calculus::ItemSyntax& item) {
    variables_.clear();
    if (item.kind == Kind::Count || item.kind == Kind::List) refer(item.name, relations_);
    if (item.type != calculus::no_index) walk_type(item.type);
    for (const calculus::Binder& one : item.parameters) bind(one);
    if (item.formula != calculus::no_index) walk_formula(item.formula);
    for (const calculus::Index path : item.paths) walk_term(path);
  }

  void bind(const calculus::Binder& binder) {
    if (binder.type != calculus::no_index) walk_type(binder.type);
    const std::string type = binder.type == calculus::no_index
                                 ? ""
                                 : fmt::format(": {}", text(syntax_.types[binder.type].at));
    variables_[binder.name.text] = {{SymbolKind::Local, 0, bound_++},
                                    fmt::format("variable {}{}", binder.name.text, type)};
    add(binder.name, variables_[binder.name.text], true);
  }

  void walk_type(calculus::Index index) {
    const calculus::TypeSyntax& type = syntax_.types[index];
    if (type.kind == calculus::TypeSyntax::Kind::Named) refer(type.name, types_);
    for (const calculus::TypeSyntax::Field& field : type.fields) walk_type(field.type);
  }

  void walk_formula(calculus::Index index) {
    const calculus::FormulaSyntax& formula = syntax_.formulas[index];
    const Names outer = formula.binders.empty() ? Names() : variables_;
    for (const calculus::Binder& one : formula.binders) bind(one);
    if (formula.kind == calculus::FormulaSyntax::Kind::Apply) refer(formula.relation, relations_);
    for (const calculus::Index term : formula.terms) walk_term(term);
    for (const calculus::Index operand : formula.operands) walk_formula(operand);
    if (!formula.binders.empty()) variables_ = outer;
  }

  /// `x.f[y]`; the head of `Place.left` is a type.
  void walk_term(calculus::Index index) {
    const calculus::TermSyntax& term = syntax_.terms[index];
    if (term.kind != calculus::TermSyntax::Kind::Path) return;
    refer(term.head, variables_.contains(term.head.text) ? variables_ : types_);
    for (const calculus::TermSyntax::Selector& selector : term.selectors)
      if (selector.kind == calculus::TermSyntax::Selector::Kind::Term) walk_term(selector.term);
  }
};

}  // namespace

std::vector<Occurrence> find_occurrences(const calculus::Syntax& syntax) {
  return SystemFinder(syntax).run();
}

/// Rules have no scopes: a name that is one of a variable means it everywhere.
std::vector<Occurrence> find_occurrences(const rules::Rule& rule, const SourceFile& source) {
  std::vector<Occurrence> out;
  std::map<std::string, std::uint32_t, std::less<>> functions;
  const auto add_event = [&](const rules::RuleEvent& event) {
    const auto number = static_cast<std::uint32_t>(functions.size());
    const std::uint32_t index = functions.try_emplace(event.function, number).first->second;
    out.push_back({event.at,
                   {SymbolKind::Procedure, 0, index},
                   false,
                   fmt::format("function {} of the program is {}", event.function,
                               event.is_exit ? "left" : "entered")});
  };
  for (const rules::RuleWatch& watch : rule.watches) add_event(watch.event);
  for (const rules::RuleHandler& handler : rule.handlers)
    for (const rules::RuleEvent& event : handler.events) add_event(event);
  for (const TextToken& token : rules::rule_tokens(source.text())) {
    const auto variable = std::ranges::find(rule.variables, token.text, &rules::RuleVariable::name);
    const bool is_event = std::ranges::any_of(
        out, [&](const Occurrence& one) { return one.at.begin == token.at.begin; });
    if (token.kind != TextToken::Kind::Name || variable == rule.variables.end() || is_event)
      continue;
    const auto index = static_cast<std::uint32_t>(variable - rule.variables.begin());
    out.push_back(
        {token.at,
         {SymbolKind::Global, 0, index},
         token.at.begin == variable->at.begin,
         fmt::format("variable {} of the rule, first {}", variable->name, variable->initial)});
  }
  sort_by_place(out);
  return out;
}

}  // namespace hardbop::lsp
