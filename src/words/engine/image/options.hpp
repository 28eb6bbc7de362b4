// SPDX-License-Identifier: MIT
// How the image engine searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace hardbop::image {

class ImageObserver;

struct ImageOptions {
  enum class Method : std::uint8_t {
    Disjunctive,  // a transition relation and a set of states per group of blocks
    Conjunctive,  // one of each, the program counter among the variables: to compare with
  };
  enum class Traversal : std::uint8_t {
    MachineByMachine,  // a group until it has nothing new, inner loops first
    FrameByFrame,      // all groups one step at a time: runs are shortest in blocks
  };
  /// Who has the nodes [wang07 §5.2].
  enum class Managers : std::uint8_t {
    One,       // of all groups
    PerGroup,  // each with its own order of variables; of single blocks, some share one
  };
  /// What groups of blocks should share little of [wang07 §7].
  enum class Criterion : std::uint8_t { LiveVariables, AssignedVariables, Edges, Mixed };

  Method method = Method::Disjunctive;
  Traversal traversal = Traversal::MachineByMachine;
  Managers managers = Managers::One;
  /// With a manager per group where each block is a group: those share one that mention at most
  /// this many bits together.
  unsigned shared_bits = 200;
  unsigned threads = 1;  // that search at once, where there are several managers
  Criterion criterion = Criterion::LiveVariables;
  /// Groups are divided until their blocks mention at most this many bits; with 0, each block is
  /// a group, and no program counter is left.
  unsigned threshold = 0;
  bool live = true;    // forget dead variables where a run arrives
  bool ranges = true;  // give variables only the bits that their values need
  bool slice = true;   // leave out what no guard depends on
  bool merge = true;   // make blocks that follow one another one
  /// Of the records from which runs are made: where there would be more, they are dropped, and the
  /// search is done again with all of them if a target was reached. Most searches end before; in
  /// the others records would be most of all nodes, and mostly for nothing.
  std::size_t record_nodes = 200'000;
  /// Only the first targets must be decided; the search does not go on for the others.
  std::size_t wanted = std::numeric_limits<std::size_t>::max();
  /// Called after each step of the search, for plots.
  struct Step {
    std::uint64_t step = 0;
    std::uint64_t frame = 0;    // rounds of all groups, or steps where there are none
    std::size_t new_nodes = 0;  // of the states that are new
    std::size_t nodes = 0;      // of all managers
  };
  std::function<void(const Step&)> on_step;
  ImageObserver* observer = nullptr;  // who is told of each step and its states
};

}  // namespace hardbop::image
