// SPDX-License-Identifier: MIT
// Slicing, constants, and merging. A block c is merged into its predecessor b by substitution: the
// expressions of c are written over the state before b. This is possible if c is the only successor
// of b and b the only predecessor of c; or if c assigns nothing, because then only guards are
// copied. So a function that only tests its parameters is as good as inlined. An edge keeps the
// list of merged blocks, and a run is expanded by executing the original graph along this list.
#include "words/transform/reduce.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/expression/evaluator.hpp"
#include "base/expression/substitute.hpp"
#include "base/util/invariant.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/order.hpp"
#include "words/analysis/ranges.hpp"

namespace hardbop::words {

namespace {

constexpr std::size_t most_edges = 16;   // of a block that another was taken into
constexpr std::size_t most_passed = 60;  // blocks on an edge

class Reducer {
 public:
  Reducer(const Graph& graph, const std::vector<BlockId>& targets, const ReduceOptions& options)
      : original_(graph), options_(options), is_target_(graph.blocks.size(), false) {
    out_.graph = graph;
    for (const BlockId b : targets) is_target_[b] = true;
    for (const Block& block : graph.blocks) out_.via.emplace_back(block.edges.size());
  }

  Reduction run() {
    drop_false_guards();
    cut();
    drop_dead_assignments();
    if (options_.ranges && !stops()) {
      write_constants();
      cut();
      drop_dead_assignments();
    }
    if (options_.merge && !stops()) {
      merge();
      cut();
      drop_dead_assignments();
    }
    out_.blocks = weak_topological_order(out_.graph).blocks;
    return std::move(out_);
  }

 private:
  const Graph& original_;
  const ReduceOptions& options_;
  std::vector<bool> is_target_;
  Reduction out_;
  std::unordered_map<BlockId, bool> decided_;  // what is known of is_decided

  Graph& graph() { return out_.graph; }

  [[nodiscard]] bool stops() const {
    return options_.budget != nullptr && options_.budget->poll() != StopReason::None;
  }

  /// Keeps the edges for which `keep(block, edge)`.
  template <typename Keep>
  void filter_edges(const Keep& keep) {
    for (BlockId b = 0; b < graph().blocks.size(); ++b) {
      Block& block = graph().blocks[b];
      std::size_t kept = 0;
      for (std::size_t e = 0; e < block.edges.size(); ++e) {
        if (!keep(b, e)) continue;
        if (kept != e) {
          block.edges[kept] = block.edges[e];
          out_.via[b][kept] = std::move(out_.via[b][e]);
        }
        ++kept;
      }
      block.edges.resize(kept);
      out_.via[b].resize(kept);
    }
  }

  void drop_false_guards() {
    filter_edges([&](BlockId b, std::size_t e) {
      return !graph().expressions.is_constant(graph().blocks[b].edges[e].guard, 0);
    });
  }

  /// Leaves only blocks on a way from the entry to a target.
  void cut() {
    std::vector<bool> useful = is_target_;
    const std::vector<std::vector<BlockId>> before = predecessors(graph());
    std::vector<BlockId> work;
    for (BlockId b = 0; b < useful.size(); ++b)
      if (useful[b]) work.push_back(b);
    while (!work.empty()) {
      const BlockId b = work.back();
      work.pop_back();
      for (const BlockId p : before[b]) {
        if (useful[p]) continue;
        useful[p] = true;
        work.push_back(p);
      }
    }
    std::vector<bool> reached(useful.size(), false);
    reached[graph().entry] = true;
    work.push_back(graph().entry);
    while (!work.empty()) {
      const BlockId b = work.back();
      work.pop_back();
      for (const Edge& edge : graph().blocks[b].edges) {
        if (reached[edge.to] || !useful[edge.to]) continue;
        reached[edge.to] = true;
        work.push_back(edge.to);
      }
    }
    filter_edges([&](BlockId b, std::size_t e) {
      return reached[b] && reached[graph().blocks[b].edges[e].to];
    });
    for (BlockId b = 0; b < reached.size(); ++b)
      if (!reached[b] || graph().blocks[b].edges.empty()) {
        graph().blocks[b].assignments.clear();
        graph().blocks[b].array_assignments.clear();
      }
  }

