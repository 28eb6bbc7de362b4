// SPDX-License-Identifier: MIT
// Visits each node below some roots once, without recursion and at a cost that depends
// on those nodes alone: the list of visited nodes is its own work list, and the marks
// are taken off the nodes in it at the end. One at a time per manager.
#pragma once

#include <span>
#include <vector>

#include "base/bdd/kernel.hpp"

namespace hardbop::bdd {

class Traversal {
 public:
  explicit Traversal(Kernel& kernel) : kernel_(kernel) { kernel_.visited.clear(); }
  Traversal(const Traversal&) = delete;
  Traversal& operator=(const Traversal&) = delete;
  ~Traversal() {
    for (const Index index : kernel_.visited) kernel_.store.at(index).head &= ~mark_bit;
  }

  /// Adds what is reachable from here; the constant is never visited.
  void add(Ref root) {
    std::vector<Index>& visited = kernel_.visited;
    std::size_t next = visited.size();
    reach(root);
    for (; next < visited.size(); ++next) {
      const Node node = kernel_.store.at(visited[next]);
      reach(node.high);
      reach(node.low);
    }
  }

  /// In the order found; sort_bottom_up() puts children before parents.
  [[nodiscard]] std::span<const Index> nodes() const { return kernel_.visited; }
  void sort_bottom_up();

 private:
  Kernel& kernel_;

  void reach(Ref ref) {
    if (is_constant(ref)) return;
    Node& node = kernel_.store.node(ref);
    if (node.marked()) return;
    kernel_.visited.push_back(index_of(ref));
    node.head |= mark_bit;
  }
};

}  // namespace hardbop::bdd
