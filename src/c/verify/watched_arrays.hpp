// SPDX-License-Identifier: MIT
// C programs without their arrays: a model in which a few elements of each are followed, which has
// all runs of the program (words/transform/without_arrays.hpp). What holds of it holds of the
// program; a certificate of that says so in its claim.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/certificate/claim.hpp"
#include "base/util/budget.hpp"
#include "c/verify/engine.hpp"
#include "words/transform/without_arrays.hpp"

namespace hardbop::verify {

struct ModelWithoutArrays {
  words::Graph graph;
  std::map<words::BlockId, std::string> sinks;  // that no run may arrive at, with what they are
  std::vector<bool> is_signed;                  // by variable of the graph
  std::vector<words::WithoutArrays::Meaning> meanings;  // of its last variables
  std::map<words::VariableId, words::ExprId> places;    // of elements
  std::vector<words::ExprId> violations;                // at watched elements
};

/// The same program always has the same, if the budget does not run out. Nothing where that is of
/// no use.
[[nodiscard]] std::optional<ModelWithoutArrays> watched_model(const c::Program& program,
                                                              const Property& property,
                                                              std::uint32_t pieces,
                                                              words::WatchedReads reads,
                                                              Budget& budget);

/// Proves that no error is reached, in no more than so many seconds; nothing where it does not.
[[nodiscard]] std::optional<Finding> prove_with_watched_arrays(const Task& task, double seconds,
                                                               Budget& budget);

/// The key of a claim about such a model, and what makes it one.
inline constexpr std::string_view watched_key = "arrays";
[[nodiscard]] std::optional<words::WatchedReads> watched_of(const certify::Claim& claim);
[[nodiscard]] certify::Claim about_watched(certify::Claim claim, words::WatchedReads reads);

}  // namespace hardbop::verify
