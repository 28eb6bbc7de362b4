// SPDX-License-Identifier: MIT
// Abstract interpretation with intervals. Along an edge, the guard is taken apart: what it says
// about an expression narrows that expression and the variables under it. If the bounds at the head
// of a loop keep growing, they jump to the next constant that the program mentions, and after the
// last constant to the end of the type. Two more rounds without jumps then narrow the bounds that
// jumped too far.
#include "words/analysis/ranges.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "base/expression/bottom_up.hpp"
#include "words/analysis/order.hpp"

namespace hardbop::words {

namespace {

constexpr unsigned patience = 3;      // visits of a loop's head before bounds jump
constexpr unsigned most_visits = 40;  // then they jump to the end of the type
constexpr std::size_t most_thresholds = 200;

}  // namespace

/// Ranges of expressions where a block is left by one edge.
class RangeEvaluator {
 public:
  explicit RangeEvaluator(const Graph& graph)
      : graph_(graph),
        variables_(graph.variables.size()),
        values_(graph.expressions.size()),
        known_in_(graph.expressions.size(), 0) {}

  void set(VariableId v, const Range& range) { variables_[v] = range; }
  void enter() { ++state_; }
  /// Of a variable, which is that of its expression where it has one.
  [[nodiscard]] Range variable(VariableId v, std::optional<ExprId> leaf) {
    return leaf ? value(*leaf) : variables_[v];
  }

  [[nodiscard]] Range value(ExprId id) {
    stack_.assign(1, id);
    bottom_up(
        graph_.expressions, stack_, [&](ExprId one) { return known_in_[one] == state_; },
        [&](ExprId one) {
          const Node& node = graph_.expressions.node(one);
          values_[one] = node.op == Op::Variable
                             ? variables_[node.value]
                             : apply(node, values_[node.a], values_[node.b], values_[node.c]);
          known_in_[one] = state_;
        });
    return values_[id];
  }

  /// Learns that the condition is so; whether that is possible.
  [[nodiscard]] bool assume(ExprId condition, bool truth) {
    std::vector<std::pair<ExprId, bool>> facts{{condition, truth}};
    while (!facts.empty()) {
      const auto [id, is_true] = facts.back();
      facts.pop_back();
      const Node& node = graph_.expressions.node(id);
      if (!narrow(id, Range::just(1, is_true ? 1 : 0))) return false;
      if (node.op == Op::Not && node.width == 1) facts.emplace_back(node.a, !is_true);
      if (node.width == 1 && node.op == (is_true ? Op::And : Op::Or)) {
        facts.emplace_back(node.a, is_true);
        facts.emplace_back(node.b, is_true);
      }
      if (!compare(node, is_true)) return false;
    }
    return true;
  }

 private:
  const Graph& graph_;
  std::vector<Range> variables_;
  std::vector<Range> values_;
  std::vector<std::uint32_t> known_in_;
  std::uint32_t state_ = 0;
  std::vector<ExprId> stack_;

  /// What a comparison says of its operands.
  [[nodiscard]] bool compare(const Node& node, bool is_true) {
    if (node.op == Op::Equal) {
      const Range a = value(node.a);
      const Range b = value(node.b);
      if (is_true) return narrow(node.a, b) && narrow(node.b, a);
      return without(node.a, b) && without(node.b, a);
    }
    const bool is_unsigned = node.op == Op::LessUnsigned;
    if (!is_unsigned && node.op != Op::LessSigned) return true;
    // a < b, or b <= a.
    const ExprId small = is_true ? node.a : node.b;
    const ExprId large = is_true ? node.b : node.a;
    const Range s = value(small);
    const Range l = value(large);
    if (is_unsigned) {
      const std::uint64_t gap = is_true ? 1 : 0;
      if (l.greatest < gap || s.least > mask(s.width) - gap) return false;
      return narrow(small, Range::unsigned_between(s.width, 0, l.greatest - gap)) &&
             narrow(large, Range::unsigned_between(s.width, s.least + gap, mask(s.width)));
    }
    const Range all = Range::all(s.width);
    const std::int64_t gap = is_true ? 1 : 0;
    if (l.greatest_signed < all.least_signed + gap || s.least_signed > all.greatest_signed - gap)
      return false;
    return narrow(small,
                  Range::signed_between(s.width, all.least_signed, l.greatest_signed - gap)) &&
           narrow(large, Range::signed_between(s.width, s.least_signed + gap, all.greatest_signed));
  }

