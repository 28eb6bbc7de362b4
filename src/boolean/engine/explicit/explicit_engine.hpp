// SPDX-License-Identifier: MIT
// The explicit engine: exact for every sequential program, and only as fast as the number
// of its points allows.
#pragma once

#include <cstdint>
#include <memory>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/explicit/observer.hpp"

namespace hardbop::engine {

struct ExplicitOptions {
  std::uint64_t state_limit = 10'000'000;  // how many points it may make
  PointObserver* observer = nullptr;       // who is told of them
};

[[nodiscard]] std::unique_ptr<Engine> make_explicit_engine(const ExplicitOptions& options = {});

}  // namespace hardbop::engine
