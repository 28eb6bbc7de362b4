// SPDX-License-Identifier: MIT
// How the summary engine searches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::engine {

class SnapshotStore;
class SummaryObserver;

/// What the engine may use to be fast. All off gives the plain algorithm.
struct Economies {
  bool live = true;      // forget dead variables
  bool mod_ref = true;   // leave untouched globals out
  bool slice = true;     // leave out what cannot lead to a target
  bool compress = true;  // hold no sets at vertices with one way in
  bool alone = false;    // no procedure's sets depend on its callers: for sets that are kept
};

struct SummaryOptions {
  Economies economies{};
  /// Where not empty, the order of all slots' decision variables, which is then kept: for
  /// graphs made by a program that knows it.
  std::vector<bp::Slot> order{};
  SummaryObserver* observer = nullptr;  // who is told of the search
  /// Where given, what was found out for this key before is used, and what is found out is kept.
  std::shared_ptr<SnapshotStore> store{};
  std::string store_key{};
  /// What may be spent on searches that may turn out to be useless, in vertices; nothing: as much
  /// as is good for the program.
  std::optional<std::uint64_t> store_effort{};
};

}  // namespace hardbop::engine