  /// Takes a value away, where it is the first or last.
  [[nodiscard]] bool without(ExprId id, const Range& range) {
    if (!range.is_one()) return true;
    Range mine = value(id);
    if (mine.is_one() && mine.least == range.least) return false;
    if (mine.least == range.least) ++mine.least;
    if (mine.greatest == range.least) --mine.greatest;
    if (mine.least_signed == range.least_signed) ++mine.least_signed;
    if (mine.greatest_signed == range.least_signed) --mine.greatest_signed;
    return narrow(id, mine);
  }

  /// The expression is in this range; whether it can be. Goes on to operands of which it decides.
  [[nodiscard]] bool narrow(ExprId id, Range range) {
    while (true) {
      const Range now = meet(value(id), range);
      if (now.is_empty()) return false;
      values_[id] = now;
      const Node& node = graph_.expressions.node(id);
      switch (node.op) {
        case Op::ZeroExtend:
          range =
              Range::unsigned_between(graph_.expressions.width(node.a), now.least, now.greatest);
          break;
        case Op::SignExtend: {
          const Range all = Range::all(graph_.expressions.width(node.a));
          range = Range::signed_between(all.width, std::max(now.least_signed, all.least_signed),
                                        std::min(now.greatest_signed, all.greatest_signed));
          break;
        }
        case Op::Add: {
          if (!graph_.expressions.is_constant(node.b)) return true;
          Node difference = node;
          difference.op = Op::Subtract;
          range = apply(difference, now, value(node.b), {});
          break;
        }
        default: return true;
      }
      id = node.a;
    }
  }
};

class RangeAnalysis {
 public:
  RangeAnalysis(const Graph& graph, const Liveness& liveness, Ranges& out)
      : graph_(graph), out_(out), order_(weak_topological_order(graph)), evaluator_(graph) {
    const std::size_t blocks = graph.blocks.size();
    out_.live_.resize(blocks);
    out_.environments_.resize(blocks);
    out_.reached_.assign(blocks, false);
    for (BlockId b = 0; b < blocks; ++b) {
      analysis::for_each_slot(liveness.live(b).words(), [&](VariableId v) {
        if (v < graph.variables.size()) out_.live_[b].push_back(v);
      });
      out_.passable_.emplace_back(graph.blocks[b].edges.size(), false);
    }
    find_thresholds();
  }

  void run(Budget* budget) {
    if (!grow(budget)) return give_up();
    for (int round = 0; round < 2; ++round) shrink();
    finish();
  }

 private:
  using Environment = Ranges::Environment;

  const Graph& graph_;
  Ranges& out_;
  Order order_;
  RangeEvaluator evaluator_;
  std::vector<std::int64_t> thresholds_;       // ascending
  std::vector<std::optional<ExprId>> leaves_;  // by variable: its expression

  void find_thresholds() {
    std::set<std::int64_t> found{-1, 0, 1, 255, 256, 65535, 65536};
    for (ExprId id = 0; id < graph_.expressions.size(); ++id) {
      const Node& node = graph_.expressions.node(id);
      if (node.op != Op::Constant || node.width == 1) continue;
      const std::int64_t number = as_signed(node.value, node.width);
      if (number > INT64_MIN + 1 && number < INT64_MAX - 1)
        found.insert({number - 1, number, number + 1});
    }
    for (const Variable& variable : graph_.variables)
      if (variable.initial) found.insert(as_signed(*variable.initial, variable.width));
    if (found.size() <= most_thresholds) thresholds_.assign(found.begin(), found.end());
    for (unsigned i = 2; i < 63; ++i) thresholds_.push_back(std::int64_t{1} << i);
    std::ranges::sort(thresholds_);
  }

