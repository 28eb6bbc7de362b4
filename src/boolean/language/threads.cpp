// SPDX-License-Identifier: MIT
#include "boolean/language/threads.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::bp {

Threads::Threads(const Graph& graph, ProcedureId entry) : graph_(graph) {
  add_blocks();
  if (initial_.empty() && entry == no_index) add_numbered();
  if (!initial_.empty()) {
    init_ = graph.program().find_procedure("init");
  } else if (entry != no_index) {
    initial_.push_back({entry, no_index, 0});
  }
  add_sites();
}

bool Threads::are_declared(const Graph& graph) {
  const Program& program = graph.program();
  return !program.threads.empty() || (program.find_procedure("main") == no_index &&
                                      program.find_procedure("thread0") != no_index);
}

void Threads::add_blocks() {
  const Program& program = graph_.program();
  for (std::uint32_t block = 0; block < program.threads.size(); ++block) {
    const Thread& thread = program.threads[block];
    const auto main = std::ranges::find_if(thread.items, [&](const Item& item) {
      return item.kind == Item::Kind::Procedure &&
             program.text(program.procedures[item.index].name.name) == "main";
    });
    for (std::uint32_t copy = 0; copy < thread.copies; ++copy)
      initial_.push_back({main->index, block, copy});
  }
}

void Threads::add_numbered() {
  const Program& program = graph_.program();
  if (program.find_procedure("main") != no_index) return;
  for (std::uint32_t i = 0;; ++i) {
    const ProcedureId p = program.find_procedure(fmt::format("thread{}", i));
    if (p == no_index) return;
    initial_.push_back({p, no_index, 0});
  }
}

void Threads::add_sites() {
  for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
    const Vertex& vertex = graph_.vertex(v);
    if (vertex.kind != VertexKind::StartThread) continue;
    if (vertex.targets.empty()) {
      sites_.push_back({v, vertex.callee, graph_.procedure(vertex.callee).entry, false});
    } else {
      sites_.push_back({v, vertex.procedure, graph_.targets()[vertex.targets.first], true});
    }
  }
}

const StartSite& Threads::site_at(VertexId v) const {
  return *std::ranges::lower_bound(sites_, v, {}, &StartSite::vertex);
}

std::string Threads::name(const InitialThread& thread) const {
  if (thread.block == no_index) return std::string(graph_.procedure_name(thread.procedure));
  const Program& program = graph_.program();
  return std::string(program.text(program.threads[thread.block].name.name));
}

}  // namespace hardbop::bp
