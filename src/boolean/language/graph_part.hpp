// SPDX-License-Identifier: MIT
// Some procedures of a graph as a graph of their own, to look at a few procedures of a large
// program without a step for each of the others. What they call and is not among them is there
// without its statements: a stub, of which an entry and an exit are known, and no way between them.
#pragma once

#include <memory>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

class GraphPart {
 public:
  /// The whole must outlive the part. Members are numbered from 0 in the order given, stubs follow:
  /// these, and what members call.
  GraphPart(const Graph& whole, const std::vector<ProcedureId>& members,
            const std::vector<ProcedureId>& stubs = {});

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] std::size_t members() const { return members_; }
  [[nodiscard]] bool is_stub(ProcedureId p) const { return p >= members_; }
  /// The procedure's number in the whole, and the other way round: no_index where it has none.
  [[nodiscard]] ProcedureId whole(ProcedureId p) const { return whole_[p]; }
  [[nodiscard]] ProcedureId part(ProcedureId p) const { return part_[p]; }
  /// Of a member's vertex.
  [[nodiscard]] VertexId whole_vertex(VertexId v) const;
  [[nodiscard]] VertexId part_vertex(VertexId v) const;

 private:
  const Graph& original_;
  std::unique_ptr<Graph> own_;
  const Graph* graph_ = nullptr;
  std::size_t members_ = 0;
  std::vector<ProcedureId> whole_;  // by procedure of the part
  std::vector<ProcedureId> part_;   // by procedure of the whole

  ProcedureId number(ProcedureId p);
  void copy(ProcedureId p);
  void add_stub(ProcedureId p);
};

}  // namespace hardbop::bp
