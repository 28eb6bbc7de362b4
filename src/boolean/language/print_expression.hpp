// SPDX-License-Identifier: MIT
// The order in which the pieces of an expression are written. Private to the layer.
#pragma once

#include <string_view>
#include <vector>

#include "boolean/language/ast.hpp"

namespace hardbop::bp {

/// Gives an expression's pieces from left to right, with as few parentheses as every
/// dialect needs to read it alike. No recursion: expressions can be very deep.
class ExpressionPieces {
 public:
  struct Piece {
    std::string_view text;
    SourceOffset at = no_index;  // no_index: a bracket or comma that has no place
    bool is_infix = false;       // to be set off by blanks
  };

  ExpressionPieces(const Program& program, ExprRange expression);

  /// False where there is none left.
  bool next(Piece& piece);

 private:
  struct Work {
    std::uint32_t node = no_index;  // no_index: `piece` is ready
    Piece piece;
  };

  const Program& program_;
  std::vector<Work> work_;  // the next one last

  void expand(std::uint32_t node);
  void expand_binary(std::uint32_t node);
  void push(std::string_view text, SourceOffset at = no_index, bool is_infix = false);
  void push_operand(std::uint32_t node, bool parenthesised);
};

}  // namespace hardbop::bp
