// SPDX-License-Identifier: MIT
#include "boolean/calculus/checker.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

#include "base/util/spelling.hpp"
#include "boolean/calculus/check_terms.hpp"
#include "boolean/calculus/check_types.hpp"

namespace hardbop::calculus {

namespace {

using ItemKind = ItemSyntax::Kind;
using FormulaKind = FormulaSyntax::Kind;

class Checker {
 public:
  Checker(const Syntax& syntax, const Given& given, Diagnostics& diagnostics)
      : syntax_(syntax),
        given_(given),
        diagnostics_(diagnostics),
        types_(syntax, given, system_, diagnostics),
        terms_(syntax, system_, scope_, diagnostics) {
    system_.source = syntax.source;
  }

  System run() {
    for (const ItemSyntax& item : syntax_.items) types_.declare(item);
    for (const ItemSyntax& item : syntax_.items) declare(item);
    defined_ = static_cast<RelationId>(system_.relations.size());
    RelationId next = 0;
    for (const ItemSyntax& item : syntax_.items)
      if (is_relation(item.kind)) define(item, next++);
    for (const ItemSyntax& item : syntax_.items) {
      if (item.kind == ItemKind::Count || item.kind == ItemKind::List) add_output(item);
      if (item.kind == ItemKind::Order) types_.add_order(item);
      if (item.kind == ItemKind::Query) ask(item);
    }
    std::ranges::stable_sort(
        system_.outputs, [](const Output& a, const Output& b) { return a.at.begin < b.at.begin; });
    if (!diagnostics_.has_errors()) find_plain_cycles();
    return std::move(system_);
  }

 private:
  const Syntax& syntax_;
  const Given& given_;
  Diagnostics& diagnostics_;
  System system_;
  Scope scope_;
  TypeChecker types_;
  TermChecker terms_;
  RelationId defined_ = 0;
  std::vector<Relation::Use> uses_;  // of the relation being defined

  static bool is_relation(ItemKind kind) {
    return kind == ItemKind::InputRelation || kind == ItemKind::Plain || kind == ItemKind::Mu ||
           kind == ItemKind::Nu;
  }

  static Relation::Kind kind_of(ItemKind kind) {
    switch (kind) {
      case ItemKind::InputRelation: return Relation::Kind::Input;
      case ItemKind::Mu: return Relation::Kind::Mu;
      case ItemKind::Nu: return Relation::Kind::Nu;
      default: return Relation::Kind::Plain;
    }
  }

  void declare(const ItemSyntax& item) {
    if (!is_relation(item.kind)) return;
    if (system_.find(item.name.text) != no_index)
      diagnostics_.error(item.name.at,
                         fmt::format("relation {} is defined twice", quote_name(item.name.text)));
    Relation relation;
    relation.kind = kind_of(item.kind);
    relation.name = item.name.text;
    relation.at = item.name.at;
    scope_.clear();
    relation.parameters = bind(item.parameters);
    unbind(relation.parameters);
    if (relation.kind == Relation::Kind::Input) check_input(relation);
    system_.relations.push_back(std::move(relation));
  }

  /// The order of its scalars must be that of what is given; structures may group them.
  void check_input(const Relation& relation) {
    const auto found = std::ranges::find_if(given_.relations, [&](const Given::GivenRelation& one) {
      return one.name == relation.name;
    });
    if (found == given_.relations.end()) {
      SpellingHint hint(relation.name);
      for (const Given::GivenRelation& one : given_.relations) hint.offer(one.name);
      diagnostics_.error(relation.at,
                         fmt::format("no input relation {}", quote_name(relation.name)),
                         given_.relations.empty()
                             ? "'hardbop check --engine fixpoint' gives the relations of a program"
                             : hint.hint());
      return;
    }
    std::vector<TypeId> written;
    std::vector<TypeId> expected;
    for (const VariableId v : relation.parameters) {
      if (system_.variables[v].type == no_index) return;
      system_.types.flatten(system_.variables[v].type, written);
    }
    for (const std::string& name : found->parameters) expected.push_back(system_.types.find(name));
    if (written != expected)
      diagnostics_.error(relation.at,
                         fmt::format("{} has the parameters ({})", quote_name(found->name),
                                     fmt::join(found->parameters, ", ")),
                         "structures may group them, in this order");
  }

