// SPDX-License-Identifier: MIT
#include "words/engine/image/portable_set.hpp"

#include <unordered_map>

namespace hardbop::image {

using bdd::Bdd;

PortableSet pack(const Bdd& set, const Layout& layout) {
  PortableSet out;
  out.is_true = set.is_true();
  std::unordered_map<bdd::Ref, std::uint32_t> numbers;
  const auto number = [&](const Bdd& f) -> std::optional<std::uint32_t> {
    if (f.is_constant()) return f.is_true() ? 1U : 0U;
    const auto found = numbers.find(f.id());
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  };
  std::vector<Bdd> open{set};
  while (!open.empty()) {
    const Bdd f = open.back();
    if (number(f)) {
      open.pop_back();
      continue;
    }
    const Bdd high = f.high();
    const Bdd low = f.low();
    const std::optional<std::uint32_t> high_number = number(high);
    const std::optional<std::uint32_t> low_number = number(low);
    if (!high_number) open.push_back(high);
    if (!low_number) open.push_back(low);
    if (!high_number || !low_number) continue;
    numbers[f.id()] = static_cast<std::uint32_t>(out.nodes.size()) + 2;
    out.nodes.push_back({layout.number(f.top()), *high_number, *low_number});
    open.pop_back();
  }
  return out;
}

Bdd unpack(const PortableSet& set, const Layout& layout) {
  const bdd::Manager& manager = layout.manager();
  std::vector<Bdd> made{manager.zero(), manager.one()};
  made.reserve(set.nodes.size() + 2);
  for (const PortableSet::Node& node : set.nodes)
    made.push_back(bdd::ite(manager.var(layout.var(node.bit)), made[node.high], made[node.low]));
  return set.nodes.empty() ? manager.constant(set.is_true) : made.back();
}

}  // namespace hardbop::image
