// SPDX-License-Identifier: MIT
// Converts traces to public traces. Private to the layer.
#pragma once

#include "boolean/language/graph.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/trace/interleaved.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::api {

[[nodiscard]] Trace to_public(const bp::Graph& graph, const trace::ShownTrace& shown);
/// A run without end.
[[nodiscard]] Trace to_public(const bp::Graph& graph, const trace::Lasso& lasso,
                              const trace::ShownTrace& shown);
/// Lists at most `limit` steps, leaving out the middle.
[[nodiscard]] Trace to_public(const bp::Threads& threads, const trace::Interleaved& trace,
                              std::uint64_t limit);

}  // namespace hardbop::api
