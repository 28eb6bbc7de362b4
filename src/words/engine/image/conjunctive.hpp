// SPDX-License-Identifier: MIT
// The conventional image computation [wang07 §4.3]: all blocks are one machine, and its transition
// relation is a conjunction of bit-relations, in clusters. To compare with.
#pragma once

#include "words/engine/image/machines.hpp"

namespace hardbop::image {

class ConjunctiveMachine final : public Machines {
 public:
  using Machines::Machines;

  void leave(GroupId g, const bdd::Bdd& set, const Visit& visit) override;

 private:
  struct Cluster {
    bdd::Bdd relation;
    bdd::Bdd quantified;
  };

  bool is_made_ = false;
  bdd::Bdd early_;  // what no cluster mentions
  std::vector<Cluster> clusters_;
  std::optional<bdd::Renaming> renaming_;

  void make();
  [[nodiscard]] std::vector<bdd::Bdd> bit_relations() const;
  void add_cluster(const bdd::Bdd& relation);
  void schedule();
};

}  // namespace hardbop::image
