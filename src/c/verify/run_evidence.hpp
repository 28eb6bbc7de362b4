// SPDX-License-Identifier: MIT
// Evidence that a property is violated: the values that a program gets on a run, in the order in
// which the interpreter asks for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/certificate/script.hpp"
#include "base/certificate/validation.hpp"
#include "c/il/il.hpp"
#include "c/verify/property.hpp"

namespace hardbop::verify {

/// The key of the values.
constexpr std::string_view run_values_key = "values";

[[nodiscard]] std::string write_run(const certify::Claim& claim,
                                    const std::vector<std::uint64_t>& values);
[[nodiscard]] bool is_run(const certify::Script& script);
/// Executes the program, which was read for the property, with the values. No model is involved.
[[nodiscard]] certify::Validation check_run(const c::Program& program, const Property& property,
                                            const certify::Script& script, const std::string& text);

}  // namespace hardbop::verify
