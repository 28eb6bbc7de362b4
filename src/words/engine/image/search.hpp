// SPDX-License-Identifier: MIT
// Which blocks a run can reach: sets of states grow until nothing is new [wang07 §5.2].
//
// Groups with the same manager pass sets to each other directly. Between managers, sets are packed
// and wait until the receiving group is processed next. So several threads can search, each in one
// world at a time. One mutex protects what they share.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/util/budget.hpp"
#include "words/engine/image/portable_set.hpp"
#include "words/engine/image/world.hpp"

namespace hardbop::image {

/// Where a target was first reached.
struct Hit {
  words::BlockId block = 0;
  bdd::Bdd states;                    // at the block
  std::optional<std::size_t> source;  // the record they come from; none: they are initial
};

class Search {
 public:
  Search(const Model& model, const Grouping& grouping, Worlds& worlds, const ImageOptions& options,
         std::size_t record_nodes, Budget& budget);

  /// One entry per target, filled where it is reached. The search ends early once those with a
  /// number below `wanted` are. May end in bdd::LimitReached or TooLarge, or because the budget
  /// is used up; hits are kept. Whether it was complete.
  bool run(const std::vector<std::vector<words::BlockId>>& targets, std::size_t wanted);
  [[nodiscard]] const std::vector<std::optional<Hit>>& hits() const { return hits_; }
  /// By target: all of its blocks that were reached. After a complete search, no run reaches
  /// others.
  [[nodiscard]] const std::vector<std::vector<words::BlockId>>& reached() const { return reached_; }

  /// All states at a block that were reached.
  [[nodiscard]] bdd::Bdd states(words::BlockId b);

  /// Whether the records of all steps are there: they may have at most `record_nodes` nodes.
  [[nodiscard]] bool has_records() const { return keeps_records_; }
  /// A run of the reduced graph to the hit; the records must be there.
  [[nodiscard]] words::Run run_to(const Hit& hit);

  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::uint64_t frames() const { return frames_; }

 private:
  using Source = std::optional<std::size_t>;

  /// States of a group whose images were taken together. A cube is kept as its literals: those of
  /// a long run would be most of all nodes.
  struct Record {
    GroupId group = 0;
    bdd::Bdd set;
    std::vector<bdd::Literal> literals;  // where there is no set
    std::vector<std::size_t> sources;    // whose images it consists of; none: it is initial
  };
  struct Waiting {
    bdd::Bdd set;  // null: none
    std::vector<std::size_t> sources;
  };
  /// States on their way to a group, in a form that every manager of diagrams reads.
  struct Parcel {
    GroupId to = 0;
    PortableSet set;
    Source source;
  };
  struct HashOfState {
    std::size_t operator()(const std::vector<std::uint64_t>& bits) const;
  };
  /// Of one group; but for the parcels, of whoever is in its world.
  struct Place {
    bdd::Bdd reached;  // null: none
    Waiting waiting;   // reached, and not yet left
    Waiting now;       // of that, what this frame is about
    /// States of a group of one block that arrived alone, as bits. A diagram that shares nothing,
    /// of the states of one long run, would take a hundred times the memory.
    std::unordered_set<std::vector<std::uint64_t>, HashOfState> alone;
    std::size_t live_bits = 0;  // 0 for groups of more blocks
    std::vector<words::BlockId> targets;
    std::vector<Parcel> parcels;
  };
  /// What a step leads to.
  struct Outcome {
    std::vector<GroupId> groups;
    std::vector<Parcel> parcels;
  };

  const Model& model_;
  const Grouping& grouping_;
  Worlds& worlds_;
  const ImageOptions& options_;
  Budget& budget_;
  std::vector<Place> places_;                         // by group
  std::vector<std::vector<std::size_t>> targets_at_;  // by block
  std::size_t wanted_ = 0;

  mutable std::mutex mutex_;  // for all below, and for parcels
  std::condition_variable changed_;
  std::set<GroupId> work_;
  std::set<GroupId> next_work_;       // of the next frame
  std::vector<Parcel> next_parcels_;  // likewise
  std::vector<bool> is_busy_;         // by world
  std::size_t busy_ = 0;
  std::vector<Record> records_;
  std::size_t record_nodes_;  // that they may still have
  std::atomic<bool> keeps_records_;
  std::vector<std::optional<Hit>> hits_;
  std::vector<std::vector<words::BlockId>> reached_;
  std::size_t missing_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t frames_ = 0;
  std::vector<std::size_t> nodes_;  // by world, after its last step; for on_step
  std::size_t all_nodes_ = 0;
  std::atomic<bool> stops_ = false;
  std::exception_ptr failure_;

  [[nodiscard]] bool goes_by_frames() const {
    return options_.traversal == ImageOptions::Traversal::FrameByFrame;
  }
  void count_live_bits();
  void watch(const std::vector<std::vector<words::BlockId>>& targets);
  void start();

  [[nodiscard]] std::optional<std::vector<std::uint64_t>> single_state(
      GroupId g, const bdd::Bdd& states) const;
  [[nodiscard]] bdd::Bdd add(GroupId g, const bdd::Bdd& states);
  [[nodiscard]] bool arrive(GroupId g, const bdd::Bdd& states, Source source, Waiting& into);
  void hit(GroupId g, const bdd::Bdd& states, Source source);
  [[nodiscard]] Source keep(GroupId g, Waiting& from);
  [[nodiscard]] Outcome step(GroupId g, Waiting from, Budget& budget);
  void tell(GroupId g, const World& world, const bdd::Bdd& left);

  [[nodiscard]] std::optional<GroupId> take();
  [[nodiscard]] bool take_frame();
  [[nodiscard]] Outcome visit(GroupId g, std::vector<Parcel> parcels, Budget& budget);
  void finish(GroupId g, Outcome outcome);
  [[nodiscard]] bool run_alone();
  [[nodiscard]] bool run_together();
  void work();

  [[nodiscard]] bdd::Bdd set_of(const Record& record) const;
  [[nodiscard]] words::Point step_back(const words::Point& to, std::size_t& record,
                                       const std::vector<std::size_t>& sources);
};

}  // namespace hardbop::image