  void drop_dead_assignments() {
    if (!options_.slice) return;
    const Liveness liveness(graph(), options_.budget);
    if (stops()) return;
    for (BlockId b = 0; b < graph().blocks.size(); ++b) {
      std::erase_if(graph().blocks[b].assignments, [&](const Assignment& assignment) {
        return !liveness.live_after(b, assignment.variable);
      });
      std::erase_if(graph().blocks[b].array_assignments, [&](const ArrayAssignment& assignment) {
        return !liveness.array_live_after(b, assignment.array);
      });
    }
  }

  void write_constants() {
    const Liveness liveness(graph(), options_.budget);
    if (stops()) return;
    const Ranges ranges(graph(), liveness, options_.budget);
    filter_edges([&](BlockId b, std::size_t e) { return ranges.passable(b, e); });
    for (BlockId b = 0; b < graph().blocks.size(); ++b) {
      if (!ranges.reached(b)) continue;
      if (b % 64 == 0 && stops()) return;
      Substituter substitute(graph().expressions, [&](ExprId leaf) {
        const Node node = graph().expressions.node(leaf);
        if (node.op != Op::Variable) return leaf;
        const auto v = static_cast<VariableId>(node.value);
        if (!liveness.live(b, v)) return leaf;
        const Range range = ranges.at(b, v);
        return range.is_one() ? graph().expressions.constant(node.width, range.least) : leaf;
      });
      for (Assignment& assignment : graph().blocks[b].assignments)
        assignment.value = substitute(assignment.value);
      for (ArrayAssignment& assignment : graph().blocks[b].array_assignments)
        assignment.value = substitute(assignment.value);
      for (Edge& edge : graph().blocks[b].edges) edge.guard = substitute(edge.guard);
    }
    drop_false_guards();
  }

  using Renamed = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // inputs: from and to
  struct Composed {
    std::vector<Assignment> assignments;
    std::vector<ArrayAssignment> array_assignments;
    std::vector<Edge> edges;
    Renamed inputs;
    Renamed array_inputs;
  };

  void merge() {
    std::vector<std::uint32_t> ways_in(graph().blocks.size(), 0);
    for (const Block& block : graph().blocks)
      for (const Edge& edge : block.edges) ++ways_in[edge.to];
    ++ways_in[graph().entry];
    const std::vector<BlockId> order = weak_topological_order(graph()).blocks;
    // Backwards, so that what is taken in has taken in what it can; and twice, as what functions
    // look at stands before some of those who call them.
    for (int round = 0; round < 2; ++round) {
      decided_.clear();
      for (auto b = order.rbegin(); b != order.rend() && !stops(); ++b) {
        bool again = true;
        while (again && !stops()) {
          again = false;
          for (std::size_t e = 0; e < graph().blocks[*b].edges.size() && !again; ++e)
            again = take_in(*b, e, ways_in);
        }
      }
    }
  }

  /// Whether the block at the edge's end could be taken in, and now is.
  bool take_in(BlockId b, std::size_t e, std::vector<std::uint32_t>& ways_in) {
    const BlockId c = graph().blocks[b].edges[e].to;
    if (c == b || is_target_[c] || passes(b, e, c)) return false;
    const Block next = graph().blocks[c];
    if (next.edges.empty()) return false;
    const std::size_t edges = graph().blocks[b].edges.size();
    const bool only = edges == 1 && ways_in[c] == 1;
    const bool chooses = !next.inputs.empty() || !next.array_inputs.empty();
    const bool assigns = !next.assignments.empty() || !next.array_assignments.empty();
    const bool plain = !assigns && (ways_in[c] == 1 || !chooses);
    if (!only && !plain) return false;
    const auto loops = [&](const Edge& edge) { return edge.to == c; };
    if (std::ranges::any_of(next.edges, loops)) return false;
    // Guards may be copied where that leaves about as many edges: it turns a loop round.
    const bool few = (ways_in[c] - 1) * (next.edges.size() - 1) <= 1;
    if (ways_in[c] != 1 && !few && !is_decided(c)) return false;
    Composed composed = compose(b, e, next);
    const std::size_t left = edges_left(composed);
    const bool is_end = plain && ways_in[c] == 1 && edges <= 2;  // perhaps of a function
    if (weight(composed) > (is_end ? 10 : 1) * options_.weight) return false;
    if (edges + left - 1 > most_edges && !is_end) return false;
    if (--ways_in[c] != 0)
      for (const Edge& edge : next.edges) ++ways_in[edge.to];
    put(b, e, c, std::move(composed));
    return true;
  }

