// SPDX-License-Identifier: MIT
#include "boolean/logic/word.hpp"

namespace hardbop::temporal {

bool holds_on(const Word& word, const Formula& formula, NodeId root) {
  const std::size_t size = word.letters.size();
  std::vector<std::vector<bool>> truths(root + std::size_t{1}, std::vector<bool>(size));
  const auto after = [&](std::size_t i) { return i + 1 < size ? i + 1 : word.loop; };
  for (NodeId id = 0; id <= root; ++id) {
    const Node& node = formula.node(id);
    std::vector<bool>& now = truths[id];
    const auto left = [&](std::size_t i) { return static_cast<bool>(truths[node.left][i]); };
    const auto right = [&](std::size_t i) { return static_cast<bool>(truths[node.right][i]); };
    if (node.op == Op::Release) now.assign(size, true);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = size; i-- > 0;) {
        switch (node.op) {
          case Op::True: now[i] = true; break;
          case Op::Atom: now[i] = word.letters[i][node.left]; break;
          case Op::Not: now[i] = !left(i); break;
          case Op::And: now[i] = left(i) && right(i); break;
          case Op::Or: now[i] = left(i) || right(i); break;
          case Op::Next: now[i] = left(after(i)); break;
          case Op::Until: now[i] = right(i) || (left(i) && now[after(i)]); break;
          case Op::Release: now[i] = right(i) && (left(i) || now[after(i)]); break;
          default: break;  // False; quantifiers, which LTL has not
        }
      }
    }
  }
  return truths[root][0];
}

}  // namespace hardbop::temporal
