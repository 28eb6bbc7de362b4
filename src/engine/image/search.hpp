// SPDX-License-Identifier: MIT
// Which blocks a run can reach: sets of states grow until nothing is new [wang07 §5.2].
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/image/machines.hpp"
#include "util/budget.hpp"

namespace hardbop::engine::image {

/// Where a target was first reached.
struct Hit {
  ltg::BlockId block = 0;
  bdd::Bdd states;                    // at the block
  std::optional<std::size_t> source;  // the record they come from; none: they are initial
};

class Search {
 public:
  Search(const flow::Reduction& reduction, const flow::LtgLiveness& liveness, const Layout& layout,
         const Grouping& grouping, Images& images, Machines& machines, const ImageOptions& options,
         bool keeps_records, Budget& budget);

  /// One entry per target, filled where it is reached. The search ends early once those with a
  /// number below `wanted` are. May end in bdd::LimitReached or TooLarge, or because the budget
  /// is used up; hits are kept. Whether it was complete.
  bool run(const std::vector<std::vector<ltg::BlockId>>& targets, std::size_t wanted);
  [[nodiscard]] const std::vector<std::optional<Hit>>& hits() const { return hits_; }

  /// A run of the reduced graph to the hit; records must have been kept.
  [[nodiscard]] ltg::Run run_to(const Hit& hit);

  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::uint64_t frames() const { return frames_; }

 private:
  /// States of a group whose images were taken together. A cube is kept as its literals: those of
  /// a long run would be most of all nodes.
  struct Record {
    GroupId group = 0;
    bdd::Bdd set;
    std::vector<bdd::Literal> literals;  // where there is no set
    std::vector<std::size_t> sources;    // whose images it consists of; none: it is initial
  };
  struct Waiting {
    bdd::Bdd set;
    std::vector<std::size_t> sources;
  };

  const flow::Reduction& reduction_;
  const flow::LtgLiveness& liveness_;
  const Layout& layout_;
  const Grouping& grouping_;
  Images& images_;
  Machines& machines_;
  const ImageOptions& options_;
  bool keeps_records_;
  Budget& budget_;
  std::vector<bdd::Bdd> reached_;  // by group
  std::vector<Waiting> waiting_;   // by group: reached, and not yet left
  /// By group of one block: states that arrived alone, as bits. A diagram that shares nothing, of
  /// the states of one long run, would take a hundred times the memory.
  struct HashOfState {
    std::size_t operator()(const std::vector<std::uint64_t>& bits) const;
  };
  std::vector<std::unordered_set<std::vector<std::uint64_t>, HashOfState>> alone_;
  std::vector<std::size_t> live_bits_;  // by group; 0 for groups of more blocks
  std::vector<std::uint32_t> place_;    // by BDD variable: among current bits
  std::set<GroupId> work_;
  std::vector<Record> records_;
  std::vector<std::vector<std::size_t>> targets_at_;      // by block
  std::vector<std::vector<ltg::BlockId>> target_blocks_;  // by group
  std::vector<std::optional<Hit>> hits_;
  std::size_t missing_ = 0;
  std::size_t wanted_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t frames_ = 0;
  double dear_seconds_ = 0;   // spent on steps that took long, since the last reordering
  double dear_enough_ = 0.5;  // for the next one

  void start();
  void number_bits();
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> single_state(
      GroupId g, const bdd::Bdd& states) const;
  [[nodiscard]] bdd::Bdd add(GroupId g, const bdd::Bdd& states);
  void note_time(double seconds);
  [[nodiscard]] bdd::Bdd set_of(const Record& record) const;
  void watch(const std::vector<std::vector<ltg::BlockId>>& targets);
  void arrive(GroupId g, const bdd::Bdd& states, std::optional<std::size_t> source);
  void hit(GroupId g, const bdd::Bdd& states, std::optional<std::size_t> source);
  [[nodiscard]] bool step(GroupId g, Waiting from);
  [[nodiscard]] bool frame();
  [[nodiscard]] ltg::Point step_back(const ltg::Point& to, std::size_t& record,
                                     const std::vector<std::size_t>& sources);
};

}  // namespace hardbop::engine::image
