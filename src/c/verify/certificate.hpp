// SPDX-License-Identifier: MIT
// Certificates of C programs: writing and checking them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/certificate/claim.hpp"
#include "base/certificate/validation.hpp"
#include "c/verify/engine.hpp"
#include "c/verify/invariants.hpp"
#include "c/verify/property.hpp"
#include "c/verify/rules.hpp"

namespace hardbop::verify {

/// What a certificate is about.
[[nodiscard]] certify::Claim make_claim(const std::vector<c::Source>& sources,
                                        const c::ParseOptions& reading, std::uint32_t heap,
                                        const Property& property);

/// With so many pieces of heap at one place.
[[nodiscard]] certify::Claim make_claim(const Task& task, std::uint32_t heap);

/// Of a proof that has an invariant.
[[nodiscard]] std::string write_certificate(const ProvedAbstraction& proved,
                                            const certify::Claim& claim);

/// What a check of a certificate says.
struct Judgement {
  using Kind = certify::Validation::Status;

  Kind kind = Kind::Valid;
  std::string text{};                // what is valid; else what is wrong, or
  std::optional<Message> message{};  // what is wrong with an input
};

/// What a certificate must be about.
struct Expected {
  std::vector<std::string> properties;  // one of them, where there are any
  std::vector<RuleText> rules;          // where it is about a rule, of which there is none shipped
};

/// Makes the obligations of a certificate anew, and puts them to Z3. The arguments of the sources
/// are the certificate's.
[[nodiscard]] Judgement check_certificate(std::vector<c::Source> sources,
                                          const std::string& certificate, const Expected& expected);

}  // namespace hardbop::verify
