// SPDX-License-Identifier: MIT
// A sequential program as the relations of [getafix09 §4], for systems of the calculus;
// docs/manual/calculus.md describes each.
//
// A state is a module (procedure), a counter (vertex), locals and globals. The locals of all
// procedures share the elements of one array; those that a procedure does not have are arbitrary.
// At the exit the first locals hold the results, and the others are arbitrary.
#pragma once

#include <string>
#include <vector>

#include "bdd/manager.hpp"
#include "calculus/system.hpp"
#include "encode/expressions.hpp"
#include "engine/engine.hpp"

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

class ProgramRelations {
 public:
  explicit ProgramRelations(const bp::Graph& graph);

  /// Types and signatures.
  [[nodiscard]] const calculus::Given& given() const { return given_; }
  /// The value of one of the relations, over these columns.
  [[nodiscard]] bdd::Bdd value(const std::string& name, const std::vector<bdd::Var>& columns,
                               bdd::Manager& manager, const Query& query) const;
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  const bp::Graph& graph_;
  Counters counters_;
  calculus::Given given_;

  void add_types();
};

}  // namespace hardbop::engine
