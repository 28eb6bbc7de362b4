// SPDX-License-Identifier: MIT
// A C program and a property as a finite model, for model checkers of hardware.
#pragma once

#include <cstdint>

#include "c/verify/message.hpp"
#include "c/verify/property.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

enum class ModelFormat : std::uint8_t { Aiger, Aag, Btor2 };

/// Its first bad state is an error; the second, if there is one, a place from which the model
/// cannot follow the program. So the property holds if neither is reachable.
[[nodiscard]] std::string write_model(const Sources& sources, const c::Program& program,
                                      const Property& property, ModelFormat format);

}  // namespace hardbop::verify
