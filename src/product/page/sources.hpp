// SPDX-License-Identifier: MIT
// Texts of programs in pages. Private to the layer.
#pragma once

#include "product/page/pack.hpp"
#include <hardbop/page.hpp>

namespace hardbop::page {

/// Its path, its text and its tokens, without the note.
[[nodiscard]] Json source_json(const PageSource& source);

}  // namespace hardbop::page
