// SPDX-License-Identifier: MIT
// Evidence that a program need not end, or that a run without end violates a formula: a run that
// comes back to a state it has been in, and the values that it gets until then. With the same
// values again it comes back again, and so on. A run that ends stays where it is, for a formula.
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

/// The keys of values: before the round and in it; and of how many statements are executed,
/// likewise.
constexpr std::string_view stem_key = "values-before";
constexpr std::string_view round_key = "values-of-round";
constexpr std::string_view steps_key = "steps";

/// A run of the model that was replayed: the values that the program gets, how many statements it
/// executes before the round, and how many in it; none where it ends. What memory it knows may come
/// back some rounds later than what the model does. Empty where it does not, or with calls that
/// never return, or where the formula depends on memory that was never written.
[[nodiscard]] std::string write_endless_run(const certify::Claim& claim, const c::Program& program,
                                            const Property& property,
                                            const std::vector<std::uint64_t>& values,
                                            std::uint64_t before, std::uint64_t round);
[[nodiscard]] bool is_endless_run(const certify::Script& script);
/// Executes the program. No model is involved.
[[nodiscard]] certify::Validation check_endless_run(const c::Program& program,
                                                    const Property& property,
                                                    const certify::Script& script,
                                                    const std::string& text);

}  // namespace hardbop::verify
