// SPDX-License-Identifier: MIT
// Diagrams as a script defines them. Private to the layer.
#pragma once

#include <string_view>
#include <vector>

#include "base/certificate/tokens.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::certify {

class DiagramReader {
 public:
  DiagramReader(std::vector<trace::DiagramNode>& nodes, std::size_t most)
      : nodes_(nodes), most_(most) {}

  /// By its name, with what says which instance it is of; the nodes come in order.
  void node(std::string_view name, Tokens& tokens);
  /// To nodes that were read.
  [[nodiscard]] trace::DiagramRef reference(Tokens& tokens) const;

 private:
  std::vector<trace::DiagramNode>& nodes_;
  std::size_t most_;

  [[nodiscard]] trace::DiagramRef leaf(std::string_view token, const Tokens& tokens) const;
};

}  // namespace hardbop::certify
