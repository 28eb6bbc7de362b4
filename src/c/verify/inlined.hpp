// SPDX-License-Identifier: MIT
// C programs as the engine image reads them: without calls, with copies of functions that call
// themselves. A certificate about such a model says in its claim how it is made.
#pragma once

#include <optional>
#include <string_view>

#include "base/certificate/claim.hpp"
#include "base/util/budget.hpp"
#include "c/lower/lower.hpp"
#include "c/verify/formulas.hpp"
#include "c/verify/property.hpp"
#include "words/certify/subject.hpp"
#include "words/transform/lasso.hpp"

namespace hardbop::verify {

/// Of a function that calls itself; deeper recursion ends as unknown.
constexpr std::uint32_t most_copies = 512;

struct Inlined {
  std::uint32_t copies = 1;  // of a function that calls itself
  std::uint32_t heap = 1;    // pieces that one place allocates
  c::Pointers pointers = c::Pointers::Direct;
};

[[nodiscard]] c::Model inlined_model(const c::Program& program, const Property& property,
                                     const Inlined& inlined, Budget* budget = nullptr);

/// Of properties about runs without end: where the graph arrives if one violates the property.
struct WatchedLoops {
  Watch watch{};  // of a formula
  std::optional<words::Lasso> lasso{};
  std::string problem{};  // why there is none; empty for other properties, too
};
/// Makes the search for such a run part of the model.
[[nodiscard]] WatchedLoops watch_loops(const c::Program& program, const Property& property,
                                       c::Model& model);

/// What a proof says is not reached: all sinks of the model, and the end of a lasso.
[[nodiscard]] words::Subject inlined_subject(const c::Model& model,
                                             const std::optional<words::Lasso>& lasso);

/// Keys of a claim about such a model, and what makes it one.
inline constexpr std::string_view copies_key = "copies";
inline constexpr std::string_view pointers_key = "pointers";
/// Nothing where it is about another model.
[[nodiscard]] std::optional<Inlined> inlined_of(const certify::Claim& claim, std::uint32_t heap);
[[nodiscard]] certify::Claim about_inlined(certify::Claim claim, const Inlined& inlined);

}  // namespace hardbop::verify
