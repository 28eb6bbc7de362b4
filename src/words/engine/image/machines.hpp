// SPDX-License-Identifier: MIT
// Images of sets of states of groups of blocks: the paper's submodules, or machines [wang07 §5.2].
//
// A set of a group of one block is a set at that block. In larger groups a few bits tell the
// blocks apart.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "words/engine/image/images.hpp"
#include "words/engine/image/partition.hpp"

namespace hardbop::image {

class Machines {
 public:
  using Visit = std::function<void(GroupId, const bdd::Bdd&)>;

  Machines(const words::Reduction& reduction, const words::Liveness& liveness, const Layout& layout,
           const Grouping& grouping, Images& images)
      : reduction_(reduction),
        liveness_(liveness),
        layout_(layout),
        grouping_(grouping),
        images_(images),
        transfers_(grouping.groups.size()) {}
  Machines(const Machines&) = delete;
  Machines& operator=(const Machines&) = delete;
  virtual ~Machines() = default;

  /// Calls `visit(group, states)` for the groups that states of the set lead to; a group may be
  /// visited more than once.
  virtual void leave(GroupId g, const bdd::Bdd& set, const Visit& visit);

  /// That the program counter is at the block, among those of its group.
  [[nodiscard]] bdd::Bdd at(words::BlockId b) const { return code(b, layout_.counter()); }
  /// The part of a group's set that is at the block.
  [[nodiscard]] bdd::Bdd part(words::BlockId b, const bdd::Bdd& set) const;

 protected:
  [[nodiscard]] bdd::Bdd code(words::BlockId b, const std::vector<bdd::Var>& vars) const;
  [[nodiscard]] const words::Reduction& reduction() const { return reduction_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] const Grouping& grouping() const { return grouping_; }
  [[nodiscard]] bdd::Bdd counter_cube(GroupId g) const;

 private:
  /// All edges from one group to another.
  struct Transfer {
    GroupId to = 0;
    std::vector<EdgeRef> edges;
    bdd::Bdd relation;
    bdd::Bdd quantified;
    std::optional<bdd::Renaming> renaming;
    bool is_made = false;
    bool is_too_large = false;
  };

  const words::Reduction& reduction_;
  const words::Liveness& liveness_;
  const Layout& layout_;
  const Grouping& grouping_;
  Images& images_;
  std::vector<std::optional<std::vector<Transfer>>> transfers_;  // by group

  void leave_blocks(GroupId g, const bdd::Bdd& set, const Visit& visit);
  [[nodiscard]] std::vector<Transfer>& transfers(GroupId g);
  void make(GroupId g, Transfer& transfer);
  [[nodiscard]] std::vector<words::VariableId> moved(const Transfer& transfer) const;
  [[nodiscard]] bdd::Bdd relation(const EdgeRef& edge, const std::vector<words::VariableId>& moved);
};

}  // namespace hardbop::image
