// SPDX-License-Identifier: MIT
#include "words/engine/image/images.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "base/bdd/cubes.hpp"
#include "base/expression/substitute.hpp"
#include "words/engine/image/node_limit.hpp"

namespace hardbop::image {

using bdd::Bdd;
using words::BlockId;
using words::VariableId;

namespace {

constexpr std::size_t most_new_nodes = 150'000;    // while an edge's relation is made
constexpr std::size_t few_new_nodes = 50'000;      // while it is made for a part of a set
constexpr std::size_t very_few_new_nodes = 2'000;  // to look at a guard
constexpr unsigned bits_between_attempts = 5;
constexpr std::size_t disjunctive_cluster_nodes = 4'000;

}  // namespace

std::optional<std::vector<bdd::Literal>> as_cube(const Bdd& set) {
  std::vector<bdd::Literal> out;
  Bdd rest = set;
  while (!rest.is_constant()) {
    const Bdd high = rest.high();
    Bdd low = rest.low();
    if (!high.is_false() && !low.is_false()) return std::nullopt;
    out.push_back({rest.top(), low.is_false()});
    rest = low.is_false() ? high : std::move(low);
  }
  return rest.is_true() ? std::optional(std::move(out)) : std::nullopt;
}

Images::Images(const words::Reduction& reduction, const words::Liveness& liveness,
               const Layout& layout)
    : graph_(reduction.graph),
      liveness_(liveness),
      layout_(layout),
      manager_(layout.manager()),
      known_(manager_.var_count()),
      values_(graph_.variables.size(), 0),
      inputs_(graph_.inputs.size(), 0),
      evaluator_(graph_.expressions) {
  edges_.resize(graph_.blocks.size());
}

std::vector<Images::EdgeData>& Images::edges(BlockId b) {
  if (edges_[b].empty()) edges_[b].resize(graph_.blocks[b].edges.size());
  return edges_[b];
}

EdgePlan Images::make_plan(BlockId b, std::size_t edge) const {
  const words::Block& block = graph_.blocks[b];
  const BlockId to = block.edges[edge].to;
  EdgePlan plan;
  plan.guard = block.edges[edge].guard;
  const auto has_bits = [&](VariableId v) { return !layout_.current(v).empty(); };
  std::vector<bool> assigned(graph_.variables.size(), false);
  std::unordered_map<words::InputId, unsigned> uses;  // of inputs, by roots
  std::vector<words::Assignment> live;
  const auto count = [&](words::ExprId root) {
    words::for_each_node(graph_.expressions, {root}, [&](words::ExprId id) {
      const words::Node& node = graph_.expressions.node(id);
      if (node.op == words::Op::Input) ++uses[static_cast<words::InputId>(node.value)];
    });
  };
  count(plan.guard);
  for (const words::Assignment& assignment : block.assignments) {
    assigned[assignment.variable] = true;
    if (!liveness_.live(to, assignment.variable) || !has_bits(assignment.variable)) continue;
    live.push_back(assignment);
    count(assignment.value);
  }
  std::vector<words::ExprId> roots{plan.guard};
  for (const words::Assignment& assignment : live) {
    const words::Node& node = graph_.expressions.node(assignment.value);
    if (node.op == words::Op::Input && uses[static_cast<words::InputId>(node.value)] == 1 &&
        layout_.is_full(assignment.variable)) {
      plan.freed.push_back(assignment.variable);
    } else {
      plan.assigned.push_back(assignment);
      roots.push_back(assignment.value);
    }
  }
  for (VariableId v = 0; v < graph_.variables.size(); ++v) {
    if (!has_bits(v)) continue;
    if (liveness_.live(to, v) && !assigned[v]) {
      plan.kept.push_back(v);
    } else if (liveness_.live(b, v)) {
      plan.dropped.push_back(v);
    }
  }
  words::for_each_node(graph_.expressions, roots, [&](words::ExprId id) {
    const words::Node& node = graph_.expressions.node(id);
    if (node.op == words::Op::Variable) plan.needed.push_back(static_cast<VariableId>(node.value));
    if (node.op == words::Op::Input) plan.inputs.push_back(static_cast<words::InputId>(node.value));
  });
  return plan;
}

const EdgePlan& Images::plan(BlockId b, std::size_t edge) {
  EdgeData& data = edges(b)[edge];
  if (!data.plan) {
    data.plan = make_plan(b, edge);
    data.dropped = cube(data.plan->dropped);
  }
  return *data.plan;
}

Bdd Images::cube(const std::vector<VariableId>& variables) const {
  std::vector<bdd::Var> vars;
  for (const VariableId v : variables)
    vars.insert(vars.end(), layout_.current(v).begin(), layout_.current(v).end());
  return manager_.cube(vars);
}

void Images::add_literals(VariableId v, std::uint64_t value,
                          std::vector<bdd::Literal>& literals) const {
  const std::vector<bdd::Var>& bits = layout_.current(v);
  for (std::size_t i = 0; i < bits.size(); ++i)
    literals.push_back({bits[i], (value >> i & 1U) != 0});
}

/// What has one value all over the set, read off the top of its diagram; whether that is all that
/// the set says.
bool Images::learn(const Bdd& set) {
  known_.clear();
  Bdd rest = set;
  while (!rest.is_constant()) {
    const Bdd high = rest.high();
    Bdd low = rest.low();
    if (!high.is_false() && !low.is_false()) return false;
    known_.set({rest.top(), low.is_false()});
    rest = low.is_false() ? high : std::move(low);
  }
  return true;
}

/// The same for what the edge needs, wherever it stands.
void Images::learn_implied(const EdgePlan& plan, const Part& part) {
  const Bdd& set = part.set;
  known_.clear();
  for (const bdd::Literal literal : part.inputs) known_.set(literal);
  for (const VariableId v : plan.needed) {
    for (const bdd::Var bit : layout_.current(v)) {
      const Bdd literal = manager_.var(bit);
      if (bdd::is_subset(set, literal)) known_.set({bit, true});
      if (!bdd::intersects(set, literal)) known_.set({bit, false});
    }
  }
}

/// Fetches the values that the edge needs; whether all are known.
bool Images::load(const EdgePlan& plan) {
  for (const words::InputId i : plan.inputs) {
    const std::optional<std::uint64_t> value = layout_.input_value(i, known_);
    if (!value) return false;
    inputs_[i] = *value;
  }
  for (const VariableId v : plan.needed) {
    const std::optional<std::uint64_t> value = layout_.value(v, known_);
    if (!value) return false;
    values_[v] = *value;
  }
  evaluator_.enter(values_, inputs_);
  return true;
}

/// The edge on words, which are loaded.
Bdd Images::execute(const EdgeData& data, const Bdd& set, bool is_one_state) {
  const EdgePlan& plan = *data.plan;
  if (evaluator_.value(plan.guard) == 0) return manager_.zero();
  std::vector<bdd::Literal> literals;
  for (const words::Assignment& assignment : plan.assigned)
    add_literals(assignment.variable, evaluator_.value(assignment.value), literals);
  if (!is_one_state) return bdd::exists(set, data.dropped) & manager_.cube(literals);
  for (const VariableId v : plan.kept)
    for (const bdd::Var bit : layout_.current(v))
      if (known_.knows(bit)) literals.push_back({bit, known_.value(bit)});
  return manager_.cube(literals);
}

/// The guard first, then one for each bit that is assigned.
std::vector<Bdd> Images::conjuncts(const EdgePlan& plan, const KnownBits* known) const {
  words::Words words(graph_.expressions, manager_,
                     [&](const words::Node& leaf) { return layout_.word(leaf, known); });
  std::vector<Bdd> out{words.truth(plan.guard)};
  for (const words::Assignment& assignment : plan.assigned) {
    const words::Word& value = words.encode(assignment.value);
    const std::vector<bdd::Var>& next = layout_.next(assignment.variable);
    for (std::size_t i = 0; i < next.size(); ++i)
      out.push_back(bdd::iff(manager_.var(next[i]), value[i]));
  }
  return out;
}

/// Neighbouring conjuncts are joined while that stays small; a variable is quantified with the
/// last cluster that mentions it.
std::vector<Images::Cluster> Images::schedule(const EdgePlan& plan,
                                              const std::vector<Bdd>& conjuncts) const {
  std::vector<Cluster> out;
  for (const Bdd& conjunct : conjuncts) {
    if (conjunct.is_true()) continue;
    if (!out.empty()) {
      const Bdd both = out.back().relation & conjunct;
      if (bdd::node_count(both) <= disjunctive_cluster_nodes) {
        out.back().relation = both;
        continue;
      }
    }
    out.push_back({conjunct, manager_.one()});
  }
  std::vector<bdd::Var> dropped;
  std::vector<bool> is_dropped(manager_.var_count(), false);
  const auto drop = [&](const std::vector<bdd::Var>& vars) {
    for (const bdd::Var var : vars) is_dropped[var] = true;
    dropped.insert(dropped.end(), vars.begin(), vars.end());
  };
  for (const VariableId v : plan.dropped) drop(layout_.current(v));
  for (const words::InputId i : plan.inputs) drop(layout_.input(i));
  for (std::size_t c = out.size(); c-- > 0;) {
    std::vector<bdd::Var> last;
    for (const bdd::Var var : bdd::support(out[c].relation)) {
      if (!is_dropped[var]) continue;
      is_dropped[var] = false;
      last.push_back(var);
    }
    if (c == 0)
      for (const bdd::Var var : dropped)
        if (is_dropped[var]) last.push_back(var);
    out[c].quantified = manager_.cube(last);
  }
  return out;
}

std::optional<bdd::Renaming> Images::renaming(const EdgePlan& plan) const {
  std::vector<std::pair<bdd::Var, bdd::Var>> pairs;
  for (const words::Assignment& assignment : plan.assigned) {
    const std::vector<bdd::Var>& next = layout_.next(assignment.variable);
    for (std::size_t i = 0; i < next.size(); ++i)
      pairs.emplace_back(next[i], layout_.current(assignment.variable)[i]);
  }
  if (pairs.empty()) return std::nullopt;
  return manager_.renaming(std::move(pairs));
}

void Images::prepare(BlockId b, std::size_t edge) {
  EdgeData& data = edges(b)[edge];
  if (data.is_made) return;
  data.is_made = true;
  data.is_too_large = !within_limit(manager_, most_new_nodes, [&] {
    data.clusters = schedule(*data.plan, conjuncts(*data.plan, nullptr));
    data.renaming = renaming(*data.plan);
  });
  if (data.is_too_large) data.clusters.clear();
}

Bdd Images::multiply(const std::vector<Cluster>& clusters,
                     const std::optional<bdd::Renaming>& renaming, const Bdd& dropped,
                     const Bdd& set) const {
  if (clusters.empty()) {
    const Bdd out = bdd::exists(set, dropped);
    return out;
  }
  Bdd out = set;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const bool is_last = i + 1 == clusters.size();
    out = is_last && renaming
              ? bdd::and_exists(out, clusters[i].relation, clusters[i].quantified, *renaming)
              : bdd::and_exists(out, clusters[i].relation, clusters[i].quantified);
    if (out.is_false()) break;
  }
  return out;
}

