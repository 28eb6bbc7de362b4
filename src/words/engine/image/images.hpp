// SPDX-License-Identifier: MIT
// What the edges of a graph do to sets of states.
//
// A set at a block is over the current bits of the variables that are live there. It has no program
// counter, and no constraint that a variable keeps its value [wang07 §6.1]. An image is computed in
// one of three ways. If everything that an edge reads has only one value in the set, the edge is
// executed on words. Otherwise the image is a relational product with the guard and the
// assignments, as one diagram or a few, in which assigned and dying variables are quantified as
// early as possible. If this would need too many nodes, the set is divided until its parts are
// simple enough.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/bdd/manager.hpp"
#include "base/expression/evaluator.hpp"
#include "words/analysis/liveness.hpp"
#include "words/engine/image/layout.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::image {

/// An edge whose relation has too many nodes, whatever was tried.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct EdgeRef {
  words::BlockId from = 0;
  std::size_t edge = 0;
  words::BlockId to = 0;
};

/// The literals of a set that is a cube; nothing of others.
[[nodiscard]] std::optional<std::vector<bdd::Literal>> as_cube(const bdd::Bdd& set);

/// What there is to know about an edge before any diagram is made.
struct EdgePlan {
  words::ExprId guard = 0;
  std::vector<words::Assignment> assigned;  // whose variables are live at the end and have bits
  std::vector<words::VariableId> freed;     // assigned an input that nothing else looks at
  std::vector<words::VariableId> kept;      // live at the end, and not assigned
  std::vector<words::VariableId> dropped;   // live at the start; dead or assigned at the end
  std::vector<words::VariableId> needed;    // that the guard and `assigned` read
  std::vector<words::InputId> inputs;       // likewise
};

class Images {
 public:
  Images(const words::Reduction& reduction, const words::Liveness& liveness, const Layout& layout);

  [[nodiscard]] const EdgePlan& plan(words::BlockId b, std::size_t edge);
  /// Calls `visit(edge, states)` for each edge by which some state of the set goes on.
  void leave(words::BlockId b, const bdd::Bdd& set,
             const std::function<void(std::size_t, const bdd::Bdd&)>& visit);
  /// Guard and assignments as one relation, inputs quantified; may end in LimitReached.
  [[nodiscard]] bdd::Bdd relation(words::BlockId b, std::size_t edge);
  /// A state of the set, and inputs, from which the edge leads to `after`, of which only what is
  /// live at its end counts. Nothing where there is none.
  [[nodiscard]] std::optional<words::Point> before(const EdgeRef& edge, const bdd::Bdd& set,
                                                   const std::vector<std::uint64_t>& after);
  /// Some state of a set that is not empty.
  [[nodiscard]] std::vector<std::uint64_t> some_state(const bdd::Bdd& set);
  /// The word's bits as a cube.
  void add_literals(words::VariableId v, std::uint64_t value,
                    std::vector<bdd::Literal>& literals) const;
  [[nodiscard]] bdd::Bdd cube(const std::vector<words::VariableId>& variables) const;

 private:
  struct Cluster {
    bdd::Bdd relation;
    bdd::Bdd quantified;
  };
  /// A part of a set of states, with some bits of inputs chosen.
  struct Part {
    bdd::Bdd set;
    std::vector<bdd::Literal> inputs;
    unsigned depth = 0;
  };
  struct EdgeData {
    std::optional<EdgePlan> plan;
    std::vector<Cluster> clusters;
    std::optional<bdd::Renaming> renaming;
    bdd::Bdd dropped;  // cube
    bool is_made = false;
    bool is_too_large = false;
  };

  const words::Graph& graph_;
  const words::Liveness& liveness_;
  const Layout& layout_;
  bdd::Manager& manager_;
  std::vector<std::vector<EdgeData>> edges_;  // by block and edge; empty where not yet looked at
  KnownBits known_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> inputs_;
  words::Evaluator evaluator_;

  [[nodiscard]] std::vector<EdgeData>& edges(words::BlockId b);
  [[nodiscard]] EdgePlan make_plan(words::BlockId b, std::size_t edge) const;
  void prepare(words::BlockId b, std::size_t edge);
  [[nodiscard]] bool learn(const bdd::Bdd& set);
  void learn_implied(const EdgePlan& plan, const Part& part);
  [[nodiscard]] bool load(const EdgePlan& plan);
  [[nodiscard]] bdd::Bdd execute(const EdgeData& data, const bdd::Bdd& set, bool is_one_state);
  [[nodiscard]] std::vector<bdd::Bdd> conjuncts(const EdgePlan& plan, const KnownBits* known) const;
  [[nodiscard]] std::vector<Cluster> schedule(const EdgePlan& plan,
                                              const std::vector<bdd::Bdd>& conjuncts) const;
  [[nodiscard]] std::optional<bdd::Renaming> renaming(const EdgePlan& plan) const;
  [[nodiscard]] bdd::Bdd multiply(const std::vector<Cluster>& clusters,
                                  const std::optional<bdd::Renaming>& renaming,
                                  const bdd::Bdd& dropped, const bdd::Bdd& set) const;
  [[nodiscard]] bool can_pass(const EdgePlan& plan) const;
  void in_parts(const EdgePlan& plan, const bdd::Bdd& set,
                const std::function<bool(const Part&)>& attempt);
  [[nodiscard]] bdd::Bdd divide(const EdgeData& data, const bdd::Bdd& set);
  [[nodiscard]] std::optional<bdd::Var> unknown_bit(const EdgePlan& plan) const;
  [[nodiscard]] bool leads_to(const EdgePlan& plan, const std::vector<std::uint64_t>& after);
  [[nodiscard]] std::optional<bdd::Bdd> sources(const EdgePlan& plan, const bdd::Bdd& set,
                                                const std::vector<std::uint64_t>& after);
};

}  // namespace hardbop::image
