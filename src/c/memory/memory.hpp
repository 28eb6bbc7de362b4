// SPDX-License-Identifier: MIT
// Memory as variables of a labelled transition graph [wang07 §4.1]: each cell of each object is a
// variable, each object has a fixed address, and an access through a pointer is a choice between
// the cells that are possible according to the points-to analysis. Large objects can be arrays of
// the graph instead (layouts.hpp): an access is then a choice between objects.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/util/id.hpp"
#include "c/memory/layouts.hpp"
#include "c/memory/points_to.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::c {

/// A copy of a function: those that recurse have one for each depth.
using InstanceId = Id<struct InstanceTag>;
constexpr InstanceId no_instance;

/// Something with an address: an object (a local one for each copy of its function), a piece of
/// heap, or a function.
struct Region {
  Pointee what;
  InstanceId instance;  // of a local object
  std::uint64_t base = 0;
  std::uint64_t size = 0;  // of one with a `length`: its room, which is larger than that
  std::vector<Cell> cells;
  words::VariableId first = 0;                           // the first cell's; the others follow
  std::optional<words::VariableId> live = std::nullopt;  // not zero while it is; else it always is
  std::uint64_t grave = 0;                               // where pointers go that it outlives
  std::uint64_t ended = 0;                               // what the variable is when it has ended
  std::optional<words::ArrayId> array = std::nullopt;    // instead of cells
  bool has_padding = false;                              // not all bytes are in a cell
  ArrayLayout layout = {};                               // its
  std::optional<words::VariableId> length = std::nullopt;  // its size, where that is no constant
  std::optional<words::VariableId> tail = std::nullopt;    // whether anything is known behind that
};
using RegionId = Id<struct RegionTag>;

class Memory {
 public:
  Memory(const Program& program, words::Graph& graph);

  /// Parallel assignments under construction.
  struct Updates {
    std::map<words::VariableId, words::ExprId> variables;
    std::map<words::ArrayId, words::ExprId> arrays;

    [[nodiscard]] bool empty() const { return variables.empty() && arrays.empty(); }
  };

  /// Makes a region and its variables.
  RegionId add(const Pointee& what, InstanceId instance, const std::string& name,
               std::uint64_t size, std::vector<Cell> cells, bool is_zero);
  /// Makes a region and its array.
  RegionId add_array(const Pointee& what, InstanceId instance, const std::string& name,
                     std::uint64_t size, const ArrayLayout& layout, bool is_zero);
  /// Makes a region of any size that is smaller than `room`, a power of two, and its array. At
  /// first its size is zero.
  RegionId add_block(const Pointee& what, InstanceId instance, const std::string& name,
                     std::uint64_t room, const ArrayLayout& layout, bool is_zero);
  /// The next region starts at a multiple of this.
  void align(std::uint64_t bytes) { next_unit_ = std::max(next_unit_, bytes); }
  /// Whether there are addresses for so many more bytes.
  [[nodiscard]] bool has_room(std::uint64_t size) const;
  /// For how many more blocks with so much room there are addresses.
  [[nodiscard]] std::uint64_t blocks_left(std::uint64_t room) const;
  /// Whether there were no addresses for a region: then regions overlap.
  [[nodiscard]] bool is_full() const { return is_full_; }

  [[nodiscard]] const ById<RegionId, Region>& regions() const { return regions_; }
  /// The regions of something: one for each copy.
  [[nodiscard]] const std::vector<RegionId>& regions(const Pointee& what) const;
  /// What undefined functions do names locals of functions that have one copy, but looks only
  /// while they are alive: of a function that nobody calls, never.
  [[nodiscard]] std::optional<RegionId> find_region(const Pointee& what, InstanceId instance) const;
  [[nodiscard]] RegionId region_id(const Pointee& what, InstanceId instance) const;
  [[nodiscard]] const Region& region(const Pointee& what, InstanceId instance) const {
    return regions_[region_id(what, instance)];
  }
  /// From now on a variable says whether it is alive: at first it is not, and zero.
  void add_life(RegionId region, const std::string& name, words::Width width,
                std::uint64_t ended = 0);
  /// Addresses for pointers to it that were left over as it starts to live again.
  void add_grave(RegionId region);
  /// Pointers that are left over: in these cells of a region, which are pointers.
  struct LeftOver {
    RegionId holder;
    const std::vector<bool>& cells;
    words::ExprId condition = 0;  // under which they are
  };
  /// Makes such pointers lead there.
  void bury(RegionId dead, const LeftOver& pointers, Updates& updates);
  [[nodiscard]] words::ExprId is_live(const Region& region);
  /// From now on a variable says whether anything is known of what is behind the end of a block: it
  /// is not arbitrary as the block becomes larger.
  void add_tail(RegionId region, const std::string& name);

