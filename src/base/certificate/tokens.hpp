// SPDX-License-Identifier: MIT
// A script as its reader takes it: parentheses, words, strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/util/scanner.hpp"

namespace hardbop::certify {

/// A line of a script cannot be read. Thrown and caught where scripts are read, and nowhere else.
struct BadScript {
  std::uint32_t line = 0;
  std::string error;
};

class Tokens {
 public:
  /// `line` is that of the text's start.
  explicit Tokens(std::string_view text, std::uint32_t line = 1)
      : text_(text), scanner_(text, s_expressions::syntax), line_(line) {}

  /// A string comes with its quotes; at the end, nothing comes.
  std::string_view next();
  void expect(std::string_view token);
  /// To where so many parentheses that are open are closed.
  void skip(std::size_t depth);
  /// A number, all of a word.
  [[nodiscard]] std::uint32_t number(std::string_view word) const;
  [[noreturn]] void fail_missing(std::string_view wanted, std::string_view found) const;
  [[noreturn]] void fail(std::string error) const { throw BadScript{line_, std::move(error)}; }

  /// Of the last token: where it ends, and its line.
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] std::uint32_t line() const { return line_; }
  /// Whether nothing but a comment follows on the line.
  [[nodiscard]] bool ends_line() const;

 private:
  std::string_view text_;
  Scanner scanner_;
  std::size_t at_ = 0;
  std::uint32_t line_;
};

/// What is between the quotes of a string.
[[nodiscard]] std::string unquoted(std::string_view token);
/// A text as a string.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace hardbop::certify
