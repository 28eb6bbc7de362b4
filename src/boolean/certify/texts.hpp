// SPDX-License-Identifier: MIT
// What scripts call the parts of obligations. Private to the layer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "boolean/certify/obligations.hpp"

namespace hardbop::certify {

[[nodiscard]] std::string to_text(const Constant& constant);
[[nodiscard]] std::string to_text(trace::DiagramRef ref, Instance instance);
/// Where a vertex is in the program's text, and what it says there.
[[nodiscard]] std::string place_text(const bp::Graph& graph, bp::VertexId v);

/// Writes terms. Parts that are used twice or are long get a name by `let`, in order of making.
class TermWriter {
 public:
  /// What a node is called that needs no more to be said, as each variable; empty of others.
  using Name = std::function<std::string(std::uint32_t)>;

  explicit TermWriter(const horn::Terms& terms) : terms_(terms) {}

  [[nodiscard]] std::string write(horn::Term root, const Name& name);

 private:
  const horn::Terms& terms_;
  std::vector<std::string> texts_;   // by node, of the term being written
  std::vector<std::uint32_t> uses_;  // likewise

  [[nodiscard]] std::vector<std::uint32_t> parts(horn::Term root, const Name& name);
  [[nodiscard]] std::string text_of(horn::Term term) const;
  [[nodiscard]] std::string node_text(std::uint32_t node) const;
};

}  // namespace hardbop::certify
