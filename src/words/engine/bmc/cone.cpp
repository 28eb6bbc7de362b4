// SPDX-License-Identifier: MIT
#include "words/engine/bmc/cone.hpp"

#include "base/expression/bottom_up.hpp"

namespace hardbop::bmc {

namespace {

constexpr std::size_t stands_for_nothing = ~std::size_t{0};

/// By input, the placeholder that it is.
std::vector<std::size_t> placeholders_by_word(const Terms& terms, const Arrays& arrays) {
  std::vector<std::size_t> out(terms.inputs().size(), stands_for_nothing);
  const std::vector<Placeholder>& all = arrays.placeholders();
  for (std::size_t i = 0; i < all.size(); ++i) out[all[i].word] = i;
  return out;
}

}  // namespace

Cone cone_of(ExprId question, const Terms& terms, const Arrays& arrays, const Define& define,
             std::size_t most) {
  const std::vector<std::size_t> by_word = placeholders_by_word(terms, arrays);
  const words::Expressions& e = terms.expressions();
  Cone out{{question}};
  std::vector<bool> seen;
  const auto see = [&](ExprId id) {
    seen[id] = true;
    ++out.size;
    const words::Node& node = e.node(id);
    if (node.op == words::Op::ArrayInput) out.arrays.push_back(id);
    if (node.op != words::Op::Input) return;
    out.words.push_back(id);
    if (by_word[node.value] != stands_for_nothing) out.placeholders.push_back(by_word[node.value]);
  };
  std::size_t defined = 0;
  for (std::size_t i = 0; i < out.constraints.size() && out.size <= most; ++i) {
    seen.resize(e.size());
    std::vector<ExprId> stack{out.constraints[i]};
    words::bottom_up(
        e, stack, [&](ExprId id) { return seen[id]; }, see);
    for (; defined < out.placeholders.size(); ++defined)
      for (const ExprId one : define(out.placeholders[defined])) out.constraints.push_back(one);
  }
  return out;
}

}  // namespace hardbop::bmc
