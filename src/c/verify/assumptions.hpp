// SPDX-License-Identifier: MIT
// Assumptions behind answers about a C program that the program does not state.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "c/front/front_end.hpp"
#include "c/verify/allowance.hpp"
#include "c/verify/places.hpp"

namespace hardbop::verify {

/// What overflow_assumptions() says, without the places.
inline constexpr const char* wrapping = "signed arithmetic wraps on overflow";

/// Adds those that are not there yet.
void add_assumptions(const std::vector<std::string>& from, std::vector<std::string>& to);

/// "malloc does not fail", where the program calls it.
[[nodiscard]] std::vector<std::string> allocation_assumptions(const c::Program& program,
                                                              c::Malloc malloc);

/// Where the program looks at addresses: that they are those of one layout.
[[nodiscard]] std::vector<std::string> address_assumptions(const c::Program& program);

/// Where signed arithmetic may overflow, as one assumption; nothing where it cannot. Takes a second
/// beside the time to read the sources; all places are named that it could not exclude by then.
[[nodiscard]] std::vector<std::string> overflow_assumptions(const std::vector<c::Source>& sources,
                                                            c::ParseOptions reading,
                                                            Allowance allowance);

/// A defect that may occur.
struct Doubt {
  c::Defect defect;
  std::set<std::string> excluded{};  // where it is known not to: "p.c:4:7"
};

/// For each, that no run goes on behind it, with the places where it could be. As above.
[[nodiscard]] std::vector<std::string> fault_assumptions(const c::Program& program,
                                                         const std::vector<Doubt>& doubts,
                                                         Allowance allowance);

/// That runs end at the first of these errors: of overflows and calls of reach_error, behind which
/// they would go on. Nothing of others.
[[nodiscard]] std::vector<std::string> error_assumptions(const c::Program& program,
                                                         const Places& errors);

}  // namespace hardbop::verify