  [[nodiscard]] std::size_t edges_left(const Composed& composed) {
    return static_cast<std::size_t>(std::ranges::count_if(composed.edges, [&](const Edge& edge) {
      return !graph().expressions.is_constant(edge.guard, 0);
    }));
  }

  /// Whether all who lead to the block decide between most of its edges: as callers do, at a
  /// function's end. Where only some do, that sets meet there is worth more than fewer blocks.
  bool is_decided(BlockId c) {
    const auto [known, is_new] = decided_.emplace(c, true);
    if (!is_new) return known->second;
    const Block next = graph().blocks[c];
    bool out = next.edges.size() > 2;
    for (BlockId b = 0; b < graph().blocks.size() && out; ++b) {
      for (std::size_t e = 0; e < graph().blocks[b].edges.size() && out; ++e) {
        if (graph().blocks[b].edges[e].to != c) continue;
        const std::size_t left = edges_left(compose(b, e, next));
        out = left <= 2 && left + 2 <= next.edges.size();
      }
    }
    decided_[c] = out;
    return out;
  }

  /// Whether the edge passes c already, as on an empty loop; or too much.
  [[nodiscard]] bool passes(BlockId b, std::size_t e, BlockId c) const {
    const std::vector<Passed>& via = out_.via[b][e];
    return via.size() > most_passed ||
           std::ranges::any_of(via, [&](const Passed& one) { return one.block == c; });
  }

  /// Inputs of a block after `first`, with numbers that `first` does not use; `all` are those of
  /// the graph.
  template <typename Sort>
  static Renamed rename(const std::vector<std::uint32_t>& inputs,
                        const std::vector<std::uint32_t>& first, std::vector<Sort>& all) {
    Renamed out;
    for (const std::uint32_t input : inputs) {
      std::uint32_t own = input;
      if (std::ranges::find(first, input) != first.end()) {
        own = static_cast<std::uint32_t>(all.size());
        all.push_back(all[input]);
      }
      out.emplace_back(input, own);
    }
    return out;
  }

  /// What a block assigns.
  struct Values {
    std::unordered_map<VariableId, ExprId> variables;
    std::unordered_map<ArrayId, ExprId> arrays;
  };
  [[nodiscard]] static Values values_of(const Block& block) {
    Values out;
    for (const Assignment& one : block.assignments) out.variables.emplace(one.variable, one.value);
    for (const ArrayAssignment& one : block.array_assignments)
      out.arrays.emplace(one.array, one.value);
    return out;
  }

  /// A leaf of what follows a block, over the state before the block.
  ExprId leaf_after(const Values& first, const Composed& composed, ExprId leaf) {
    Expressions& expressions = graph().expressions;
    const Node node = expressions.node(leaf);
    const auto number = static_cast<std::uint32_t>(node.value);
    const auto value = [&](const std::unordered_map<std::uint32_t, ExprId>& values) {
      const auto found = values.find(number);
      return found == values.end() ? leaf : found->second;
    };
    switch (node.op) {
      case Op::Variable: return value(first.variables);
      case Op::Array: return value(first.arrays);
      case Op::ArrayInput:
        return expressions.array_input(renamed(number, composed.array_inputs),
                                       expressions.sort(leaf));
      default: return expressions.input(renamed(number, composed.inputs), node.width);
    }
  }

