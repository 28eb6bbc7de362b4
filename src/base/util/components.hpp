// SPDX-License-Identifier: MIT
// Strongly connected components of a graph (Tarjan), with a stack of its own: paths can be as long
// as a program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace hardbop {

/// Of the roots, in this order, and all that they lead to, in a graph of `count` nodes.
/// `successor(node, i)` is the i-th one, or nothing behind the last. A component comes after
/// those that it leads to.
template <typename Roots, typename Successor>
[[nodiscard]] std::vector<std::vector<std::uint32_t>> strong_components(
    std::size_t count, Roots&& roots, const Successor& successor) {
  constexpr std::uint32_t unseen = 0;
  constexpr std::uint32_t done = ~std::uint32_t{0};
  struct Visit {
    std::uint32_t node;
    std::size_t next;
  };
  std::vector<std::uint32_t> number(count, unseen);
  std::vector<std::uint32_t> lowest(count);
  std::vector<std::uint32_t> open;  // numbered, not done
  std::vector<Visit> path;
  std::vector<std::vector<std::uint32_t>> components;
  std::uint32_t last_number = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = lowest[node] = ++last_number;
    open.push_back(node);
    path.push_back({node, 0});
  };
  const auto close = [&](std::uint32_t node) {
    const auto first = std::find(open.rbegin(), open.rend(), node) + 1;
    components.emplace_back(open.rbegin(), first);
    for (const std::uint32_t member : components.back()) number[member] = done;
    open.erase(first.base(), open.end());
  };
  for (const std::uint32_t root : roots) {
    if (number[root] != unseen) continue;
    enter(root);
    while (!path.empty()) {
      const std::uint32_t node = path.back().node;
      const std::optional<std::uint32_t> next = successor(node, path.back().next++);
      if (next && number[*next] == unseen) {
        enter(*next);
      } else if (next) {
        if (number[*next] != done) lowest[node] = std::min(lowest[node], number[*next]);
      } else {
        path.pop_back();
        if (!path.empty())
          lowest[path.back().node] = std::min(lowest[path.back().node], lowest[node]);
        if (lowest[node] == number[node]) close(node);
      }
    }
  }
  return components;
}

/// Of all nodes.
template <typename Successor>
[[nodiscard]] std::vector<std::vector<std::uint32_t>> strong_components(
    std::size_t count, const Successor& successor) {
  std::vector<std::uint32_t> roots(count);
  std::iota(roots.begin(), roots.end(), 0U);
  return strong_components(count, roots, successor);
}

}  // namespace hardbop
