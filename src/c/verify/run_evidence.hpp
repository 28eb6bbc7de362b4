// SPDX-License-Identifier: MIT
// Evidence that a property is violated: the values that a program gets on a run, in the order in
// which the interpreter asks for them; of threads, also who executes each statement.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/certificate/script.hpp"
#include "base/certificate/validation.hpp"
#include "c/il/il.hpp"
#include "c/threads/scheduled_run.hpp"
#include "c/verify/property.hpp"

namespace hardbop::verify {

/// The key of the values.
constexpr std::string_view run_values_key = "values";
/// The key of who executes: a thread's number, and how many statements, again and again.
constexpr std::string_view run_schedule_key = "schedule";

[[nodiscard]] std::string write_run(const certify::Claim& claim,
                                    const std::vector<std::uint64_t>& values);
/// Empty where the run would not be accepted: it depends on pointers that are not initialised.
[[nodiscard]] std::string write_scheduled_run(const certify::Claim& claim,
                                              const c::Program& threaded, const Property& property,
                                              c::ScheduledRun run);
[[nodiscard]] bool is_run(const certify::Script& script);
/// Executes the program, which was read for the property, with the values; of one that was made of
/// threads, these. No model is involved.
[[nodiscard]] certify::Validation check_run(const c::Program& program, const Property& property,
                                            const certify::Script& script, const std::string& text);

}  // namespace hardbop::verify