/// Of a variable, then of an input; high ones first, as guards often bound what they look at.
std::optional<bdd::Var> Images::unknown_bit(const EdgePlan& plan) const {
  const auto find = [this](const std::vector<bdd::Var>& bits) -> std::optional<bdd::Var> {
    const auto found = std::find_if(bits.rbegin(), bits.rend(),
                                    [this](bdd::Var bit) { return !known_.knows(bit); });
    return found == bits.rend() ? std::nullopt : std::optional(*found);
  };
  for (const VariableId v : plan.needed)
    if (const std::optional<bdd::Var> bit = find(layout_.current(v))) return bit;
  for (const words::InputId i : plan.inputs)
    if (const std::optional<bdd::Var> bit = find(layout_.input(i))) return bit;
  return std::nullopt;
}

/// Whether each part of the guard can be true with what is known; where that is hard to say, it
/// can.
bool Images::can_pass(const EdgePlan& plan) const {
  words::Words words(graph_.expressions, manager_,
                     [&](const words::Node& leaf) { return layout_.word(leaf, &known_); });
  std::vector<words::ExprId> parts{plan.guard};
  bool out = true;
  while (out && !parts.empty()) {
    const words::ExprId part = parts.back();
    const words::Node& node = graph_.expressions.node(part);
    parts.pop_back();
    if (node.op == words::Op::And) {
      parts.push_back(node.a);
      parts.push_back(node.b);
      continue;
    }
    static_cast<void>(
        within_limit(manager_, very_few_new_nodes, [&] { out = !words.truth(part).is_false(); }));
  }
  return out;
}

