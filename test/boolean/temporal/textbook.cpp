// SPDX-License-Identifier: MIT
// LTL: a run satisfies a formula if its configurations can be labelled with the truths of all
// subformulas so that labels of neighbours fit, and no until is promised for ever; a lasso of
// such labels is looked for in the negation. CTL: the labelling algorithm.
#include <algorithm>
#include <map>
#include <set>

#include "boolean/temporal/model.hpp"

namespace hardbop::test {

namespace {

using Kind = Tree::Kind;

/// Subformulas with X and U as the only temporal operators, each once.
class Closure {
 public:
  struct Item {
    enum class Op { Proposition, Not, And, X, U } op = Op::Proposition;
    Tree proposition;
    std::size_t a = 0;
    std::size_t b = 0;
  };

  std::vector<Item> items;

  std::size_t add(const Tree& tree) {
    const auto operand = [&](std::size_t i) { return add(tree.operands[i]); };
    switch (tree.kind) {
      case Kind::Not: return negated(operand(0));
      case Kind::And: return conjoined(operand(0), operand(1));
      case Kind::Or: return either(operand(0), operand(1));
      case Kind::Implies: return either(negated(operand(0)), operand(1));
      case Kind::Equal: {
        const std::size_t a = operand(0);
        const std::size_t b = operand(1);
        return either(conjoined(a, b), conjoined(negated(a), negated(b)));
      }
      case Kind::X: return put({Item::Op::X, {}, operand(0), 0});
      case Kind::F: return until(constant(), operand(0));
      case Kind::G: return negated(until(constant(), negated(operand(0))));
      case Kind::U: return until(operand(0), operand(1));
      case Kind::R: return negated(until(negated(operand(0)), negated(operand(1))));
      case Kind::W: {
        const std::size_t a = operand(0);
        return either(until(a, operand(1)), negated(until(constant(), negated(a))));
      }
      default: return put({Item::Op::Proposition, tree, 0, 0});
    }
  }
  std::size_t negated(std::size_t a) { return put({Item::Op::Not, {}, a, 0}); }

 private:
  std::size_t constant() { return put({Item::Op::Proposition, Tree{}, 0, 0}); }
  std::size_t conjoined(std::size_t a, std::size_t b) { return put({Item::Op::And, {}, a, b}); }
  std::size_t either(std::size_t a, std::size_t b) {
    return negated(conjoined(negated(a), negated(b)));
  }
  std::size_t until(std::size_t a, std::size_t b) { return put({Item::Op::U, {}, a, b}); }
  std::size_t put(Item item) {
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].op == item.op && items[i].a == item.a && items[i].b == item.b &&
          (item.op != Item::Op::Proposition ||
           (items[i].proposition.kind == item.proposition.kind &&
            items[i].proposition.name == item.proposition.name)))
        return i;
    items.push_back(std::move(item));
    return items.size() - 1;
  }
};

using Label = std::vector<bool>;  // by item

class Labelled {
 public:
  Labelled(const Model& model, const Closure& closure) : model_(model), closure_(closure) {
    for (std::size_t i = 0; i < closure.items.size(); ++i)
      if (closure.items[i].op == Closure::Item::Op::X ||
          closure.items[i].op == Closure::Item::Op::U)
        elementary_.push_back(i);
  }

  /// Whether some infinite run makes the item true at its start.
  bool satisfiable(std::size_t root) {
    for (const std::size_t c : model_.initial)
      for (const Label& label : labels(c))
        if (label[root]) visit(number(c, label));
    return found_;
  }

 private:
  const Model& model_;
  const Closure& closure_;
  std::vector<std::size_t> elementary_;  // items whose promise for the next is guessed
  std::map<std::pair<std::size_t, std::vector<bool>>, std::size_t> numbers_;
  std::vector<std::pair<std::size_t, std::vector<bool>>> nodes_;  // label, then promises
  std::vector<std::size_t> index_;
  std::vector<std::size_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
  bool found_ = false;

