// SPDX-License-Identifier: MIT
// Questions to the diagrams of invariants.
#include <unordered_set>

#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

constexpr std::uint32_t is_true = 1;

}  // namespace

bool Invariants::contains(const Invariant& at, const std::map<std::string, bool>& state) const {
  std::uint32_t node = at.diagram;
  while (node > is_true) {
    const auto found = state.find(nodes[node].variable);
    node = found != state.end() && found->second ? nodes[node].high : nodes[node].low;
  }
  return node == is_true;
}

/// In a reduced diagram, every way that leaves this variable's other branch alone and does not end
/// in false is a state.
bool Invariants::can_be(const Invariant& at, std::string_view variable, bool value) const {
  std::vector<std::uint32_t> open{at.diagram};
  std::unordered_set<std::uint32_t> seen;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (node == is_true) return true;
    if (node < is_true || !seen.insert(node).second) continue;
    const bool decides = nodes[node].variable == variable;
    if (!decides || value) open.push_back(nodes[node].high);
    if (!decides || !value) open.push_back(nodes[node].low);
  }
  return false;
}

}  // namespace hardbop
