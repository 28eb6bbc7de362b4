// SPDX-License-Identifier: MIT
// Work that may make only so many nodes.
#pragma once

#include <algorithm>

#include "base/bdd/limits.hpp"
#include "base/bdd/manager.hpp"

namespace hardbop::image {

/// Lets a manager make only so many more nodes, for as long as it lives.
class NodeLimit {
 public:
  NodeLimit(bdd::Manager& manager, std::size_t more)
      : manager_(manager), before_(manager.kernel().node_limit()) {
    manager.set_node_limit(std::min(before_, manager.statistics().nodes + more));
  }
  NodeLimit(const NodeLimit&) = delete;
  NodeLimit& operator=(const NodeLimit&) = delete;
  ~NodeLimit() { manager_.set_node_limit(before_); }

 private:
  bdd::Manager& manager_;
  std::size_t before_;
};

/// Does the work within so many more nodes; whether they were enough.
template <typename Work>
bool within_limit(bdd::Manager& manager, std::size_t more, const Work& work) {
  const NodeLimit limit(manager, more);
  try {
    work();
    return true;
  } catch (const bdd::LimitReached& reached) {
    if (reached.limit() != bdd::Limit::Nodes) throw;
    manager.collect();  // what was left half done should not count as needed next time
    return false;
  }
}

}  // namespace hardbop::image
