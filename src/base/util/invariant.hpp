// SPDX-License-Identifier: MIT
// Checks of our own reasoning. A failing invariant is a bug in Hardbop, never
// bad input: bad input is answered with diagnostics.
#pragma once

#include <stdexcept>
#include <string>

namespace hardbop {

/// Thrown when Hardbop finds itself wrong. The API turns it into exit status 6.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void invariant_failed(const char* file, int line, const char* should);

}  // namespace hardbop

/// Checked in every build, so keep it off inner loops. `should` completes "this … should …".
#define HARDBOP_INVARIANT(condition, should) \
  ((condition) ? static_cast<void>(0) : ::hardbop::invariant_failed(__FILE__, __LINE__, should))
