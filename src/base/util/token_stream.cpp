// SPDX-License-Identifier: MIT
#include "base/util/token_stream.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hardbop {

using Kind = TextToken::Kind;

std::string missing(std::string_view wanted, std::string_view found) {
  return fmt::format("expected {}, found {}", wanted, found);
}

TokenStream::TokenStream(std::vector<TextToken> tokens, Diagnostics& diagnostics, Options options)
    : tokens_(std::move(tokens)), diagnostics_(diagnostics), options_(options) {}

const TextToken& TokenStream::ahead(std::size_t count) const {
  return tokens_[std::min(next_ + count, tokens_.size() - 1)];
}

bool TokenStream::is_written(const TextToken& token, std::string_view text) {
  const bool is_word =
      token.kind == Kind::Mark || token.kind == Kind::Keyword || token.kind == Kind::Name;
  return is_word && token.text == text;
}

const TextToken& TokenStream::take() {
  const TextToken& token = now();
  if (!is_at_end()) ++next_;
  return token;
}

bool TokenStream::accept(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

bool TokenStream::accept_one_of(std::initializer_list<std::string_view> texts) {
  return std::ranges::any_of(texts, [&](std::string_view text) { return accept(text); });
}

void TokenStream::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("'{}'", text));
}

const TextToken& TokenStream::expect(Kind kind, std::string_view what) {
  if (!is(kind)) fail(what);
  return take();
}

SourceSpan TokenStream::since(SourceOffset begin) const {
  return {begin, next_ == 0 ? begin : tokens_[next_ - 1].at.end};
}

void TokenStream::fail(std::string_view wanted, std::string hint) {
  if (is_at_end() && std::exchange(is_end_reported_, true)) throw SyntaxError();
  if (is(Kind::Unclosed)) {
    report_unclosed(now(), diagnostics_);
    throw SyntaxError();
  }
  const std::string found = is_at_end() ? std::string(options_.end) : quote_name(now().text);
  fail_at(now().at, missing(wanted, found), std::move(hint));
}

void TokenStream::fail_at(SourceSpan at, std::string text, std::string hint) {
  diagnostics_.error(at, std::move(text), std::move(hint));
  throw SyntaxError();
}

void TokenStream::fail_too_deep() {
  const SourceSpan at = now().at;
  next_ = tokens_.size() - 1;
  is_end_reported_ = true;
  fail_at(at, fmt::format("nested more than {} levels deep", options_.deepest));
}

Deeper::Deeper(TokenStream& tokens) : tokens_(tokens) {
  if (tokens_.depth_ >= tokens_.options_.deepest) tokens_.fail_too_deep();
  ++tokens_.depth_;
}

}  // namespace hardbop
