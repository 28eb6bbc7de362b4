// SPDX-License-Identifier: MIT
// Drawings of control-flow graphs. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "product/page/pack.hpp"
#include <hardbop/page.hpp>

namespace hardbop::page {

/// The graphs that the page has drawings of, the most important first.
[[nodiscard]] std::vector<const ControlFlow*> chosen_graphs(const PageContent& content,
                                                            const std::vector<Json>& answers);
[[nodiscard]] std::string to_dot(const std::vector<const ControlFlow*>& graphs,
                                 const std::vector<PageSource>& sources);
/// Graphs with the places of their blocks and arrows, as Graphviz answered in its format "plain".
[[nodiscard]] Json drawings(const std::vector<const ControlFlow*>& graphs,
                            const std::vector<PageSource>& sources, const std::string& layout);

}  // namespace hardbop::page
