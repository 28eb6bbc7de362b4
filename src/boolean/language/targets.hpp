// SPDX-License-Identifier: MIT
// The places a question can be about, by name: labels and assertions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// Arriving at one of the vertices violates the property.
struct Target {
  std::string name;                  // "label R", "assert 7:3"
  std::string label;                 // of a label: without its procedure; else empty
  std::vector<VertexId> vertices;    // none: there is no such place
  std::vector<SourceOffset> places;  // of the label or assertion, beside `vertices`

  [[nodiscard]] bool is_assertion() const { return label.empty(); }
};

/// "P.L".
[[nodiscard]] std::string qualified_name(const Graph& graph, const GraphLabel& label);
/// Just this label.
[[nodiscard]] Target target_of(const Graph& graph, const GraphLabel& label);
/// `L` is label L of any procedure, `P.L` that of procedure P.
[[nodiscard]] Target label_target(const Graph& graph, std::string_view name);
/// Every assertion, in the order of the graph.
[[nodiscard]] std::vector<Target> assertion_targets(const Graph& graph);
/// Every statement, in the order of the graph.
[[nodiscard]] std::vector<VertexId> all_statements(const Graph& graph);
/// By Target::name.
[[nodiscard]] Target find_target(const Graph& graph, std::string_view name);

}  // namespace hardbop::bp
