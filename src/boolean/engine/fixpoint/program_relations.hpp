// SPDX-License-Identifier: MIT
// A program as the relations of [getafix09 §4], and one with threads as those of its §5, for
// systems of the calculus; docs/manual/calculus.md describes each.
//
// A state is a module (procedure), a counter (vertex), locals and globals. The locals of all
// procedures share the elements of one array; those that a procedure does not have are arbitrary.
// At the exit the first locals hold the results, and the others are arbitrary.
//
// With threads the globals are those that are shared, those of the running thread, and two more
// bits of it: whether it is in an atomic section, and whether `init` still runs. A thread's
// procedure is called by a module of its own, its starter, in which `init` is called before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/calculus/system.hpp"
#include "boolean/encode/expressions.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/language/threads.hpp"

namespace hardbop::engine {

/// How vertices are numbered: from 0 in each procedure. A procedure gets one more place before its
/// exit where it starts there or a call comes back there: at the exit itself locals have gone.
class Counters {
 public:
  explicit Counters(const bp::Graph& graph);

  [[nodiscard]] std::uint32_t of(bp::VertexId v) const;
  /// As seen by who comes there with locals: not the exit, but the place before it.
  [[nodiscard]] std::uint32_t arrival(bp::VertexId v) const;
  /// The place before the exit; no_index where there is none.
  [[nodiscard]] std::uint32_t tail(bp::ProcedureId p) const { return tails_[p]; }
  [[nodiscard]] std::uint32_t largest() const { return largest_; }

 private:
  const bp::Graph& graph_;
  std::vector<std::uint32_t> tails_;
  std::uint32_t largest_ = 0;
};

/// The threads, and how often the active one may change.
struct Interleaving {
  const bp::Threads& threads;
  std::uint32_t switches = 0;
};

/// The places of a starter.
enum StarterPlace : std::uint32_t {
  calls_init,
  after_init,
  calls_thread,
  after_thread,
  ended,
};

/// What builders of relations need to know of a program.
struct ProgramShape {
  const bp::Graph& graph;
  Counters counters;
  std::optional<Interleaving> interleaving;
  std::vector<bp::ProcedureId> started;  // by starters, whose modules follow the procedures'

  explicit ProgramShape(const bp::Graph& of, std::optional<Interleaving> with = {});

  [[nodiscard]] std::uint32_t modules() const;
  /// The starter of a thread.
  [[nodiscard]] std::uint32_t starter(std::uint32_t thread) const;
  [[nodiscard]] std::uint32_t largest_counter() const;
};

class ProgramRelations {
 public:
  explicit ProgramRelations(const bp::Graph& graph, std::optional<Interleaving> threads = {});

  /// Types and signatures.
  [[nodiscard]] const calculus::Given& given() const { return given_; }
  /// The value of one of the relations, over these columns.
  [[nodiscard]] bdd::Bdd value(const std::string& name, const std::vector<bdd::Var>& columns,
                               bdd::Manager& manager, const Query& query) const;

 private:
  ProgramShape shape_;
  calculus::Given given_;

  void add_types();
  void add_range(char letter, std::size_t values, std::uint32_t place);
  void add_array(char letter, std::vector<std::uint32_t> places);
};

}  // namespace hardbop::engine