  /// All labels of a configuration: truths, followed by a promise per elementary item.
  std::vector<Label> labels(std::size_t c) const {
    std::vector<Label> out;
    for (std::size_t bits = 0; bits < (std::size_t{1} << elementary_.size()); ++bits) {
      Label label(closure_.items.size());
      std::size_t promise = 0;
      for (std::size_t i = 0; i < closure_.items.size(); ++i) {
        const Closure::Item& item = closure_.items[i];
        switch (item.op) {
          case Closure::Item::Op::Proposition: label[i] = model_.holds(c, item.proposition); break;
          case Closure::Item::Op::Not: label[i] = !label[item.a]; break;
          case Closure::Item::Op::And: label[i] = label[item.a] && label[item.b]; break;
          case Closure::Item::Op::X: label[i] = ((bits >> promise++) & 1U) != 0; break;
          case Closure::Item::Op::U:
            label[i] = label[item.b] || (label[item.a] && ((bits >> promise) & 1U) != 0);
            ++promise;
        }
      }
      for (std::size_t i = 0; i < elementary_.size(); ++i) label.push_back(((bits >> i) & 1U) != 0);
      out.push_back(std::move(label));
    }
    return out;
  }

  /// What was promised is what is.
  [[nodiscard]] bool fits(const Label& label, const Label& next) const {
    for (std::size_t i = 0; i < elementary_.size(); ++i) {
      const Closure::Item& item = closure_.items[elementary_[i]];
      const bool is = item.op == Closure::Item::Op::X ? next[item.a] : next[elementary_[i]];
      if (is != label[closure_.items.size() + i]) return false;
    }
    return true;
  }

  std::size_t number(std::size_t c, const Label& label) {
    const auto [found, is_new] = numbers_.emplace(std::pair(c, label), nodes_.size());
    if (is_new) {
      nodes_.emplace_back(c, label);
      index_.push_back(0);
      low_.push_back(0);
      on_stack_.push_back(false);
    }
    return found->second;
  }

  std::vector<std::size_t> successors(std::size_t node) {
    const auto [c, label] = nodes_[node];
    std::vector<std::size_t> out;
    for (const std::size_t d : model_.configurations[c].next)
      for (const Label& next : labels(d))
        if (fits(label, next)) out.push_back(number(d, next));
    return out;
  }

  struct Active {
    std::size_t node;
    std::vector<std::size_t> next;
    std::size_t at = 0;
  };

  void open(std::size_t node, std::vector<Active>& active) {
    index_[node] = low_[node] = ++count_;
    stack_.push_back(node);
    on_stack_[node] = true;
    active.push_back({node, successors(node)});
  }

  void visit(std::size_t root) {
    if (found_ || index_[root] != 0) return;
    std::vector<Active> active;
    open(root, active);
    while (!active.empty() && !found_) {
      Active& top = active.back();
      if (top.at < top.next.size()) {
        const std::size_t w = top.next[top.at++];
        if (index_[w] == 0) {
          open(w, active);
        } else if (on_stack_[w]) {
          low_[top.node] = std::min(low_[top.node], index_[w]);
        }
        continue;
      }
      const std::size_t v = top.node;
      active.pop_back();
      if (!active.empty()) low_[active.back().node] = std::min(low_[active.back().node], low_[v]);
      if (low_[v] == index_[v]) close(v);
    }
  }

  void close(std::size_t v) {
    std::set<std::size_t> component;
    std::size_t w = v;
    do {
      w = stack_.back();
      stack_.pop_back();
      on_stack_[w] = false;
      component.insert(w);
    } while (w != v);
    bool cyclic = false;
    for (const std::size_t node : component)
      for (const std::size_t next : successors(node)) cyclic = cyclic || component.contains(next);
    found_ = found_ || (cyclic && keeps_promises(component));
  }

