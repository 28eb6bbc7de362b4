// SPDX-License-Identifier: MIT
// Every configuration of a concurrent program, one by one, ordered by the number of context
// switches, and then by the number of executed statements. A configuration names the active thread
// (and the round, if rounds are bounded). So what can follow a configuration does not depend on the
// way to it, and the first way found is a best one.
#pragma once

#include <unordered_map>
#include <vector>

#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/concurrent/configuration.hpp"

namespace hardbop::engine {

class Interleavings {
 public:
  enum class Ended : std::uint8_t { Complete, Early, Budget, Limit, Depth, Threads };

  Interleavings(const bp::Threads& threads, const ConcurrentQuery& query, std::uint64_t state_limit,
                Budget& budget);

  Ended explore();

  [[nodiscard]] std::size_t size() const { return configurations_.size(); }
  [[nodiscard]] bool reached(std::size_t target) const { return best_[target].found; }
  /// Whether the search came far enough to know that no run to it is better.
  [[nodiscard]] bool is_best(std::size_t target) const { return best_[target].cost <= searched_; }
  /// The vertex of a reached target.
  [[nodiscard]] bp::VertexId vertex(std::size_t target) const { return best_[target].vertex; }
  /// The run to a reached target: fewest context switches, then fewest statements.
  [[nodiscard]] trace::Interleaved trace(std::size_t target);

 private:
  struct Cost {
    std::uint32_t layer = 0;   // context switches
    std::uint32_t length = 0;  // executed statements
    friend bool operator==(const Cost&, const Cost&) = default;
    friend bool operator<=(const Cost& a, const Cost& b) {
      return a.layer < b.layer || (a.layer == b.layer && a.length <= b.length);
    }
  };
  struct Best {
    bool found = false;
    Cost cost;
    std::uint32_t parent = bp::no_index;  // the configuration before the last move
    bp::VertexId vertex = bp::no_index;
  };
  struct KeyHash {
    std::size_t operator()(const std::vector<bp::Word>& key) const;
  };
  using Table = std::unordered_map<std::vector<bp::Word>, std::uint32_t, KeyHash>;

  const bp::Threads& threads_;
  const ConcurrentQuery& query_;
  std::uint64_t state_limit_;  // how many configurations it may make
  Budget& budget_;
  Moves moves_;
  std::vector<std::vector<std::size_t>> watched_;  // by vertex: targets
  std::vector<Best> best_;
  Table table_;
  std::vector<const std::vector<bp::Word>*> configurations_;  // their keys, in the table
  std::vector<std::uint32_t> parents_;
  std::vector<Cost> costs_;
  std::vector<std::vector<trace::Beginning>> beginnings_;         // of the first configurations
  std::vector<std::vector<std::vector<std::uint32_t>>> waiting_;  // by layer, then length
  Cost searched_;  // all that costs less was looked at
  bool over_limit_ = false;
  bool too_deep_ = false;
  bool too_many_ = false;  // threads started

  void add(const Configuration& configuration, std::uint32_t parent, Cost cost);
  void note(bp::VertexId vertex, std::uint32_t parent, Cost cost);
  [[nodiscard]] bool all_reached(Cost before) const;
  bool for_each_switch(const Configuration& from, Cost cost,
                       const std::function<bool(const Move&, Cost)>& visit);
  [[nodiscard]] bool may_start(const Configuration& configuration, Cost cost) const;
  bool expand(std::uint32_t id);
  bool for_each_move(std::uint32_t id, const std::function<bool(const Move&, Cost)>& visit);
};

}  // namespace hardbop::engine
