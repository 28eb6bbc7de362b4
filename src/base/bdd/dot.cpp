// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/bdd/cubes.hpp"
#include "base/bdd/io.hpp"
#include "base/bdd/traversal.hpp"

namespace hardbop::bdd {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string edge(std::string_view from, Ref to, bool high) {
  return fmt::format("  {} -> n{} [style={}{}];\n", from, index_of(to), high ? "solid" : "dashed",
                     complement_bit(to) != 0 ? ", arrowhead=dot" : "");
}

}  // namespace

std::string to_dot(const Manager& manager, std::span<const NamedBdd> roots) {
  Kernel& kernel = manager.kernel();
  Traversal traversal(kernel);
  std::string out = "digraph bdd {\n  n0 [shape=box, label=\"1\"];\n";
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const auto& [name, f] = roots[i];
    traversal.add(f.id());
    out += fmt::format("  r{} [shape=plaintext, label={}];\n", i, quoted(name));
    out += edge(fmt::format("r{}", i), f.id(), true);
  }
  traversal.sort_bottom_up();
  std::map<Level, std::string> ranks;
  for (const Index index : traversal.nodes()) {
    const Node& node = kernel.store.at(index);
    const std::string name = fmt::format("n{}", index);
    out += fmt::format("  {} [label={}];\n", name,
                       quoted(manager.name(kernel.order.var_at(node.level()))));
    out += edge(name, node.high, true) + edge(name, node.low, false);
    ranks[node.level()] += " " + name + ";";
  }
  for (const auto& [level, names] : ranks) out += fmt::format("  {{rank=same;{}}}\n", names);
  return out + "}\n";
}

std::string to_dot(const Manager& manager, const Bdd& f) {
  const std::vector<NamedBdd> roots{{"f", f}};
  return to_dot(manager, roots);
}

std::string to_string(const Manager& manager, const Bdd& f, std::size_t max_cubes) {
  if (f.is_true()) return "true";
  if (f.is_false()) return "false";
  std::string out;
  std::size_t count = 0;
  for_each_cube(f, [&](std::span<const Literal> cube) {
    if (count != 0) out += " | ";
    if (count++ == max_cubes) {
      out += "...";
      return false;
    }
    for (std::size_t i = 0; i < cube.size(); ++i) {
      if (i != 0) out += " & ";
      if (!cube[i].positive) out += '!';
      out += manager.name(cube[i].var);
    }
    return true;
  });
  return out;
}

}  // namespace hardbop::bdd
