// SPDX-License-Identifier: MIT
// The concrete meaning of a program, one step at a time, as the language's manual page
// states it. A nondeterministic program does not say where it goes: the caller names the
// frame it claims comes next, and the interpreter says whether the program may go there,
// or why not. Shares nothing with the engines but the evaluation of expressions.
#pragma once

#include <optional>
#include <string>

#include "boolean/language/evaluate.hpp"

namespace hardbop::bp {

/// Why a step is not one of the program's; nothing where it is.
using Objection = std::optional<std::string>;

class Interpreter {
 public:
  explicit Interpreter(const Graph& graph) : graph_(graph), evaluator_(graph) {}

  /// A run may start at the entry of procedure `p` with this frame: the globals are as their
  /// initialisers leave them, formals and locals arbitrary, and `enforce` holds.
  [[nodiscard]] Objection initial(ProcedureId p, const Valuation& frame);

  /// Executing the statement of `v` may lead to `w` in the same procedure. Not for calls.
  [[nodiscard]] Objection step(VertexId v, const Valuation& before, VertexId w,
                               const Valuation& after);

  /// The call at `v` may enter its callee with the frame `entry`.
  [[nodiscard]] Objection call(VertexId v, const Valuation& before, const Valuation& entry);

  /// Once the callee of `v` has reached its exit with the frame `exit`, the caller may go on
  /// after the call with the frame `after`.
  [[nodiscard]] Objection give_back(VertexId v, const Valuation& before, const Valuation& exit,
                                    const Valuation& after);

 private:
  const Graph& graph_;
  Evaluator evaluator_;

  [[nodiscard]] Objection initialised(const Valuation& frame);
  [[nodiscard]] bool initialised_from(Valuation globals, const Valuation& frame);
  [[nodiscard]] Objection arrives(const Vertex& vertex, const Valuation& before, VertexId w);
  [[nodiscard]] Objection assigned(const Vertex& vertex, const Valuation& before,
                                   const Valuation& after);
  [[nodiscard]] Objection returned(const Vertex& vertex, const Valuation& before,
                                   const Valuation& after);
  [[nodiscard]] Objection unchanged(ProcedureId p, const Valuation& before, const Valuation& after,
                                    Range except);
  [[nodiscard]] Objection enforced(ProcedureId p, const Valuation& frame);
  [[nodiscard]] Objection no_results(const Vertex& vertex, VertexId w,
                                     const Valuation& after) const;
};

}  // namespace hardbop::bp
