// SPDX-License-Identifier: MIT
#include "boolean/engine/registry.hpp"

#include <algorithm>

#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/engine/summary/summary_engine.hpp"

namespace hardbop::engine {

namespace {

const std::vector<EngineInfo> all_engines = {
    EngineInfo{"summary", "path edges and summaries as BDDs, control flow explicit",
               &make_summary_engine},
    EngineInfo{"fixpoint", "an algorithm written in the fixed-point calculus",
               &make_fixpoint_engine},
    EngineInfo{"explicit", "points and arrows, one valuation at a time", &make_explicit_engine},
};

}  // namespace

const std::vector<EngineInfo>& engines() {
  return all_engines;
}

const EngineInfo* find_engine(std::string_view name) {
  const auto found =
      std::ranges::find_if(all_engines, [&](const EngineInfo& info) { return info.name == name; });
  return found == all_engines.end() ? nullptr : &*found;
}

}  // namespace hardbop::engine
