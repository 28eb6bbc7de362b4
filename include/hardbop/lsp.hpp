// SPDX-License-Identifier: MIT
// The language server, for editors.
#pragma once

#include <iosfwd>

namespace hardbop {

/// Speaks the Language Server Protocol on a pair of streams until the client says `exit`, or the
/// input ends: Boolean programs (.bp), fixed-point systems (.fx) and rules (.slic).
/// docs/manual/editors.md describes what it offers. Returns whether the client said `shutdown`
/// before.
bool serve_lsp(std::istream& in, std::ostream& out);

}  // namespace hardbop