/// Halves the set, and the inputs, by bits that the edge looks at until its relation is small for
/// what is left. As an attempt may be dear, there is one only after every few bits.
/// `attempt(part)` may run out of nodes; it answers whether to go on with other parts.
void Images::in_parts(const EdgePlan& plan, const Bdd& set,
                      const std::function<bool(const Part&)>& attempt) {
  std::vector<Part> parts{{set, {}, 0}};
  while (!parts.empty()) {
    const Part part = std::move(parts.back());
    parts.pop_back();
    if (part.set.is_false()) continue;
    learn_implied(plan, part);
    if (!can_pass(plan)) continue;
    const std::optional<bdd::Var> bit = unknown_bit(plan);
    bool goes_on = true;
    if ((!bit || part.depth % bits_between_attempts == 0) &&
        within_limit(manager_, bit ? few_new_nodes : most_new_nodes,
                     [&] { goes_on = attempt(part); })) {
      if (!goes_on) return;
      continue;
    }
    if (!bit) throw TooLarge("the transition relation of a block has too many BDD nodes");
    const bool is_input = std::ranges::any_of(plan.inputs, [&](auto i) {
      const std::vector<bdd::Var>& bits = layout_.input(i);
      return std::ranges::find(bits, *bit) != bits.end();
    });
    for (const bool value : {true, false}) {
      Part half{part.set, part.inputs, part.depth + 1};
      if (is_input) {
        half.inputs.push_back({*bit, value});
      } else {
        half.set &= manager_.literal({*bit, value});
      }
      parts.push_back(std::move(half));
    }
  }
}