  /// `next` after block b, over the state before b.
  Composed compose(BlockId b, std::size_t e, const Block& next) {
    Expressions& expressions = graph().expressions;
    const Block first = graph().blocks[b];
    Composed out;
    out.inputs = rename(next.inputs, first.inputs, graph().inputs);
    out.array_inputs = rename(next.array_inputs, first.array_inputs, graph().array_inputs);
    const Values values = values_of(first);
    Substituter substitute(expressions, [&](ExprId leaf) { return leaf_after(values, out, leaf); });
    for (const Edge& edge : next.edges)
      out.edges.push_back(
          {expressions.binary(Op::And, first.edges[e].guard, substitute(edge.guard)), edge.to});
    out.assignments = first.assignments;
    for (const Assignment& assignment : next.assignments)
      assign(out.assignments, &Assignment::variable,
             {assignment.variable, substitute(assignment.value)});
    out.array_assignments = first.array_assignments;
    for (const ArrayAssignment& assignment : next.array_assignments)
      assign(out.array_assignments, &ArrayAssignment::array,
             {assignment.array, substitute(assignment.value)});
    return out;
  }

  /// Instead of what is assigned to the same, where there is such.
  template <typename One>
  static void assign(std::vector<One>& all, std::uint32_t One::*target, const One& one) {
    const auto same =
        std::ranges::find_if(all, [&](const One& old) { return old.*target == one.*target; });
    if (same == all.end())
      all.push_back(one);
    else
      *same = one;
  }

  [[nodiscard]] std::size_t weight(const Composed& composed) {
    std::vector<ExprId> roots;
    for (const Assignment& assignment : composed.assignments) roots.push_back(assignment.value);
    for (const ArrayAssignment& assignment : composed.array_assignments)
      roots.push_back(assignment.value);
    for (const Edge& edge : composed.edges) roots.push_back(edge.guard);
    std::size_t sum = 0;
    for_each_node(graph().expressions, roots, [&](ExprId id) {
      const Op op = graph().expressions.node(id).op;
      const bool heavy =
          (op >= Op::Multiply && op <= Op::ShiftRightSigned) || is_float_operation(op);
      sum += heavy ? 40 : 1;
    });
    return sum;
  }

  void put(BlockId b, std::size_t e, BlockId c, Composed composed) {
    Block& block = graph().blocks[b];
    std::vector<std::vector<Passed>>& via = out_.via[b];
    block.assignments = std::move(composed.assignments);
    block.array_assignments = std::move(composed.array_assignments);
    for (const auto& [original, own] : composed.inputs) block.inputs.push_back(own);
    for (const auto& [original, own] : composed.array_inputs) block.array_inputs.push_back(own);
    const std::vector<Passed> before = std::move(via[e]);
    block.edges.erase(block.edges.begin() + static_cast<std::ptrdiff_t>(e));
    via.erase(via.begin() + static_cast<std::ptrdiff_t>(e));
    for (std::size_t i = 0; i < composed.edges.size(); ++i) {
      if (graph().expressions.is_constant(composed.edges[i].guard, 0)) continue;
      block.edges.push_back(composed.edges[i]);
      std::vector<Passed> passed = before;
      passed.push_back({c, own_inputs(original_.blocks[c].inputs, composed.inputs),
                        own_inputs(original_.blocks[c].array_inputs, composed.array_inputs)});
      for (Passed later : out_.via[c][i]) {
        for (auto& [original, own] : later.inputs) own = renamed(own, composed.inputs);
        for (auto& [original, own] : later.array_inputs) own = renamed(own, composed.array_inputs);
        passed.push_back(std::move(later));
      }
      via.push_back(std::move(passed));
    }
  }

  /// The inputs of an original block: what it took in has its own list.
  [[nodiscard]] static Renamed own_inputs(const std::vector<std::uint32_t>& original,
                                          const Renamed& inputs) {
    Renamed out;
    for (const std::uint32_t input : original) out.emplace_back(input, renamed(input, inputs));
    return out;
  }