  Environment initial() const {
    Environment out;
    for (const VariableId v : out_.live_[graph_.entry]) {
      const Variable& variable = graph_.variables[v];
      out.push_back(variable.initial ? Range::just(variable.width, *variable.initial)
                                     : Range::all(variable.width));
    }
    return out;
  }

  /// What arrives by an edge; nothing where its guard cannot be true.
  std::optional<Environment> leave(BlockId b, std::size_t edge) {
    const Block& block = graph_.blocks[b];
    const std::vector<VariableId>& live = out_.live_[b];
    for (std::size_t i = 0; i < live.size(); ++i) evaluator_.set(live[i], out_.environments_[b][i]);
    evaluator_.enter();
    if (!evaluator_.assume(block.edges[edge].guard, true)) return std::nullopt;
    Environment out;
    auto assignment = sorted_assignments(block);
    auto next = assignment.begin();
    for (const VariableId v : out_.live_[block.edges[edge].to]) {
      while (next != assignment.end() && next->variable < v) ++next;
      if (next != assignment.end() && next->variable == v) {
        out.push_back(evaluator_.value(next->value));
      } else {
        out.push_back(evaluator_.variable(v, leaves_[v]));
      }
      // Narrowing can leave nothing of an expression that the guard did not rule out.
      if (out.back().is_empty()) return std::nullopt;
    }
    return out;
  }

  [[nodiscard]] static std::vector<Assignment> sorted_assignments(const Block& block) {
    std::vector<Assignment> out = block.assignments;
    std::ranges::sort(
        out, [](const Assignment& a, const Assignment& b) { return a.variable < b.variable; });
    return out;
  }

  void widen(Range& now, const Range& before, bool to_the_end) const {
    const Range all = Range::all(now.width);
    const auto up = [&](std::int64_t from, std::int64_t end) {
      const auto at = std::ranges::lower_bound(thresholds_, from);
      return to_the_end || at == thresholds_.end() ? end : std::min(*at, end);
    };
    const auto down = [&](std::int64_t from, std::int64_t end) {
      const auto at = std::ranges::upper_bound(thresholds_, from);
      return to_the_end || at == thresholds_.begin() ? end : std::max(*std::prev(at), end);
    };
    constexpr std::uint64_t positive = INT64_MAX;
    const auto bounded = [&](std::uint64_t value) {
      return static_cast<std::int64_t>(std::min(value, positive));
    };
    if (now.greatest_signed > before.greatest_signed)
      now.greatest_signed = up(now.greatest_signed, all.greatest_signed);
    if (now.least_signed < before.least_signed)
      now.least_signed = down(now.least_signed, all.least_signed);
    if (now.greatest > before.greatest) {
      const auto higher =
          static_cast<std::uint64_t>(up(bounded(now.greatest), bounded(all.greatest)));
      now.greatest = higher < now.greatest || higher == positive ? all.greatest : higher;
    }
    if (now.least < before.least)
      now.least =
          now.least > positive ? 0 : static_cast<std::uint64_t>(down(bounded(now.least), 0));
  }

  /// Whether it came to an end.
  bool grow(Budget* budget) {
    find_leaves();
    std::vector<std::uint32_t> place(graph_.blocks.size(), 0);
    for (std::uint32_t i = 0; i < order_.blocks.size(); ++i) place[order_.blocks[i]] = i;
    std::vector<unsigned> visits(graph_.blocks.size(), 0);
    std::set<std::uint32_t> work{place[graph_.entry]};
    out_.reached_[graph_.entry] = true;
    out_.environments_[graph_.entry] = initial();
    for (std::uint64_t step = 1; !work.empty(); ++step) {
      if (step % 16 == 0 && budget != nullptr && budget->poll() != StopReason::None) return false;
      const BlockId b = order_.blocks[*work.begin()];
      work.erase(work.begin());
      for (std::size_t e = 0; e < graph_.blocks[b].edges.size(); ++e) {
        const BlockId to = graph_.blocks[b].edges[e].to;
        const std::optional<Environment> arriving = leave(b, e);
        if (arriving && arrive(to, *arriving, visits[to])) work.insert(place[to]);
      }
    }
    return true;
  }