Bdd Images::divide(const EdgeData& data, const Bdd& set) {
  Bdd out = manager_.zero();
  in_parts(*data.plan, set, [&](const Part& part) {
    out |= load(*data.plan) ? execute(data, part.set, false)
                            : multiply(schedule(*data.plan, conjuncts(*data.plan, &known_)),
                                       renaming(*data.plan), data.dropped, part.set);
    return true;
  });
  return out;
}

void Images::leave(BlockId b, const Bdd& set,
                   const std::function<void(std::size_t, const Bdd&)>& visit) {
  const bool is_one_state = learn(set);
  for (std::size_t e = 0; e < edges(b).size(); ++e) {
    static_cast<void>(plan(b, e));
    EdgeData& data = edges(b)[e];
    Bdd image;
    if (load(*data.plan)) {
      image = execute(data, set, is_one_state);
    } else {
      prepare(b, e);
      if (data.is_too_large) {
        image = divide(data, set);
        static_cast<void>(learn(set));
      } else {
        image = multiply(data.clusters, data.renaming, data.dropped, set);
      }
    }
    if (!image.is_false()) visit(e, image);
  }
}

Bdd Images::relation(BlockId b, std::size_t edge) {
  const EdgePlan& plan = this->plan(b, edge);
  Bdd out = manager_.one();
  for (const Bdd& conjunct : conjuncts(plan, nullptr)) out &= conjunct;
  std::vector<bdd::Var> inputs;
  for (const words::InputId i : plan.inputs)
    inputs.insert(inputs.end(), layout_.input(i).begin(), layout_.input(i).end());
  return bdd::exists(out, manager_.cube(inputs));
}

