// SPDX-License-Identifier: MIT
// The managers of a search: one for all groups, or one for each with its own order of variables
// [wang07 §5.2]. What belongs to one manager, and is used by one thread at a time, is a world.
#pragma once

#include <memory>
#include <vector>

#include "words/engine/image/machines.hpp"

namespace hardbop::image {

using WorldId = std::uint32_t;

/// What a question is asked with, made once.
struct Model {
  words::Reduction reduction;
  words::Liveness liveness;
  std::vector<words::Range> ranges;  // by variable
  std::vector<unsigned> bits;        // at most
};
[[nodiscard]] Model make_model(words::Reduction reduction, const ImageOptions& options,
                               Budget& budget);
/// What diagrams cannot follow, of what the reduction has left; empty where there is nothing.
[[nodiscard]] std::string why_refused(const words::Graph& graph);

struct World {
  bdd::Manager manager;
  Layout layout;
  Images images;
  std::unique_ptr<Machines> machines;

  World(const Model& model, const Grouping& grouping, const Scope& scope,
        const ImageOptions& options);

  /// A better order pays only where steps take long. To be called after each.
  void note_step();

 private:
  std::uint64_t seen_ = 0;         // of the manager's work
  std::uint64_t costly_work_ = 0;  // of steps that took long, since the last reordering
  std::uint64_t reordering_pays_at_;
};

class Worlds {
 public:
  Worlds(const Model& model, const Grouping& grouping, const ImageOptions& options);

  [[nodiscard]] std::size_t size() const { return worlds_.size(); }
  [[nodiscard]] WorldId id(GroupId g) const { return of_[g]; }
  /// Made when first asked for; several threads may ask, for different ones.
  [[nodiscard]] World& of(GroupId g);
  void set_budget(Budget* budget);
  /// Sums over all managers.
  [[nodiscard]] bdd::KernelStatistics statistics() const;

 private:
  const Model& model_;
  const Grouping& grouping_;
  const ImageOptions& options_;
  std::vector<WorldId> of_;  // by group
  std::vector<std::unique_ptr<World>> worlds_;

  [[nodiscard]] Scope scope(WorldId id) const;
};

}  // namespace hardbop::image
