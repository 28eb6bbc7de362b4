// SPDX-License-Identifier: MIT
// All interleavings at once: the summary engine decides the product of the threads.
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "boolean/transform/product.hpp"

namespace hardbop::engine {

namespace {

using Kind = transform::ProductRole::Kind;

/// A run of the product as the run of the threads that it stands for.
trace::Interleaved interleaved_of(const bp::Threads& threads, const transform::Product& product,
                                  const trace::Body& run) {
  const bp::Graph& graph = threads.graph();
  std::uint32_t width = graph.globals();
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    width = std::max(width, graph.frame_size(p));
  trace::Interleaved out;
  const auto arrive = [&](const transform::ProductRole& role, const bp::Valuation& frame) {
    out.last_thread = role.thread + 1;
    out.end = {role.vertex, product.frame(role.thread, frame, width)};
    if (role.kind == Kind::Arrives) out.steps.back().arrivals.push_back(out.end);
  };
  for (std::uint32_t t = 0; t < threads.initial().size(); ++t) {
    const bp::Valuation first = product.frame(t, run.frame(0), width);
    out.beginnings.push_back({first, first});
  }
  for (const trace::Step& step : run.steps) {
    const transform::ProductRole role = product.role(step.vertex);
    if (role.kind == Kind::Begun)
      for (std::uint32_t t = 0; t < threads.initial().size(); ++t)
        out.beginnings[t].initialised = product.frame(t, step.before, width);
    if (role.kind == Kind::Arrives || role.kind == Kind::Enters) arrive(role, step.before);
    if (role.kind != Kind::Statement) continue;
    trace::InterleavedStep& executed = out.steps.emplace_back();
    executed.thread = role.thread + 1;
    executed.vertex = role.vertex;
    executed.before = product.frame(role.thread, step.before, width);
    if (graph.vertex(role.vertex).kind == bp::VertexKind::EndThread)
      executed.arrivals.push_back({role.vertex, executed.before});
  }
  arrive(product.role(run.end), run.after);
  return out;
}

}  // namespace

bool can_search_product(const bp::Threads& threads) {
  return transform::Product::exists(threads);
}

std::vector<ConcurrentFinding> search_product(const bp::Threads& threads,
                                              const ConcurrentQuery& query,
                                              const ConcurrentOptions& options, Budget& budget,
                                              Statistics& statistics) {
  const transform::SharedUse use(threads);
  const transform::Product product(threads, use, query.targets);
  Query asked;
  asked.entries = {0};
  asked.targets = product.targets();
  asked.want_traces = query.want_traces;
  asked.shortest = query.may_be_long ? Shortest::NoMatter : Shortest::Expanded;
  const std::vector<Finding> found = make_summary_engine({.economies = options.economies})
                                         ->run(product.graph(), asked, budget, statistics);
  std::vector<ConcurrentFinding> out(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    out[i].outcome = found[i].outcome;
    out[i].reason = found[i].reason;
    if (found[i].outcome != Outcome::Reached) continue;
    out[i].reached = product.role(found[i].reached).vertex;
    if (!found[i].trace) continue;
    out[i].trace = interleaved_of(threads, product, found[i].trace->innermost());
    out[i].note = out[i].trace->context_switches() == 0
                      ? "a shorter trace may exist"
                      : "a shorter trace, or one with fewer switches, may exist";
  }
  return out;
}

}  // namespace hardbop::engine