std::vector<std::uint64_t> Images::some_state(const Bdd& set) {
  known_.clear();
  const std::optional<std::vector<bdd::Literal>> cube = bdd::satisfying_cube(set);
  for (const bdd::Literal literal : *cube) known_.set(literal);
  std::vector<std::uint64_t> out;
  for (VariableId v = 0; v < graph_.variables.size(); ++v) {
    for (const bdd::Var bit : layout_.current(v))
      if (!known_.knows(bit)) known_.set({bit, false});
    out.push_back(*layout_.value(v, known_));
  }
  return out;
}

/// The states of a set, with inputs, that the edge leads to `after`.
std::optional<Bdd> Images::sources(const EdgePlan& plan, const Bdd& set,
                                   const std::vector<std::uint64_t>& after) {
  std::optional<Bdd> out;
  in_parts(plan, set, [&](const Part& part) {
    words::Words words(graph_.expressions, manager_,
                       [&](const words::Node& leaf) { return layout_.word(leaf, &known_); });
    Bdd found = part.set & words.truth(plan.guard) & manager_.cube(part.inputs);
    for (const words::Assignment& assignment : plan.assigned) {
      if (found.is_false()) return true;
      const words::Word& value = words.encode(assignment.value);
      for (std::size_t i = 0; i < layout_.current(assignment.variable).size(); ++i)
        found &= (after[assignment.variable] >> i & 1U) != 0 ? value[i] : ~value[i];
    }
    if (found.is_false()) return true;
    out = found;
    return false;
  });
  return out;
}

/// Whether the edge, on words that are loaded, leads there.
bool Images::leads_to(const EdgePlan& plan, const std::vector<std::uint64_t>& after) {
  if (evaluator_.value(plan.guard) == 0) return false;
  return std::ranges::all_of(plan.assigned, [&](const auto& assignment) {
    const std::size_t bits = layout_.current(assignment.variable).size();
    const std::uint64_t kept = words::mask(static_cast<words::Width>(bits));
    return ((evaluator_.value(assignment.value) ^ after[assignment.variable]) & kept) == 0;
  });
}

std::optional<words::Point> Images::before(const EdgeRef& edge, const Bdd& set,
                                           const std::vector<std::uint64_t>& after) {
  const EdgePlan& plan = this->plan(edge.from, edge.edge);
  std::vector<bdd::Literal> kept;
  for (const VariableId v : plan.kept) add_literals(v, after[v], kept);
  const Bdd fitting = set & manager_.cube(kept);
  if (fitting.is_false()) return std::nullopt;
  std::optional<Bdd> found;
  static_cast<void>(learn(fitting));
  if (!load(plan)) {
    found = sources(plan, fitting, after);
  } else if (leads_to(plan, after)) {
    found = fitting;
  }
  if (!found) return std::nullopt;
  words::Point out;
  out.block = edge.from;
  out.variables = some_state(*found);  // which leaves what it found known
  out.inputs.assign(graph_.inputs.size(), 0);
  for (const words::InputId i : plan.inputs) {
    for (const bdd::Var bit : layout_.input(i))
      if (!known_.knows(bit)) known_.set({bit, false});
    out.inputs[i] = *layout_.input_value(i, known_);
  }
  for (const words::Assignment& assignment : graph_.blocks[edge.from].assignments)
    if (std::ranges::find(plan.freed, assignment.variable) != plan.freed.end())
      out.inputs[graph_.expressions.node(assignment.value).value] = after[assignment.variable];
  return out;
}

}  // namespace hardbop::image
