// SPDX-License-Identifier: MIT
// Tokens as a parser by recursive descent takes them. Says in one wording what is missing, and
// bounds how deep a grammar nests.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "base/util/scanner.hpp"

namespace hardbop {

/// "expected X, found Y": how every grammar says that something is missing.
[[nodiscard]] std::string missing(std::string_view wanted, std::string_view found);

/// Unwinds to where a parser goes on after an error, which has been reported.
struct SyntaxError {};

class TokenStream {
 public:
  struct Options {
    unsigned deepest = 200;
    std::string_view end = "the end of the file";  // what the end is called
  };

  /// The last token is the end.
  TokenStream(std::vector<TextToken> tokens, Diagnostics& diagnostics, Options options);

  [[nodiscard]] const TextToken& now() const { return tokens_[next_]; }
  /// The one after so many; the end where there are fewer.
  [[nodiscard]] const TextToken& ahead(std::size_t count) const;
  [[nodiscard]] bool is_at_end() const { return is(TextToken::Kind::End); }
  [[nodiscard]] bool is(TextToken::Kind kind) const { return now().kind == kind; }
  /// A mark, keyword or name.
  [[nodiscard]] bool is(std::string_view text) const { return is_written(now(), text); }
  [[nodiscard]] static bool is_written(const TextToken& token, std::string_view text);

  /// The end is never taken.
  const TextToken& take();
  bool accept(std::string_view text);
  bool accept_one_of(std::initializer_list<std::string_view> texts);
  void expect(std::string_view text);
  const TextToken& expect(TextToken::Kind kind, std::string_view what);

  /// From there to the end of the token that was taken last.
  [[nodiscard]] SourceSpan since(SourceOffset begin) const;

  /// Reports that `wanted` is not here; once only at the end.
  [[noreturn]] void fail(std::string_view wanted, std::string hint = {});
  [[noreturn]] void fail_at(SourceSpan at, std::string text, std::string hint = {});
  /// Nothing after it is read.
  [[noreturn]] void fail_too_deep();

  /// Of a chain of operators: what it becomes is as deep as it is long.
  void bound_chain(unsigned length) {
    if (depth_ + length > options_.deepest) fail_too_deep();
  }

 private:
  friend class Deeper;
  std::vector<TextToken> tokens_;
  Diagnostics& diagnostics_;
  Options options_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
  bool is_end_reported_ = false;
};

/// One level of a grammar's nesting, as long as it lives. Fails beyond the deepest.
class Deeper {
 public:
  explicit Deeper(TokenStream& tokens);
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  ~Deeper() { --tokens_.depth_; }

 private:
  TokenStream& tokens_;
};

}  // namespace hardbop
