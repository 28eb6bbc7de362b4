// SPDX-License-Identifier: MIT
// The words of Moped's formats. A comment is from # to the end of the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "boolean/import/imported.hpp"

namespace hardbop::importing {

struct MopedToken {
  enum class Kind : std::uint8_t { Name, Number, String, Symbol, End };
  Kind kind = Kind::End;
  std::string_view text;
  SourceSpan at;
};

/// What names are made of: letters, digits and `_`, or also `.`, `:`, `-`, `$`, `@`, `'` and the
/// like, as stack symbols often are made from addresses and qualified names.
enum class MopedNames : std::uint8_t { Identifiers, Symbols };

/// A position among the words of a text.
class MopedTokens {
 public:
  /// Throws Refusal at a character that no word has.
  explicit MopedTokens(std::string_view text, MopedNames names = MopedNames::Identifiers);

  [[nodiscard]] const MopedToken& look(std::size_t ahead = 0) const;
  [[nodiscard]] bool is(std::string_view text) const {
    return look().text == text && look().kind != MopedToken::Kind::String;
  }
  MopedToken take();
  bool skip_if(std::string_view text);
  /// These throw Refusal where the next word is another.
  void expect(std::string_view text);
  MopedToken take_name(std::string_view what);
  std::uint64_t take_number();
  [[nodiscard]] bool at_end() const { return look().kind == MopedToken::Kind::End; }

  [[nodiscard]] std::size_t position() const { return at_; }
  void return_to(std::size_t position) { at_ = position; }
  /// From an opening brace to behind the one that closes it.
  void skip_braces();

 private:
  std::vector<MopedToken> tokens_;
  std::size_t at_ = 0;

  void read(std::string_view text, MopedNames names);
};

}  // namespace hardbop::importing
