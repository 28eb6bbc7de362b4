// SPDX-License-Identifier: MIT
// How the summary engine searches.
#pragma once

#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::engine {

class SummaryObserver;

/// What the engine may use to be fast. All off gives the plain algorithm.
struct Economies {
  bool live = true;      // forget dead variables
  bool mod_ref = true;   // leave untouched globals out
  bool slice = true;     // leave out what cannot lead to a target
  bool compress = true;  // hold no sets at vertices with one way in
};

struct SummaryOptions {
  Economies economies{};
  /// Where not empty, the order of all slots' decision variables, which is then kept: for
  /// graphs made by a program that knows it.
  std::vector<bp::Slot> order{};
  SummaryObserver* observer = nullptr;  // who is told of the search
};

}  // namespace hardbop::engine