  /// What an access is to.
  struct Target {
    words::ExprId address = 0;
    Type type;
    Pointees pointees;                              // whose address it may be
    std::optional<RegionId> region = std::nullopt;  // where it can be of this one alone
    bool initialises = false;                       // may write constants
    std::uint32_t aligned = 8;  // its distance from the start of a region is a multiple of it
  };
  /// Something that makes an access invalid, other than to be outside of everything.
  struct Problem {
    words::ExprId when = 0;
    std::string text;
    bool is_fault = true;  // C does not allow it; else it is what cannot be followed here
  };
  /// When an access is possible.
  struct Validity {
    words::ExprId valid = 0;
    std::vector<Problem> problems;
  };
  /// A value read, and when it can be.
  struct Read {
    words::ExprId value = 0;
    Validity validity;
  };
  /// Nothing where there are more places than can be told apart. The memory is as `after` leaves
  /// it, where that is given.
  [[nodiscard]] std::optional<Read> read(const Target& target, const Updates* after = nullptr);
  /// Adds a store.
  [[nodiscard]] std::optional<Validity> write(const Target& target, words::ExprId value,
                                              Updates& updates);
  /// Whether something that is added to a pointer does not make it one to another region: from
  /// where it is next to none, or another one, it may not come to lie in or next to one.
  [[nodiscard]] words::ExprId stays(words::ExprId pointer, words::ExprId moved,
                                    const Pointees& pointees);
  /// Whether an address is in or next to one of these, or null or next to that: where it is from is
  /// known then.
  [[nodiscard]] words::ExprId is_known(words::ExprId address, const Pointees& pointees);
  /// Whether something that is moved by so many bytes stays in or next to its region, if it was.
  [[nodiscard]] bool is_near(std::int64_t bytes) const {
    return static_cast<std::uint64_t>(bytes < 0 ? -bytes : bytes) <= guard_ / 2;
  }
  /// Whether its regions are arrays.
  [[nodiscard]] bool is_array(const Pointee& what) const;
  /// Whether an address may be of more than one region.
  [[nodiscard]] bool is_choice(const Pointees& pointees) const;

  /// A place that an access may be to.
  struct Candidate {
    RegionId region;
    std::uint32_t offset = 0;
  };
  /// Nothing where there are more than can be told apart.
  [[nodiscard]] std::optional<std::vector<Candidate>> candidates(const Target& target) const;
  /// The cells that a place consists of, or is part of.
  [[nodiscard]] std::vector<words::VariableId> variables(const Candidate& candidate,
                                                         Type type) const;
  /// How an access of so many bytes is aligned, usually.
  [[nodiscard]] std::uint32_t alignment(std::uint32_t bytes) const;
  /// Some accesses through pointers are not aligned.
  void expect_overlaps() { has_odd_accesses_ = true; }
  /// Whether two places for accesses of that size, through pointers, may share some bytes only.
  [[nodiscard]] bool may_overlap(Type type) const;
  [[nodiscard]] words::ExprId is_at(words::ExprId address, const Candidate& candidate);
  /// Whether an address is in a region, or one past its end.
  [[nodiscard]] words::ExprId is_in(words::ExprId address, const Region& region);
  [[nodiscard]] words::ExprId load(const Candidate& candidate, Type type, const Updates* after);

 private:
  /// An array that an access may be to.
  struct Spot {
    RegionId region;
    words::ExprId here = 0;                            // whether it is
    words::ExprId index = 0;                           // of the first element
    std::optional<words::ExprId> part = std::nullopt;  // of the element, by number, where an access
                                                       // is smaller
  };
  const Program& program_;
  words::Graph& graph_;
  ById<RegionId, Region> regions_;
  std::map<Pointee, std::vector<RegionId>> by_pointee_;
  std::uint64_t guard_;
  std::uint64_t next_address_;
  std::uint64_t next_unit_ = 1;
  bool is_full_ = false;
  bool has_odd_cells_ = false;  // at offsets that are no multiples of their size: bit-fields
  bool has_odd_accesses_ = false;

  [[nodiscard]] std::uint64_t room(std::uint64_t size) const;
  /// The next one, for so many bytes: none of them is reserved.
  [[nodiscard]] std::uint64_t free_address(std::uint64_t bytes) const;
  std::uint64_t take_addresses(std::uint64_t bytes);
  [[nodiscard]] words::ExprId is_around(words::ExprId address, const Region& region);

  [[nodiscard]] std::optional<Candidate> candidate(RegionId region, std::uint64_t address,
                                                   std::uint32_t bytes) const;
  [[nodiscard]] bool is_constant(const Region& region) const;
  [[nodiscard]] std::string problem_of(const Region& region) const;
  /// Adds that a region may be accessed where it is alive.
  void allow(Validity& validity, const Region& region, const Target& target, words::ExprId here);
  static void add_problem(words::Expressions& e, Validity& validity, words::ExprId when,
                          const std::string& text);
  [[nodiscard]] words::ExprId is_in(words::ExprId address, std::uint64_t base, std::uint64_t size);
  void add_graves(const Target& target, Validity& validity);
  /// Accesses within a region that are not to one of its candidates.
  void add_uncovered(const Target& target, const std::vector<Candidate>& candidates,
                     Validity& validity);
  [[nodiscard]] std::vector<RegionId> possible(const Target& target) const;
  void add_offsets(RegionId region, const Target& target, std::vector<Candidate>& out) const;
  [[nodiscard]] bool covers(RegionId id, std::uint32_t offset, std::uint32_t bytes) const;
  void store(const Candidate& candidate, std::uint32_t bytes, words::ExprId value,
             words::ExprId condition, Updates& updates);

  // Arrays
  [[nodiscard]] std::vector<Spot> spots(const Target& target);
  [[nodiscard]] std::optional<Spot> spot(RegionId id, const Target& target);
  /// Whether so many bytes at an offset are within.
  [[nodiscard]] words::ExprId is_within(const Region& region, words::ExprId offset,
                                        std::uint32_t bytes);
  [[nodiscard]] words::ExprId array_of(const Region& region, const Updates* after);
  [[nodiscard]] words::ExprId load(const Spot& spot, Type type, const Updates* after);
  [[nodiscard]] words::ExprId part_of(words::ExprId element, words::ExprId part, words::Width bits);
  [[nodiscard]] words::ExprId with_part(words::ExprId element, words::ExprId part,
                                        words::ExprId value);
  void store(const Spot& spot, std::uint32_t bytes, words::ExprId value, words::ExprId condition,
             Updates& updates);

  template <typename Visit>
  void for_each_part(const Candidate& candidate, std::uint32_t bytes, Visit visit) const;
};

}  // namespace hardbop::c
