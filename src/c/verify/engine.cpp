// SPDX-License-Identifier: MIT
#include "c/verify/engine.hpp"

#include <algorithm>

#include "base/smt/solver.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/horn_engine.hpp"
#include "c/verify/image_engine.hpp"
#include "c/verify/inductive.hpp"
#include "c/verify/rank_engine.hpp"
#include "c/verify/slam_engine.hpp"

namespace hardbop::verify {

namespace {

constexpr std::string_view all_that_can = "auto";

bool decides_reachability_and_cycles(const Property& property) {
  return property.is_safety() || property.is<Termination>() || property.is<Formula>();
}

/// Their models have no bounds on recursion that could be given. Of rules there are often many, and
/// images are faster on most.
bool joins_without_bounds(const Property& property, const ModelBounds& bounds) {
  return !property.is<RuleKept>() && !bounds.are_given;
}

bool joins_with_solver(const Property& property, const ModelBounds& bounds) {
  return joins_without_bounds(property, bounds) && smt::has_solver();
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

Turn turn_of_clauses(const Task&) {
  return {3, std::chrono::milliseconds(300)};
}

Turn turn_of_ranks(const Task&) {
  return {1, {}};
}

/// A second way to compute images.
Turn turn_of_stars(const Task&) {
  return {4, std::chrono::milliseconds(1000)};
}

/// Unrolling tries the same now and then, but not while the solver thinks about a question.
Turn turn_of_induction(const Task&) {
  return {4, std::chrono::milliseconds(1500)};
}

bool never_joins(const Property&, const ModelBounds&) {
  return false;
}

EngineRow image_row(const ImageOptions& options) {
  EngineRow out;
  out.name = "image";
  out.description = "image computation on sets of states, with inlined calls";
  out.decides = decides_reachability_and_cycles;
  out.turn = turn_of_images;
  out.decide = [options](const Task& task, Budget& budget) {
    return decide_by_images(task, options, budget);
  };
  out.certifies = true;
  return out;
}

EngineRow star_row(const ImageOptions& options) {
  EngineRow out = image_row(options);
  out.is_variant = true;
  out.turn = turn_of_stars;
  out.decide = [options](const Task& task, Budget& budget) {
    return decide_by_images_with_stars(task, options, budget);
  };
  return out;
}

EngineRow slam_row(const SlamOptions& options) {
  EngineRow out;
  out.name = "slam";
  out.description = "predicate abstraction and refinement";
  // What all functions have when the program ends is not known where they are looked at one by one.
  out.decides = [](const Property& property) {
    return decides_reachability_and_cycles(property) && !property.defects().has_ends();
  };
  out.joins = joins_with_solver;
  out.turn = turn_of_refinement;
  out.decide = [options](const Task& task, Budget& budget) {
    return decide_by_refinement(task, options, budget);
  };
  out.refines = true;
  out.certifies = true;
  out.overflows = !options.unbounded;
  return out;
}

EngineRow bmc_row(const BmcOptions& options) {
  EngineRow out;
  out.name = "bmc";
  out.description = "bounded model checking: unrolling, for a SAT solver";
  out.decides = [](const Property& property) { return property.is_safety(); };
  out.turn = turn_of_unrolling;
  out.decide = [options](const Task& task, Budget& budget) {
    return decide_by_unrolling(task, options, budget);
  };
  out.certifies = true;
  return out;
}

EngineRow induction_row(const BmcOptions& options) {
  EngineRow out = bmc_row(options);
  out.is_variant = true;
  out.joins = joins_without_bounds;
  out.turn = turn_of_induction;
  out.decide = decide_by_induction;
  return out;
}

EngineRow horn_row() {
  EngineRow out;
  out.name = "horn";
  out.description = "Horn clauses over integers: invariants guessed by Z3's Spacer, then proved";
  out.decides = [](const Property& property) { return property.is_safety(); };
  out.joins = joins_with_solver;
  out.turn = turn_of_clauses;
  out.decide = decide_by_clauses;
  out.certifies = true;
  return out;
}

EngineRow rank_row() {
  EngineRow out;
  out.name = "rank";
  out.description = "ranking functions: in every loop and recursion something gets less";
  out.decides = [](const Property& property) { return property.is<Termination>(); };
  out.joins = joins_with_solver;
  out.turn = turn_of_ranks;
  out.decide = decide_by_ranks;
  out.certifies = true;
  return out;
}

}  // namespace

std::vector<EngineRow> engines(const ImageOptions& image, const SlamOptions& slam,
                               const BmcOptions& bmc) {
  std::vector<EngineRow> out{image_row(image), slam_row(slam), bmc_row(bmc), horn_row(),
                             rank_row()};
  if (!image.pointers) out.push_back(star_row(image));
  if (!bmc.search.unwind) out.push_back(induction_row(bmc));
  if (bmc.search.unwind)
    for (EngineRow& row : out)
      if (row.name != "bmc") row.joins = never_joins;
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