  [[nodiscard]] static std::uint32_t renamed(std::uint32_t input, const Renamed& inputs) {
    for (const auto& [original, own] : inputs)
      if (original == input) return own;
    return input;
  }
};

/// Executes the original graph along the blocks that a run has passed.
class Expander {
 public:
  Expander(const Graph& original, const Reduction& reduction)
      : original_(original),
        reduction_(reduction),
        values_(original.expressions),
        reduced_values_(reduction.graph.expressions) {}

  Run expand(const Run& run) {
    state_.assign(original_.variables.size(), 0);
    for (VariableId v = 0; v < state_.size(); ++v)
      state_[v] = original_.variables[v].initial.value_or(run.front().variables[v]);
    for (ArrayId a = 0; a < original_.arrays.size(); ++a)
      arrays_.push_back(original_.arrays[a].initial.value_or(
          value_or_any(run.front().arrays, a, original_.arrays[a].sort)));
    for (std::size_t i = 0; i + 1 < run.size(); ++i) {
      const std::vector<Passed>& via = path(run[i], run[i + 1].block);
      Point point = at(run[i].block);
      for (const InputId input : original_.blocks[point.block].inputs)
        point.inputs[input] = run[i].inputs[input];
      for (const ArrayInputId input : original_.blocks[point.block].array_inputs)
        point.array_inputs[input] =
            value_or_any(run[i].array_inputs, input, original_.array_inputs[input]);
      execute(std::move(point));
      for (const Passed& passed : via) {
        point = at(passed.block);
        for (const auto& [original, own] : passed.inputs)
          point.inputs[original] = run[i].inputs[own];
        for (const auto& [original, own] : passed.array_inputs)
          point.array_inputs[original] =
              value_or_any(run[i].array_inputs, own, original_.array_inputs[original]);
        execute(std::move(point));
      }
    }
    out_.push_back(at(run.back().block));
    return std::move(out_);
  }

 private:
  const Graph& original_;
  const Reduction& reduction_;
  Evaluator values_;
  Evaluator reduced_values_;
  std::vector<std::uint64_t> state_;
  std::vector<ArrayValue> arrays_;
  Run out_;

  /// Where no guard depends on arrays, a run of the reduced graph need not have any.
  [[nodiscard]] static ArrayValue value_or_any(const std::vector<ArrayValue>& values,
                                               std::size_t number, ArraySort sort) {
    return number < values.size() ? values[number] : ArrayValue(sort.index);
  }

  [[nodiscard]] Point at(BlockId b) const {
    Point out{b, state_, std::vector<std::uint64_t>(original_.inputs.size(), 0), arrays_};
    for (const ArraySort sort : original_.array_inputs) out.array_inputs.emplace_back(sort.index);
    return out;
  }

  /// What is passed on an edge that the point can take.
  const std::vector<Passed>& path(const Point& from, BlockId to) {
    reduced_values_.enter(from.variables, from.inputs);
    reduced_values_.enter_arrays(from.arrays, from.array_inputs);
    const std::vector<Edge>& edges = reduction_.graph.blocks[from.block].edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (edges[e].to == to && reduced_values_.value(edges[e].guard) != 0)
        return reduction_.via[from.block][e];
    HARDBOP_INVARIANT(false, "a run of the reduced graph should follow its edges");
    return reduction_.via[from.block].front();
  }

  void execute(Point point) {
    values_.enter(point.variables, point.inputs);
    values_.enter_arrays(point.arrays, point.array_inputs);
    for (const Assignment& assignment : original_.blocks[point.block].assignments)
      state_[assignment.variable] = values_.value(assignment.value);
    for (const ArrayAssignment& assignment : original_.blocks[point.block].array_assignments)
      arrays_[assignment.array] = values_.array(assignment.value);
    out_.push_back(std::move(point));
  }
};

}  // namespace

Reduction reduce(const Graph& graph, const std::vector<BlockId>& targets,
                 const ReduceOptions& options) {
  return Reducer(graph, targets, options).run();
}

Run expand(const Graph& original, const Reduction& reduction, const Run& run) {
  return Expander(original, reduction).expand(run);
}

}  // namespace hardbop::words
