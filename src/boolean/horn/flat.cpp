// SPDX-License-Identifier: MIT
#include "boolean/horn/flat.hpp"

#include <algorithm>
#include <functional>

namespace hardbop::horn {

using bp::Slot;
using bp::VertexId;
using bp::VertexKind;

namespace {

constexpr std::size_t most_places = 20'000;

}  // namespace

class Flattening {
 public:
  explicit Flattening(const bp::Graph& graph) : graph_(graph), out_(graph) {
    out_.variables_ = graph.globals();
  }

  std::optional<FlatProgram> run(const std::vector<bp::ProcedureId>& entries) {
    out_.places_.resize(2);
    begin(entries);
    for (std::uint32_t i = 0; i < activations_.size(); ++i) {
      const bp::Range vertices = graph_.procedure(activations_[i].procedure).vertices;
      for (VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
        if (!add_steps(i, v)) return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  /// A procedure as it is called in one way.
  struct Activation {
    bp::ProcedureId procedure = 0;
    std::uint32_t caller = bp::no_index;  // another one; none of an entry procedure
    VertexId call = bp::no_index;         // of the caller
    PlaceId first = 0;                    // where its vertices begin
    std::uint32_t frame = 0;
  };
  using Map = std::function<Term(const Variable&)>;
  /// By variable: its value after a step.
  using Changes = std::vector<std::pair<std::uint32_t, Term>>;
  struct Step {
    FlatEdge edge;
    Changes changes;
  };

  const bp::Graph& graph_;
  FlatProgram out_;
  std::vector<Activation> activations_;

  [[nodiscard]] Term now(std::uint32_t variable) {
    return out_.terms_.variable(Copy::Current, variable);
  }
  [[nodiscard]] Term next(std::uint32_t variable) {
    return out_.terms_.variable(Copy::Next, variable);
  }
  [[nodiscard]] std::uint32_t variable(const Activation& of, Slot slot) const {
    return slot < graph_.globals() ? slot : of.frame + slot - graph_.globals();
  }
  [[nodiscard]] PlaceId place(const Activation& of, VertexId v) const {
    return of.first + v - graph_.procedure(of.procedure).vertices.first;
  }

  /// Globals that are read before they get their first value have had an arbitrary one.
  void begin(const std::vector<bp::ProcedureId>& entries) {
    Changes arbitrary;
    for (const Slot slot : graph_.read_before_initialised())
      arbitrary.emplace_back(slot, next(slot));
    put(0, {{{1, always}, arbitrary}});
    std::vector<Step> steps;
    for (const bp::ProcedureId p : entries) {
      const Activation& main = activate({p, bp::no_index, bp::no_index, 0, graph_.globals()});
      Clauses clauses(graph_);
      clauses.initial({p}, [&](const Clause& clause) {
        const Term condition = translated(clauses, clause.condition, [&](const Variable& one) {
          return one.copy == Copy::CalleeEntry ? now(one.index) : next(variable(main, one.index));
        });
        Changes changes = arbitrary_locals(main);
        for (Slot slot = 0; slot < graph_.globals(); ++slot) changes.emplace_back(slot, next(slot));
        steps.push_back({{place(main, clause.to), condition}, std::move(changes)});
      });
    }
    put(1, steps);
  }

  const Activation& activate(Activation one) {
    const bp::GraphProcedure& procedure = graph_.procedure(one.procedure);
    one.first = static_cast<PlaceId>(out_.places_.size());
    for (VertexId i = 0; i < procedure.vertices.count; ++i) {
      FlatPlace& place = out_.places_.emplace_back();
      place.kind = FlatPlace::Kind::Running;
      place.vertex = procedure.vertices.first + i;
      place.frame = one.frame;
    }
    const bool is_entry = one.caller == bp::no_index;
    out_.places_[place(one, procedure.exit)].kind =
        is_entry ? FlatPlace::Kind::Terminated : FlatPlace::Kind::Passing;
    out_.variables_ = std::max(out_.variables_, end_of_frame(one));
    return activations_.emplace_back(one);
  }

  [[nodiscard]] std::uint32_t end_of_frame(const Activation& one) const {
    return one.frame + graph_.frame_size(one.procedure) - graph_.globals();
  }

  [[nodiscard]] bool is_active(bp::ProcedureId p, std::uint32_t activation) const {
    for (; activation != bp::no_index; activation = activations_[activation].caller)
      if (activations_[activation].procedure == p) return true;
    return false;
  }

  bool add_steps(std::uint32_t activation, VertexId v) {
    const Activation self = activations_[activation];
    const bp::Vertex& vertex = graph_.vertex(v);
    std::vector<Step> steps;
    const bool ends = vertex.kind == VertexKind::Exit && self.caller == bp::no_index;
    if (vertex.kind == VertexKind::Error || ends) {
      steps.push_back({{place(self, v), always}, {}});
    } else if (vertex.kind == VertexKind::Exit) {
      steps = comes_back(self);
    } else if (vertex.kind == VertexKind::Call) {
      if (is_active(vertex.callee, activation)) return false;
      const Activation callee = activate({vertex.callee, activation, v, 0, end_of_frame(self)});
      if (out_.places_.size() > most_places) return false;
      steps = enters(self, callee);
    } else {
      steps = inside(self, v);
    }
    put(place(self, v), steps);
    return true;
  }

  [[nodiscard]] std::vector<Step> inside(const Activation& self, VertexId v) {
    const Map map = [&](const Variable& one) {
      const std::uint32_t own = variable(self, one.index);
      return one.copy == Copy::Next ? next(own) : now(own);
    };
    std::vector<Step> out;
    Clauses clauses(graph_);
    clauses.of_vertex(
        v, [&](const Clause& clause) { out.push_back(step(clauses, clause, self, map)); });
    return out;
  }

  [[nodiscard]] std::vector<Step> enters(const Activation& self, const Activation& callee) {
    std::vector<Step> out;
    Clauses clauses(graph_);
    clauses.of_vertex(callee.call, [&](const Clause& clause) {
      if (clause.kind != Clause::Kind::Call) return;
      const Term condition = translated(clauses, clause.condition, [&](const Variable& one) {
        return one.copy == Copy::Next ? next(variable(callee, one.index))
                                      : now(variable(self, one.index));
      });
      Changes changes = arbitrary_locals(callee);
      if (graph_.vertex(clause.to).kind == VertexKind::Exit)
        for (Slot slot = graph_.first_result(callee.procedure);
             slot < graph_.frame_size(callee.procedure); ++slot)
          changes.emplace_back(variable(callee, slot), next(variable(callee, slot)));
      out.push_back({{place(callee, clause.to), condition}, std::move(changes)});
    });
    return out;
  }

  [[nodiscard]] std::vector<Step> comes_back(const Activation& callee) {
    const Activation& caller = activations_[callee.caller];
    const Slot results = graph_.first_result(callee.procedure);
    const Map map = [&](const Variable& one) {
      switch (one.copy) {
        case Copy::CalleeResult: return now(variable(callee, results + one.index));
        case Copy::CalleeExit: return now(one.index);
        case Copy::Next: return next(variable(caller, one.index));
        default: return now(variable(caller, one.index));
      }
    };
    std::vector<Step> out;
    Clauses clauses(graph_);
    clauses.come_back(callee.call, [&](const Clause& clause) {
      out.push_back(step(clauses, clause, caller, map));
    });
    return out;
  }

  [[nodiscard]] Step step(Clauses& clauses, const Clause& clause, const Activation& of,
                          const Map& map) {
    Step out{{place(of, clause.to), translated(clauses, clause.condition, map)}, {}};
    for (const auto& [slot, value] : clause.changed)
      out.changes.emplace_back(variable(of, slot), translated(clauses, value, map));
    return out;
  }

  [[nodiscard]] Changes arbitrary_locals(const Activation& of) {
    Changes out;
    for (Slot slot = graph_.globals(); slot < graph_.first_result(of.procedure); ++slot)
      out.emplace_back(variable(of, slot), next(variable(of, slot)));
    return out;
  }

  /// Terms have their operands before them.
  [[nodiscard]] Term translated(Clauses& clauses, Term root, const Map& map) {
    const Terms& from = clauses.terms();
    Terms& to = out_.terms_;
    std::vector<Term> known;
    const auto at = [&](Term term) {
      return term.negated() ? !known[term.node()] : known[term.node()];
    };
    for (std::uint32_t i = 0; i <= root.node(); ++i) {
      const Terms::Node& node = from.node({i, false});
      switch (node.kind) {
        case Terms::Kind::True: known.push_back(always); break;
        case Terms::Kind::Variable: known.push_back(map(node.variable)); break;
        case Terms::Kind::And: known.push_back(to.both(at(node.a), at(node.b))); break;
        case Terms::Kind::Iff: known.push_back(to.same(at(node.a), at(node.b))); break;
        case Terms::Kind::Ite:
          known.push_back(to.choose(at(node.a), at(node.b), at(node.c)));
          break;
      }
    }
    return at(root);
  }

  /// All steps of a place change the same variables: what one leaves alone keeps its value.
  void put(PlaceId from, const std::vector<Step>& steps) {
    FlatPlace& place = out_.places_[from];
    for (const Step& one : steps)
      for (const auto& [variable, value] : one.changes)
        if (value != now(variable)) place.changed.push_back(variable);
    std::ranges::sort(place.changed);
    const auto repeated = std::ranges::unique(place.changed);
    place.changed.erase(repeated.begin(), repeated.end());
    for (const Step& one : steps) {
      Term condition = one.edge.condition;
      for (const std::uint32_t variable : place.changed) {
        const auto found = std::ranges::find(one.changes, variable, &Changes::value_type::first);
        const Term value = found == one.changes.end() ? now(variable) : found->second;
        if (value != next(variable))
          condition = out_.terms_.both(condition, out_.terms_.same(next(variable), value));
      }
      if (condition != never) place.edges.push_back({one.edge.to, condition});
    }
  }
};

std::optional<FlatProgram> FlatProgram::make(const bp::Graph& graph,
                                             const std::vector<bp::ProcedureId>& entries) {
  return Flattening(graph).run(entries);
}

}  // namespace hardbop::horn
