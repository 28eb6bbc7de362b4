// SPDX-License-Identifier: MIT
#include "boolean/temporal/tableau_step.hpp"

namespace hardbop::temporal {

using bdd::Bdd;

TableauSteps::TableauSteps(const Formula& formula, const Tableau& tableau)
    : formula_(formula), tableau_(tableau) {
  std::vector<std::pair<bdd::Var, bdd::Var>> pairs;
  Bdd part = manager_.one();
  Bdd same = manager_.one();
  for (std::uint32_t bit = 0; bit < tableau.bits(); ++bit) {
    bits_.push_back(add({Variable::Kind::Bit, bit}));
    next_bits_.push_back(add({Variable::Kind::NextBit, bit}));
    other_bits_.push_back(add({Variable::Kind::NextBit, bit}));
    pairs.emplace_back(next_bits_.back(), other_bits_.back());
    const Bdd next = manager_.var(next_bits_.back());
    const Bdd other = manager_.var(other_bits_.back());
    part &= bdd::implies(other, next);
    same &= bdd::iff(other, next);
  }
  to_other_ = manager_.renaming(std::move(pairs));
  fewer_ = part - same;
}

bdd::Var TableauSteps::add(Variable variable) {
  const bdd::Var var = manager_.new_var();
  variables_.push_back(variable);
  return var;
}

const TableauStep& TableauSteps::at(const Position& position) {
  std::vector<int> key;
  std::vector<Meaning> meanings;
  for (const Atom& atom : formula_.atoms()) {
    const Meaning meaning = meaning_of(atom, position);
    meanings.push_back(meaning);
    constexpr int slot_base = 2;  // after the constants 0 and 1
    key.push_back(meaning.is_constant ? static_cast<int>(meaning.value)
                                      : slot_base + static_cast<int>(meaning.slot));
  }
  const auto found = steps_.find(key);
  if (found != steps_.end()) return found->second;
  return steps_.emplace(std::move(key), make(meanings)).first->second;
}

/// By node of the formula: where it is true; of temporal ones nothing.
std::vector<Bdd> TableauSteps::propositions(const std::vector<Meaning>& meanings) {
  std::vector<Bdd> values(formula_.nodes().size());
  for (NodeId id = 0; id < values.size(); ++id) {
    const Node& node = formula_.node(id);
    if (!formula_.is_proposition(id)) continue;
    switch (node.op) {
      case Op::True: values[id] = manager_.one(); break;
      case Op::False: values[id] = manager_.zero(); break;
      case Op::Atom: {
        const Meaning& meaning = meanings[node.left];
        if (meaning.is_constant) {
          values[id] = manager_.constant(meaning.value);
          break;
        }
        if (!slots_.contains(meaning.slot))
          slots_.emplace(meaning.slot, add({Variable::Kind::Slot, meaning.slot}));
        values[id] = manager_.var(slots_.at(meaning.slot));
        break;
      }
      case Op::Not: values[id] = ~values[node.left]; break;
      case Op::And: values[id] = values[node.left] & values[node.right]; break;
      default: values[id] = values[node.left] | values[node.right];
    }
  }
  return values;
}

TableauStep TableauSteps::make(const std::vector<Meaning>& meanings) {
  const std::vector<Bdd> values = propositions(meanings);
  std::vector<Bdd> met;  // by obligation
  for (const Obligation& obligation : tableau_.obligations()) {
    switch (obligation.kind) {
      case Obligation::Kind::Proposition: met.push_back(values[obligation.proposition]); break;
      case Obligation::Kind::Next:
        met.push_back(manager_.var(next_bits_[obligation.number]));
        break;
      case Obligation::Kind::And:
        met.push_back(met[obligation.number] & met[obligation.second]);
        break;
      case Obligation::Kind::Or:
        met.push_back(met[obligation.number] | met[obligation.second]);
        break;
    }
  }
  TableauStep step;
  step.relation = values[tableau_.always()];
  for (std::size_t bit = 0; bit < tableau_.bits(); ++bit)
    step.relation &= bdd::implies(manager_.var(bits_[bit]), met[tableau_.expansion(bit)]);
  // Of the choices only minimal ones.
  const Bdd others = bdd::rename(step.relation, *to_other_);
  step.relation -= bdd::and_exists(others, fewer_, manager_.cube(other_bits_));
  for (std::size_t bit = 0; bit < tableau_.bits(); ++bit) {
    const Bdd kept = bdd::iff(manager_.var(bits_[bit]), manager_.var(next_bits_[bit]));
    step.changes.push_back(!(step.relation <= kept));
    if (!step.changes.back())
      step.relation = bdd::exists(step.relation, manager_.cube({next_bits_[bit]}));
  }
  return step;
}

}  // namespace hardbop::temporal