  void give_up() {
    for (const Variable& variable : graph_.variables)
      out_.anywhere_.push_back(Range::all(variable.width));
    for (const BlockId b : order_.blocks) {
      out_.reached_[b] = true;
      out_.passable_[b].assign(graph_.blocks[b].edges.size(), true);
      out_.environments_[b].clear();
      for (const VariableId v : out_.live_[b])
        out_.environments_[b].push_back(Range::all(graph_.variables[v].width));
    }
  }

  /// Whether anything is new.
  bool arrive(BlockId to, const Environment& arriving, unsigned& visits) {
    if (!out_.reached_[to]) {
      out_.reached_[to] = true;
      out_.environments_[to] = arriving;
      return true;
    }
    bool changed = false;
    Environment& old = out_.environments_[to];
    for (std::size_t i = 0; i < old.size(); ++i) {
      Range now = join(old[i], arriving[i]);
      if (now == old[i]) continue;
      if (order_.is_head[to] && visits >= patience) widen(now, old[i], visits >= most_visits);
      old[i] = now;
      changed = true;
    }
    if (changed) ++visits;
    return changed;
  }

  /// One round from what there is, without jumps; it can only get less.
  void shrink() {
    std::vector<bool> reached(graph_.blocks.size(), false);
    std::vector<Environment> environments(graph_.blocks.size());
    const auto add = [&](BlockId to, const Environment& arriving) {
      if (!reached[to]) {
        reached[to] = true;
        environments[to] = arriving;
        return;
      }
      for (std::size_t i = 0; i < arriving.size(); ++i)
        environments[to][i] = join(environments[to][i], arriving[i]);
    };
    add(graph_.entry, initial());
    for (const BlockId b : order_.blocks) {
      if (!out_.reached_[b]) continue;
      for (std::size_t e = 0; e < graph_.blocks[b].edges.size(); ++e)
        if (const std::optional<Environment> arriving = leave(b, e))
          add(graph_.blocks[b].edges[e].to, *arriving);
    }
    for (const BlockId b : order_.blocks) {
      if (!reached[b] || !out_.reached_[b]) continue;
      for (std::size_t i = 0; i < environments[b].size(); ++i)
        environments[b][i] = meet(environments[b][i], out_.environments_[b][i]);
    }
    out_.reached_ = std::move(reached);
    out_.environments_ = std::move(environments);
  }

  void finish() {
    for (const Variable& variable : graph_.variables) {
      Range nothing = Range::all(variable.width);
      nothing.least = 1;
      nothing.greatest = 0;
      out_.anywhere_.push_back(nothing);
    }
    for (const BlockId b : order_.blocks) {
      if (!out_.reached_[b]) continue;
      for (std::size_t i = 0; i < out_.live_[b].size(); ++i) {
        Range& all = out_.anywhere_[out_.live_[b][i]];
        all = join(all, out_.environments_[b][i]);
      }
      for (std::size_t e = 0; e < graph_.blocks[b].edges.size(); ++e)
        out_.passable_[b][e] = leave(b, e).has_value();
    }
  }

  /// The expression of each variable, where some expression reads it.
  void find_leaves() {
    leaves_.assign(graph_.variables.size(), std::nullopt);
    for (ExprId id = 0; id < graph_.expressions.size(); ++id) {
      const Node& node = graph_.expressions.node(id);
      if (node.op == Op::Variable) leaves_[node.value] = id;
    }
  }
};

Ranges::Ranges(const Graph& graph, const Liveness& liveness, Budget* budget) {
  RangeAnalysis(graph, liveness, *this).run(budget);
}

Range Ranges::at(BlockId b, VariableId v) const {
  const auto found = std::ranges::lower_bound(live_[b], v);
  if (!reached_[b] || found == live_[b].end() || *found != v)
    return anywhere_.empty() ? Range::all(1) : Range::all(anywhere_[v].width);
  return environments_[b][static_cast<std::size_t>(found - live_[b].begin())];
}

}  // namespace hardbop::words
