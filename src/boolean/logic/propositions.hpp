// SPDX-License-Identifier: MIT
// What the names in a formula mean, and what a proposition is at a place of the program: a
// constant, or the value of a variable.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "boolean/language/valuation.hpp"
#include "boolean/logic/formula.hpp"

namespace hardbop::temporal {

/// A name that stands for nothing: why, and a hint.
struct NameProblem {
  std::string text;
  std::string hint;
};

/// `g`, `P.x`.
[[nodiscard]] std::optional<Atom> find_variable(const bp::Graph& graph, std::string_view name,
                                                NameProblem& problem);
/// `@L`, `@P.L`, without the '@'.
[[nodiscard]] std::optional<Atom> find_label(const bp::Graph& graph, std::string_view name,
                                             NameProblem& problem);
/// `in(P)`: P.
[[nodiscard]] std::optional<Atom> find_in(const bp::Graph& graph, std::string_view name,
                                          NameProblem& problem);

/// Where a configuration stands.
struct Position {
  enum class Kind : std::uint8_t { Running, Failed, Terminated };
  Kind kind = Kind::Running;
  bp::ProcedureId procedure = 0;       // of the top frame; not of Terminated
  bp::VertexId vertex = bp::no_index;  // of Running
};

/// The position of a run that has arrived at `v`, which is not an exit.
[[nodiscard]] Position position_at(const bp::Graph& graph, bp::VertexId v);

/// What an atom is for all configurations that stand so: a value, or that of a slot.
struct Meaning {
  bool is_constant = true;
  bool value = false;
  bp::Slot slot = 0;
};

[[nodiscard]] Meaning meaning_of(const Atom& atom, const Position& position);

/// The slots that the formula's propositions look at in configurations that stand at `v`; an
/// exit means the final configuration.
[[nodiscard]] std::vector<bp::Slot> looked_at(const bp::Graph& graph, const Formula& formula,
                                              bp::VertexId v);

/// The truth of a proposition in a configuration with that top frame.
[[nodiscard]] bool evaluate(const Formula& formula, NodeId proposition, const Position& position,
                            const bp::Valuation& frame);

}  // namespace hardbop::temporal