  /// A relation that was defined; queries have no names inside the system.
  [[nodiscard]] RelationId find(std::string_view name) const {
    const RelationId found = system_.find(name);
    return found < defined_ ? found : no_index;
  }

  // Variables.

  std::vector<VariableId> bind(const std::vector<Binder>& binders) {
    std::vector<VariableId> out;
    std::set<std::string_view> names;
    for (const Binder& binder : binders) {
      if (!names.insert(binder.name.text).second)
        diagnostics_.error(binder.name.at, fmt::format("variable {} is declared twice",
                                                       quote_name(binder.name.text)));
      const TypeId type = types_.resolve(binder.type);
      const auto id = static_cast<VariableId>(system_.variables.size());
      system_.variables.push_back({std::string(binder.name.text), type, scope_.enter(type)});
      std::uint32_t& colours = system_.colours[type];
      colours = std::max(colours, system_.variables.back().colour + 1);
      scope_.variables.push_back(id);
      out.push_back(id);
    }
    return out;
  }

  void unbind(const std::vector<VariableId>& variables) {
    for (const VariableId v : variables) {
      scope_.leave(system_.variables[v].type);
      scope_.variables.pop_back();
    }
  }

  // Formulas.

  void define(const ItemSyntax& item, RelationId id) {
    if (item.formula == no_index) return;
    scope_.clear();
    for (const VariableId v : system_.relations[id].parameters) {
      scope_.enter(system_.variables[v].type);
      scope_.variables.push_back(v);
    }
    uses_.clear();
    system_.relations[id].formula = formula(item.formula, {true, false});
    system_.relations[id].uses = uses_;
  }

  /// The signs a formula stands under; in an equivalence it is both.
  struct Signs {
    bool positive;
    bool negative;

    [[nodiscard]] Signs flipped() const { return {negative, positive}; }
  };

  Index formula(Index written, Signs signs) {
    const FormulaSyntax& in = syntax_.formulas[written];
    Formula out;
    out.kind = in.kind;
    out.at = in.at;
    switch (in.kind) {
      case FormulaKind::Not: out.operands = {formula(in.operands[0], signs.flipped())}; break;
      case FormulaKind::Implies:
        out.operands = {formula(in.operands[0], signs.flipped()), formula(in.operands[1], signs)};
        break;
      case FormulaKind::Iff:
        out.operands = {formula(in.operands[0], {true, true}),
                        formula(in.operands[1], {true, true})};
        break;
      case FormulaKind::And:
      case FormulaKind::Or:
        for (const Index operand : in.operands) out.operands.push_back(formula(operand, signs));
        break;
      case FormulaKind::Exists:
      case FormulaKind::Forall:
        out.bound = bind(in.binders);
        out.operands = {formula(in.operands[0], signs)};
        unbind(out.bound);
        break;
      case FormulaKind::Apply: apply(in, out, signs); break;
      case FormulaKind::Compare: std::tie(out.terms, out.comparison) = terms_.compare(in); break;
      case FormulaKind::Truth: {
        const TermSyntax::Kind kind = syntax_.terms[in.terms[0]].kind;
        if (kind == TermSyntax::Kind::True || kind == TermSyntax::Kind::False) {
          out.kind = kind == TermSyntax::Kind::True ? FormulaKind::True : FormulaKind::False;
        } else {
          out.terms = {terms_.truth(in.terms[0])};
        }
        break;
      }
      default: break;
    }
    system_.formulas.push_back(std::move(out));
    return static_cast<Index>(system_.formulas.size() - 1);
  }

