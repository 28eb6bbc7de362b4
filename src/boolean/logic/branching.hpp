// SPDX-License-Identifier: MIT
// What has to be shown to show that a CTL formula is true of all initial states of a program
// without calls (horn/flat.hpp), or false of one. The claim has a part for each temporal operator
// in it, and evidence has a set of configurations for each part, in which it is true.
//
// Negations are carried to the propositions, so the sets may be smaller than they could be, but
// not larger. A configuration in the set satisfies `now`; or it satisfies `stay`, and some step of
// it, or each, leads to where `next` is true, or to the set again. Where the latter must end, each
// configuration has a rank, which gets less.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "boolean/horn/flat.hpp"
#include "boolean/logic/formula.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::temporal {

/// CTL over finite paths, too, that says the same as a formula over runs, which are infinite: what
/// a path leads to must be able to go on for ever.
class Alive {
 public:
  explicit Alive(Formula& formula);

  /// True of what can.
  [[nodiscard]] NodeId node() const { return alive_; }
  [[nodiscard]] NodeId rewrite(NodeId id);
  /// What is true of a configuration from which there are runs, and which does not satisfy the
  /// formula.
  [[nodiscard]] NodeId violation();

 private:
  Formula& formula_;
  NodeId alive_;
  std::map<NodeId, NodeId> rewritten_;
};

struct BranchingPart {
  bool is_universal = false;  // each step, not some
  bool recurs = false;        // a step leads to the set again, not to `next`
  bool ends = false;          // in finitely many steps
  // Parts of these come before this one.
  NodeId now = 0;
  NodeId stay = 0;
  NodeId next = 0;
};

class BranchingClaim {
 public:
  BranchingClaim(const bp::Graph& graph, Formula formula, bool is_violated);

  /// The last one is what has to be true where all begins: that each first configuration satisfies
  /// the formula, or that some one does not.
  [[nodiscard]] const std::vector<BranchingPart>& parts() const { return parts_; }
  /// What a step of the part from one of its configurations must lead to; nothing: to its set.
  [[nodiscard]] static std::optional<NodeId> target(const BranchingPart& part,
                                                    const horn::FlatProgram& program,
                                                    horn::PlaceId to);

  /// The truth of a node at a configuration that stands there, in variables of that copy; what is
  /// known of a part, `set` says.
  [[nodiscard]] horn::Term truth(NodeId id, horn::FlatProgram& program, horn::PlaceId place,
                                 horn::Copy copy,
                                 const std::function<horn::Term(std::size_t)>& set) const;

 private:
  const bp::Graph& graph_;
  Formula formula_;
  std::vector<BranchingPart> parts_;
  std::map<std::pair<NodeId, bool>, std::size_t> part_of_;  // of a node, or of its negation

  void add_parts(NodeId id, bool is_negated);
  [[nodiscard]] BranchingPart part(NodeId id, bool is_negated);
};

/// For others to check. Diagrams decide the variables of the program without calls.
struct BranchingProof {
  struct Part {
    std::vector<trace::DiagramRef> sets;                // by place
    std::vector<std::vector<trace::DiagramRef>> ranks;  // by place, the lowest bit first
    /// By place and variable that it changes, of a part that some step has to satisfy: the value
    /// after that step.
    std::vector<std::vector<trace::DiagramRef>> picks;
  };
  std::vector<trace::DiagramNode> nodes{1};  // as in trace::Invariant
  std::vector<Part> parts;
};

}  // namespace hardbop::temporal
