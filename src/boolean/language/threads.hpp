// SPDX-License-Identifier: MIT
// The threads of a concurrent program [getafix09 §5], beside its graph: which there are from
// the start, which statements start more, and what runs before all of them. Three ways to
// write threads come together here:
//
// |                    | from the start              | before        |
// | `thread` blocks    | each block's main, N copies | init, if any  |
// | Getafix            | thread0, thread1, …         | init, if any  |
// | SATABS             | main                        |               |
//
// Statements that start threads are possible in all of them.
#pragma once

#include <string>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

/// A thread there is from the start. Its formals are arbitrary.
struct InitialThread {
  ProcedureId procedure = 0;
  std::uint32_t block = no_index;  // the `thread` block whose own globals it has
  std::uint32_t copy = 0;          // of the block, counted from zero
};

/// A statement that starts threads. One that starts `procedure` at its entry gives it arguments;
/// one that starts it elsewhere copies the starter's locals. Either copies the values of the
/// starter's own globals.
struct StartSite {
  VertexId vertex = no_index;
  ProcedureId procedure = 0;
  VertexId start = no_index;  // where the thread starts
  bool copies_locals = false;
};

class Threads {
 public:
  /// Of a program whose only entry is `entry` (SATABS), or which says itself what runs.
  explicit Threads(const Graph& graph, ProcedureId entry = no_index);

  /// Whether the program says itself which threads there are; otherwise it has one entry.
  [[nodiscard]] static bool are_declared(const Graph& graph);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// Copies of one block stand together.
  [[nodiscard]] const std::vector<InitialThread>& initial() const { return initial_; }
  /// In the order of their vertices.
  [[nodiscard]] const std::vector<StartSite>& sites() const { return sites_; }
  /// The site at this vertex, a StartThread.
  [[nodiscard]] const StartSite& site_at(VertexId v) const;
  /// What runs to its end before any thread starts; no_index where nothing does.
  [[nodiscard]] ProcedureId init() const { return init_; }

  /// "adder", of each of its copies; "thread0", "main".
  [[nodiscard]] std::string name(const InitialThread& thread) const;

 private:
  const Graph& graph_;
  std::vector<InitialThread> initial_;
  std::vector<StartSite> sites_;
  ProcedureId init_ = no_index;

  void add_blocks();
  void add_numbered();
  void add_sites();
};

}  // namespace hardbop::bp
