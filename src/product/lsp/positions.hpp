// SPDX-License-Identifier: MIT
// Places in a text as the protocol counts them: lines, and UTF-16 units in a line, from zero.
// Private to the layer.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/util/source.hpp"

namespace hardbop::lsp {

using Json = nlohmann::ordered_json;

class Positions {
 public:
  /// The text must outlive it.
  explicit Positions(std::string_view text);

  /// {"line": …, "character": …}
  [[nodiscard]] Json position(SourceOffset offset) const;
  /// {"start": …, "end": …}
  [[nodiscard]] Json range(SourceSpan span) const;
  /// Of the whole text.
  [[nodiscard]] Json whole() const;
  /// The offset of a position; places behind a line's end are its end.
  [[nodiscard]] SourceOffset offset(std::uint64_t line, std::uint64_t character) const;

 private:
  std::string_view text_;
  std::vector<SourceOffset> line_starts_{0};
};

}  // namespace hardbop::lsp
