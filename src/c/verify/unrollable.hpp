// SPDX-License-Identifier: MIT
// C programs as the engine bmc reads them.
#pragma once

#include <vector>

#include "base/util/budget.hpp"
#include "c/lower/lower.hpp"
#include "words/engine/bmc/program.hpp"

namespace hardbop::verify {

/// With calls as calls, large objects as arrays, and floats; `pieces` of heap at each place.
[[nodiscard]] c::Model unrollable_model(const c::Program& program, const Property& property,
                                        std::uint32_t pieces, Budget* budget = nullptr);
/// The same without calls, with few copies of functions that call themselves.
[[nodiscard]] c::Model unrollable_model_without_calls(const c::Program& program,
                                                      const Property& property,
                                                      std::uint32_t pieces,
                                                      Budget* budget = nullptr);
/// The model must outlive it.
[[nodiscard]] bmc::Program unrollable_program(const c::Program& program, const c::Model& model);

}  // namespace hardbop::verify
