// SPDX-License-Identifier: MIT
// A program that does not call itself, without calls: each procedure once for each way in which it
// is called. A configuration is a place and the values of some variables: the globals, and for each
// frame on the stack its locals and results, in the order of the stack. So the truth of a CTL
// formula depends on these alone.
//
// Its steps are the clauses of clauses.hpp. Between a callee's exit and its caller there is no
// configuration, nor before a run starts: such places are passed through.
#pragma once

#include <optional>
#include <vector>

#include "boolean/horn/clauses.hpp"

namespace hardbop::horn {

using PlaceId = std::uint32_t;

/// What a step is possible by: a condition on the values before it (Copy::Current) and after it
/// (Copy::Next, of what the place changes).
struct FlatEdge {
  PlaceId to = 0;
  Term condition;
};

struct FlatPlace {
  enum class Kind : std::uint8_t {
    Passing,  // no configuration
    Running,
    Terminated,
  };

  Kind kind = Kind::Passing;
  bp::VertexId vertex = bp::no_index;  // none before the program's start
  std::uint32_t frame = 0;             // the variable of its procedure's first own slot
  std::vector<std::uint32_t> changed;  // variables that its steps change, ascending
  std::vector<FlatEdge> edges;
};

class FlatProgram {
 public:
  /// Nothing where a procedure calls itself, or where there are too many places.
  [[nodiscard]] static std::optional<FlatProgram> make(const bp::Graph& graph,
                                                       const std::vector<bp::ProcedureId>& entries);

  /// The first is where all begins; there, the values of all variables are arbitrary.
  [[nodiscard]] const std::vector<FlatPlace>& places() const { return places_; }
  [[nodiscard]] std::uint32_t variables() const { return variables_; }
  [[nodiscard]] const bp::Graph& graph() const { return *graph_; }
  [[nodiscard]] Terms& terms() { return terms_; }
  [[nodiscard]] const Terms& terms() const { return terms_; }

  [[nodiscard]] bool is_configuration(PlaceId place) const {
    return places_[place].kind != FlatPlace::Kind::Passing;
  }
  [[nodiscard]] std::uint32_t variable(PlaceId place, bp::Slot slot) const {
    return slot < graph_->globals() ? slot : places_[place].frame + slot - graph_->globals();
  }

 private:
  friend class Flattening;

  const bp::Graph* graph_;
  Terms terms_;
  std::vector<FlatPlace> places_;
  std::uint32_t variables_ = 0;

  explicit FlatProgram(const bp::Graph& graph) : graph_(&graph) {}
};

}  // namespace hardbop::horn
