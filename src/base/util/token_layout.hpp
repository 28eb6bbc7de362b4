// SPDX-License-Identifier: MIT
// Prints a text again with canonical blanks, line breaks and indentation. The tokens and comments
// stay, so the meaning does, too. A grammar says what belongs between two tokens (Gap) and how far
// a line is indented; line breaks inside of a statement stay where the author made them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/util/scanner.hpp"

namespace hardbop {

/// What stands between a token and the one before it.
enum class Gap : std::uint8_t {
  Tight,  // nothing
  None,   // nothing, or the line break of the author
  Space,  // a blank, or the line break of the author
  Line,   // a line break
  Blank,  // an empty line
};

/// A token, or the end, with what the grammar says of it.
struct LaidToken {
  TextToken token;
  Gap gap = Gap::Space;
  unsigned indent = 0;          // if a line begins with it
  unsigned comment_indent = 0;  // of comments before it that have lines of their own
};

class TokenLayout {
 public:
  /// The text must have no unknown tokens. Both must outlive the layout.
  TokenLayout(std::string_view text, const TokenSyntax& syntax);

  /// The end is the last. Set the gaps of all first, then the indents.
  [[nodiscard]] std::vector<LaidToken>& tokens() { return tokens_; }
  /// With the gaps as they are now.
  [[nodiscard]] bool begins_line(std::size_t index) const;
  [[nodiscard]] std::string print();

 private:
  /// Something between two tokens that begins behind so many line breaks.
  struct Comment {
    std::string_view text;
    unsigned breaks = 0;
    [[nodiscard]] bool ends_line() const { return text.starts_with("//"); }
  };
  struct Lead {
    std::vector<Comment> comments{};
    unsigned breaks = 0;  // between the last comment and the token
  };

  std::string_view text_;
  const TokenSyntax& syntax_;
  std::vector<LaidToken> tokens_;
  std::vector<Lead> leads_;  // by token
  std::string out_;

  [[nodiscard]] Lead lead_of(SourceOffset begin, SourceOffset end) const;
  void print_lead(std::size_t index);
  void start_line(bool is_blank_before, unsigned indent);
  void write_comment(std::string_view comment);
  [[nodiscard]] bool can_touch(std::size_t index) const;
};

}  // namespace hardbop
