// SPDX-License-Identifier: MIT
// Re-checks a certificate over words. No engine takes part, and of the file only definitions are
// used.
#pragma once

#include <string>

#include "base/certificate/validation.hpp"
#include "words/certify/proof.hpp"
#include "words/certify/termination.hpp"

namespace hardbop::words {

/// `script` is what was read of the text, with a claim that was found to be about this subject.
[[nodiscard]] certify::Validation check_proof(const Subject& subject, const certify::Script& script,
                                              const std::string& text);
/// The same of a proof that all runs end.
[[nodiscard]] certify::Validation check_termination(const Subject& subject,
                                                    const certify::Script& script,
                                                    const std::string& text);

}  // namespace hardbop::words
