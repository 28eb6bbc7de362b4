// SPDX-License-Identifier: MIT
#include "words/certify/subject.hpp"

#include <numeric>

namespace hardbop::words {

Subject single_procedure(const Graph& graph, std::map<BlockId, std::string> sinks) {
  Subject::Procedure all;
  all.entry = graph.entry;
  all.blocks.resize(graph.blocks.size());
  std::iota(all.blocks.begin(), all.blocks.end(), BlockId{0});
  return {graph,
          {std::move(all)},
          0,
          std::vector<bool>(graph.variables.size(), true),
          std::vector<bool>(graph.arrays.size(), true),
          {},
          std::move(sinks)};
}

}  // namespace hardbop::words
