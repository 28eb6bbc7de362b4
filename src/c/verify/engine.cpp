// SPDX-License-Identifier: MIT
#include "c/verify/engine.hpp"

#include <algorithm>

#include "base/smt/solver.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/image_engine.hpp"
#include "c/verify/rank_engine.hpp"
#include "c/verify/slam_engine.hpp"

namespace hardbop::verify {

namespace {

constexpr std::string_view all_that_can = "auto";

bool decides_reachability_and_cycles(const Property& property) {
  return property.is_safety() || property.is<Termination>() || property.is<Formula>();
}

/// Its models have no bounds on recursion that could be given. Of rules there are often many, and
/// images are faster on most.
bool slam_joins(const Property& property, const ModelBounds& bounds) {
  return !property.is<RuleKept>() && !bounds.are_given && smt::has_solver();
}

/// Images find shorter runs, and are fast where there is little to remember; else unrolling is.
bool is_small(const Task& task) {
  constexpr std::size_t many_scalars = 200;
  std::size_t scalars = 0;
  for (const c::Object& object : task.program.objects)
    scalars += object.has_cells ? object.cells.size() : c::most_cells;
  return scalars < many_scalars;
}

Turn turn_of_images(const Task& task) {
  return {is_small(task) ? 0 : 2, {}};
}

Turn turn_of_unrolling(const Task& task) {
  return {1, std::chrono::milliseconds(is_small(task) ? 300 : 0)};
}

Turn turn_of_refinement(const Task&) {
  return {3, {}};
}

Turn turn_of_ranks(const Task&) {
  return {1, {}};
}

/// A second way to compute images.
Turn turn_of_stars(const Task&) {
  return {4, std::chrono::milliseconds(1000)};
}

bool never_joins(const Property&, const ModelBounds&) {
  return false;
}

}  // namespace

std::vector<EngineRow> engines(const ImageOptions& image, const SlamOptions& slam,
                               const BmcOptions& bmc) {
  EngineRow by_images;
  by_images.name = "image";
  by_images.description = "image computation on sets of states, with inlined calls";
  by_images.decides = decides_reachability_and_cycles;
  by_images.decide = [image](const Task& task, Budget& budget) {
    return decide_by_images(task, image, budget);
  };
  by_images.turn = turn_of_images;
  EngineRow by_refinement;
  by_refinement.name = "slam";
  by_refinement.description = "predicate abstraction and refinement";
  // What all functions have when the program ends is not known where they are looked at one by one.
  by_refinement.decides = [](const Property& property) {
    return decides_reachability_and_cycles(property) && !property.defects().has_ends();
  };
  by_refinement.joins = slam_joins;
  by_refinement.turn = turn_of_refinement;
  by_refinement.decide = [slam](const Task& task, Budget& budget) {
    return decide_by_refinement(task, slam, budget);
  };
  by_refinement.refines = true;
  by_refinement.certifies = true;
  by_refinement.overflows = !slam.unbounded;
  EngineRow by_unrolling;
  by_unrolling.name = "bmc";
  by_unrolling.description = "bounded model checking: unrolling, for a SAT solver";
  by_unrolling.decides = [](const Property& property) { return property.is_safety(); };
  by_unrolling.decide = [bmc](const Task& task, Budget& budget) {
    return decide_by_unrolling(task, bmc, budget);
  };
  by_unrolling.certifies = true;
  by_unrolling.turn = turn_of_unrolling;
  EngineRow by_ranks;
  by_ranks.name = "rank";
  by_ranks.description = "ranking functions: in every loop and recursion something gets less";
  by_ranks.decides = [](const Property& property) { return property.is<Termination>(); };
  by_ranks.joins = [](const Property&, const ModelBounds& bounds) {
    return !bounds.are_given && smt::has_solver();
  };
  by_ranks.turn = turn_of_ranks;
  by_ranks.decide = [](const Task& task, Budget& budget) { return decide_by_ranks(task, budget); };
  by_ranks.certifies = true;
  if (bmc.search.unwind) by_images.joins = by_refinement.joins = never_joins;
  std::vector<EngineRow> out{by_images, by_refinement, by_unrolling, by_ranks};
  if (!image.pointers) {
    EngineRow with_stars = by_images;
    with_stars.is_variant = true;
    with_stars.turn = turn_of_stars;
    with_stars.decide = [image](const Task& task, Budget& budget) {
      return decide_by_images_with_stars(task, image, budget);
    };
    out.push_back(with_stars);
  }
  return out;
}

std::vector<EngineRow> engines() {
  return engines({}, {}, {});
}

std::vector<EngineRow> choose_engines(const std::vector<EngineRow>& all, std::string_view name) {
  if (name == all_that_can) return all;
  const auto found = std::ranges::find(all, name, &EngineRow::name);
  if (found == all.end()) return {};
  return {*found};
}

std::vector<EngineRow> engines_for(const Property& property, const ModelBounds& bounds,
                                   const std::vector<EngineRow>& chosen) {
  std::vector<EngineRow> out;
  for (const EngineRow& row : chosen)
    if (row.decides(property)) out.push_back(row);
  if (out.size() > 1)
    std::erase_if(out, [&](const EngineRow& row) { return !row.joins(property, bounds); });
  return out;
}

bool is_decided(const Property& property, const std::vector<EngineRow>& by) {
  return std::ranges::any_of(by, [&](const EngineRow& row) { return row.decides(property); });
}

}  // namespace hardbop::verify
