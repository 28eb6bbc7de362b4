// SPDX-License-Identifier: MIT
#include "c/verify/engine.hpp"

#include <algorithm>

#include "base/smt/solver.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/horn_engine.hpp"
#include "c/verify/image_engine.hpp"
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

/// Images find shorter runs, and are fast where there is little to remember.
std::chrono::milliseconds let_images_go_first(const Task& task) {
  constexpr std::size_t many_scalars = 200;
  std::size_t scalars = 0;
  for (const c::Object& object : task.program.objects)
    scalars += object.has_cells ? object.cells.size() : c::most_cells;
  return std::chrono::milliseconds(scalars < many_scalars ? 1000 : 0);
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
  EngineRow by_refinement;
  by_refinement.name = "slam";
  by_refinement.description = "predicate abstraction and refinement";
  // What all functions have when the program ends is not known where they are looked at one by one.
  by_refinement.decides = [](const Property& property) {
    return decides_reachability_and_cycles(property) && !property.defects().has_ends();
  };
  by_refinement.joins = slam_joins;
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
  by_unrolling.waits = let_images_go_first;
  EngineRow by_clauses;
  by_clauses.name = "horn";
  by_clauses.description =
      "Horn clauses over integers: invariants guessed by Z3's Spacer, then proved";
  by_clauses.decides = [](const Property& property) {
    return property.is_safety() && !property.defects().has_ends();
  };
  by_clauses.joins = never_joins;
  by_clauses.decide = decide_by_clauses;
  by_clauses.certifies = true;
  if (bmc.search.unwind) by_images.joins = by_refinement.joins = never_joins;
  return {by_images, by_refinement, by_unrolling, by_clauses};
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
