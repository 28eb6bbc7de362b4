// SPDX-License-Identifier: MIT
// Memory as variables of a labelled transition graph [wang07 §4.1]: each cell of each object is a
// variable, each object has a fixed address, and an access through a pointer is a choice between
// the cells that the points-to analysis leaves.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/points_to.hpp"
#include "ltg/graph.hpp"

namespace hardbop::c {

/// A copy of a function: those that recurse have one for each depth.
using InstanceId = std::uint32_t;

/// Something with an address: an object (a local one for each copy of its function), a piece of
/// heap, or a function.
struct Region {
  Pointee what;
  InstanceId instance = none;  // of a local object
  std::uint64_t base = 0;
  std::uint32_t size = 0;
  std::vector<Cell> cells;
  ltg::VariableId first = 0;  // the first cell's; the others follow
};
using RegionId = std::uint32_t;

class Memory {
 public:
  Memory(const Program& program, ltg::Graph& graph);

  /// Makes a region and its variables.
  RegionId add(const Pointee& what, InstanceId instance, const std::string& name,
               std::uint32_t size, std::vector<Cell> cells, bool is_zero);

  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  /// The regions of something: one for each copy.
  [[nodiscard]] const std::vector<RegionId>& regions(const Pointee& what) const;
  [[nodiscard]] const Region& region(const Pointee& what, InstanceId instance) const;
  /// The only region of something, or none.
  [[nodiscard]] const Region* only_region(const Pointee& what) const;

  /// A value read, and when it can be.
  struct Read {
    ltg::ExprId value = 0;
    ltg::ExprId valid = 0;
  };
  /// Parallel assignments under construction.
  using Updates = std::map<ltg::VariableId, ltg::ExprId>;
  /// Nothing where there are more places than can be told apart. The memory is as `after` leaves
  /// it, where that is given.
  [[nodiscard]] std::optional<Read> read(ltg::ExprId address, Type type, const Pointees& pointees,
                                         const Updates* after = nullptr);
  /// Adds a store; the condition under which it is possible.
  [[nodiscard]] std::optional<ltg::ExprId> write(ltg::ExprId address, Type type, ltg::ExprId value,
                                                 const Pointees& pointees, Updates& updates);

  /// A place that an access may be to.
  struct Candidate {
    RegionId region = 0;
    std::uint32_t offset = 0;
  };
  /// Nothing where there are more than can be told apart.
  [[nodiscard]] std::optional<std::vector<Candidate>> candidates(ltg::ExprId address, Type type,
                                                                 const Pointees& pointees) const;
  /// The cells that a place consists of, or is part of.
  [[nodiscard]] std::vector<ltg::VariableId> variables(const Candidate& candidate, Type type) const;
  /// Whether two places for accesses of that size, through pointers, may share some bytes only.
  [[nodiscard]] bool may_overlap(Type type) const;
  [[nodiscard]] ltg::ExprId is_at(ltg::ExprId address, const Candidate& candidate);
  [[nodiscard]] ltg::ExprId load(const Candidate& candidate, Type type, const Updates* after);

 private:
  const Program& program_;
  ltg::Graph& graph_;
  std::vector<Region> regions_;
  std::map<Pointee, std::vector<RegionId>> by_pointee_;
  std::uint64_t next_address_ = 16;
  bool has_odd_cells_ = false;  // at offsets that are no multiples of their size: bit-fields

  [[nodiscard]] std::uint32_t alignment(std::uint32_t bytes) const;

  void add_offsets(RegionId region, std::uint32_t bytes, std::vector<Candidate>& out) const;
  [[nodiscard]] bool covers(const Region& region, std::uint32_t offset, std::uint32_t bytes) const;
  void store(const Candidate& candidate, std::uint32_t bytes, ltg::ExprId value,
             ltg::ExprId condition, Updates& updates);
  template <typename Visit>
  void for_each_part(const Candidate& candidate, std::uint32_t bytes, Visit visit) const;
};

}  // namespace hardbop::c
