// SPDX-License-Identifier: MIT
// Strongly connected components, after Tarjan, without recursion; then each component without
// its head again, and so on, which takes as many rounds as loops are nested.
#include "words/analysis/order.hpp"

#include <algorithm>

namespace hardbop::words {

namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};

class Orderer {
 public:
  explicit Orderer(const Graph& graph)
      : graph_(graph),
        number_(graph.blocks.size(), unseen),
        lowest_(graph.blocks.size(), 0),
        round_(graph.blocks.size(), 0) {
    out_.is_head.resize(graph.blocks.size());
    out_.around.resize(graph.blocks.size(), Order::no_loop);
  }

  Order run() {
    for (std::uint32_t& round : round_) round = 1;
    std::vector<Task> tasks{{{graph_.entry}, 1}};
    std::uint32_t rounds = 1;
    while (!tasks.empty()) {
      const Task task = std::move(tasks.back());
      tasks.pop_back();
      if (task.is_done) {
        out_.blocks.push_back(task.starts.front());
        continue;
      }
      std::vector<Task> found;
      for (std::vector<BlockId>& component : components(task)) {
        const BlockId head = component.back();  // where the search came in
        found.push_back({{head}, 0, true});
        const bool loops = component.size() > 1 || has_edge(head, head);
        if (!loops) continue;
        out_.is_head[head] = true;
        component.pop_back();
        if (component.empty()) continue;
        ++rounds;
        for (const BlockId b : component) {
          round_[b] = rounds;
          number_[b] = unseen;
          out_.around[b] = head;
        }
        // The search starts where the head leads, so that inner loops are entered by their heads.
        std::vector<BlockId> starts;
        for (const Edge& edge : graph_.blocks[head].edges)
          if (round_[edge.to] == rounds) starts.push_back(edge.to);
        starts.insert(starts.end(), component.begin(), component.end());
        found.push_back({std::move(starts), rounds});
      }
      tasks.insert(tasks.end(), std::make_move_iterator(found.rbegin()),
                   std::make_move_iterator(found.rend()));
    }
    return std::move(out_);
  }

 private:
  struct Task {
    std::vector<BlockId> starts;
    std::uint32_t round = 0;
    bool is_done = false;  // one block, to be put out
  };
  struct Visit {
    BlockId block;
    std::size_t next;
  };

  const Graph& graph_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> lowest_;
  std::vector<std::uint32_t> round_;  // which blocks belong to the search at hand
  std::uint32_t next_number_ = 0;
  Order out_;

  [[nodiscard]] bool has_edge(BlockId from, BlockId to) const {
    const auto& edges = graph_.blocks[from].edges;
    return std::ranges::any_of(edges, [&](const Edge& edge) { return edge.to == to; });
  }

  /// In topological order, the block where each was entered last.
  std::vector<std::vector<BlockId>> components(const Task& task) {
    std::vector<std::vector<BlockId>> found;
    std::vector<BlockId> open;
    std::vector<bool> is_open(graph_.blocks.size());
    for (const BlockId start : task.starts)
      if (number_[start] == unseen) search(start, task.round, open, is_open, found);
    std::ranges::reverse(found);
    return found;
  }

  void search(BlockId start, std::uint32_t round, std::vector<BlockId>& open,
              std::vector<bool>& is_open, std::vector<std::vector<BlockId>>& found) {
    std::vector<Visit> stack;
    const auto enter = [&](BlockId b) {
      number_[b] = lowest_[b] = next_number_++;
      open.push_back(b);
      is_open[b] = true;
      stack.push_back({b, 0});
    };
    enter(start);
    while (!stack.empty()) {
      const BlockId b = stack.back().block;
      const auto& edges = graph_.blocks[b].edges;
      if (stack.back().next < edges.size()) {
        const BlockId to = edges[stack.back().next++].to;
        if (round_[to] != round) continue;
        if (number_[to] == unseen) {
          enter(to);
        } else if (is_open[to]) {
          lowest_[b] = std::min(lowest_[b], number_[to]);
        }
        continue;
      }
      stack.pop_back();
      if (!stack.empty())
        lowest_[stack.back().block] = std::min(lowest_[stack.back().block], lowest_[b]);
      if (lowest_[b] != number_[b]) continue;
      std::vector<BlockId> component;
      while (component.empty() || component.back() != b) {
        component.push_back(open.back());
        is_open[open.back()] = false;
        open.pop_back();
      }
      found.push_back(std::move(component));
    }
  }
};

}  // namespace

Order weak_topological_order(const Graph& graph) {
  return Orderer(graph).run();
}

}  // namespace hardbop::words