  /// Each until that is true somewhere in the component is met somewhere in it.
  [[nodiscard]] bool keeps_promises(const std::set<std::size_t>& component) const {
    for (const std::size_t i : elementary_) {
      const Closure::Item& item = closure_.items[i];
      if (item.op != Closure::Item::Op::U) continue;
      bool promised = false;
      bool met = false;
      for (const std::size_t node : component) {
        promised = promised || nodes_[node].second[i];
        met = met || nodes_[node].second[item.b];
      }
      if (promised && !met) return false;
    }
    return true;
  }
};

class Labelling {
 public:
  explicit Labelling(const Model& model) : model_(model) {}

  std::vector<bool> run(const Tree& tree) {
    std::vector<std::vector<bool>> operands;
    for (const Tree& operand : tree.operands) operands.push_back(run(operand));
    const auto each = [&](auto truth) {
      std::vector<bool> out(model_.configurations.size());
      for (std::size_t c = 0; c < out.size(); ++c) out[c] = truth(c);
      return out;
    };
    const auto a = [&](std::size_t c) { return static_cast<bool>(operands[0][c]); };
    const auto b = [&](std::size_t c) { return static_cast<bool>(operands[1][c]); };
    const auto always = [](std::size_t) { return true; };
    switch (tree.kind) {
      case Kind::Not: return each([&](std::size_t c) { return !a(c); });
      case Kind::And: return each([&](std::size_t c) { return a(c) && b(c); });
      case Kind::Or: return each([&](std::size_t c) { return a(c) || b(c); });
      case Kind::Implies: return each([&](std::size_t c) { return !a(c) || b(c); });
      case Kind::Equal: return each([&](std::size_t c) { return a(c) == b(c); });
      case Kind::EX: return each([&](std::size_t c) { return some(c, operands[0]); });
      case Kind::AX: return each([&](std::size_t c) { return all(c, operands[0]); });
      case Kind::EF: return least(always, a, false);
      case Kind::EU: return least(a, b, false);
      case Kind::AF: return least(always, a, true);
      case Kind::AU: return least(a, b, true);
      case Kind::EG: return greatest(a, false);
      case Kind::AG: return greatest(a, true);
      default: return each([&](std::size_t c) { return model_.holds(c, tree); });
    }
  }

 private:
  const Model& model_;

  [[nodiscard]] bool some(std::size_t c, const std::vector<bool>& set) const {
    const auto& next = model_.configurations[c].next;
    return std::ranges::any_of(next, [&](std::size_t d) { return set[d]; });
  }
  [[nodiscard]] bool all(std::size_t c, const std::vector<bool>& set) const {
    const auto& next = model_.configurations[c].next;
    return std::ranges::all_of(next, [&](std::size_t d) { return set[d]; });
  }

  /// Until: b, or a and some or all successors again. Removed configurations have no run.
  template <typename A, typename B>
  std::vector<bool> least(A a, B b, bool universal) const {
    std::vector<bool> set(model_.configurations.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < set.size(); ++c) {
        if (set[c] || !model_.configurations[c].alive) continue;
        set[c] = b(c) || (a(c) && (universal ? all(c, set) : some(c, set)));
        changed = changed || set[c];
      }
    }
    return set;
  }

  template <typename A>
  std::vector<bool> greatest(A a, bool universal) const {
    std::vector<bool> set(model_.configurations.size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < set.size(); ++c) {
        if (!set[c]) continue;
        set[c] = a(c) && (universal ? all(c, set) : some(c, set));
        changed = changed || !set[c];
      }
    }
    return set;
  }
};

}  // namespace

bool satisfies_ltl(const Model& model, const Tree& formula) {
  Closure closure;
  const std::size_t root = closure.negated(closure.add(formula));
  return !Labelled(model, closure).satisfiable(root);
}

bool satisfies_ctl(const Model& model, const Tree& formula) {
  const std::vector<bool> truths = Labelling(model).run(formula);
  return std::ranges::all_of(model.initial, [&](std::size_t c) { return truths[c]; });
}

}  // namespace hardbop::test
