// SPDX-License-Identifier: MIT
// A set of states without a manager, to be carried from one to another [wang07 §5.2]. Its bits are
// numbered as all layouts of a graph number them.
#pragma once

#include <cstdint>
#include <vector>

#include "words/engine/image/layout.hpp"

namespace hardbop::image {

struct PortableSet {
  /// If bit then high else low; both are numbers of earlier nodes, plus 2, or 0 and 1 for the
  /// constants.
  struct Node {
    std::uint32_t bit = 0;
    std::uint32_t high = 0;
    std::uint32_t low = 0;
  };
  std::vector<Node> nodes;  // the last one is the root
  bool is_true = false;     // where there are no nodes
};

[[nodiscard]] PortableSet pack(const bdd::Bdd& set, const Layout& layout);
/// The same set in another manager, whose order may be another one.
[[nodiscard]] bdd::Bdd unpack(const PortableSet& set, const Layout& layout);

}  // namespace hardbop::image