  void apply(const FormulaSyntax& in, Formula& out, Signs signs) {
    out.relation = find(in.relation.text);
    if (out.relation == no_index) {
      SpellingHint hint(in.relation.text);
      for (const Relation& relation : system_.relations) hint.offer(relation.name);
      diagnostics_.error(in.relation.at,
                         fmt::format("no relation {}", quote_name(in.relation.text)), hint.hint());
      return;
    }
    const std::vector<VariableId> parameters = system_.relations[out.relation].parameters;
    if (parameters.size() != in.terms.size()) {
      diagnostics_.error(in.at, fmt::format("{} has {} argument{}, not {}",
                                            quote_name(in.relation.text), parameters.size(),
                                            parameters.size() == 1 ? "" : "s", in.terms.size()));
      return;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
      out.terms.push_back(terms_.argument(in.terms[i], system_.variables[parameters[i]].type));
    const auto used = std::ranges::find_if(
        uses_, [&](const Relation::Use& use) { return use.relation == out.relation; });
    Relation::Use& use =
        used == uses_.end() ? uses_.emplace_back(Relation::Use{out.relation, false, false}) : *used;
    use.positive = use.positive || signs.positive;
    use.negative = use.negative || signs.negative;
  }

  // Outputs.

  void ask(const ItemSyntax& item) {
    scope_.clear();
    uses_.clear();
    Relation relation;
    relation.name = item.name.text;
    relation.at = item.name.at;
    relation.formula = formula(item.formula, {true, false});
    relation.uses = uses_;
    Output output;
    output.relation = static_cast<RelationId>(system_.relations.size());
    output.at = item.at;
    system_.relations.push_back(std::move(relation));
    system_.outputs.push_back(output);
  }

  void add_output(const ItemSyntax& item) {
    Output output;
    output.kind = item.kind == ItemKind::Count ? Output::Kind::Count : Output::Kind::List;
    output.relation = find(item.name.text);
    output.at = item.at;
    if (item.limit) output.limit = *item.limit;
    if (output.relation == no_index) {
      SpellingHint hint(item.name.text);
      for (const Relation& relation : system_.relations) hint.offer(relation.name);
      diagnostics_.error(item.name.at, fmt::format("no relation {}", quote_name(item.name.text)),
                         hint.hint());
    }
    system_.outputs.push_back(output);
  }

  /// A plain definition is a name for its formula; it may refer to itself only through a fixed
  /// point.
  void find_plain_cycles() {
    std::vector<int> state(system_.relations.size());  // 0 new, 1 on the stack, 2 done
    for (RelationId r = 0; r < state.size(); ++r) {
      if (state[r] != 0) continue;
      std::vector<std::pair<RelationId, std::size_t>> stack{{r, 0}};
      state[r] = 1;
      while (!stack.empty()) {
        auto& [top, next] = stack.back();
        const Relation& relation = system_.relations[top];
        if (relation.kind != Relation::Kind::Plain || next == relation.uses.size()) {
          state[top] = 2;
          stack.pop_back();
          continue;
        }
        const RelationId used = relation.uses[next++].relation;
        if (state[used] == 1 && system_.relations[used].kind == Relation::Kind::Plain) {
          diagnostics_.error(
              system_.relations[used].at,
              fmt::format("{} depends on itself", quote_name(system_.relations[used].name)),
              "define it with 'mu' (least fixed point) or 'nu' (greatest)");
          return;
        }
        if (state[used] != 0) continue;
        state[used] = 1;
        stack.emplace_back(used, 0);
      }
    }
  }
};

}  // namespace

RelationId System::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      relations, [&](const Relation& relation) { return relation.name == name; });
  return found == relations.end() ? no_index : static_cast<RelationId>(found - relations.begin());
}

System check(const Syntax& syntax, const Given& given, Diagnostics& diagnostics) {
  return Checker(syntax, given, diagnostics).run();
}

}  // namespace hardbop::calculus
