// SPDX-License-Identifier: MIT
// The tokens of a text as they are written, by Clang's lexer without its preprocessor.
#include "c/front/tokens.hpp"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include "c/front/clang/guarded.hpp"

namespace hardbop::c {

namespace {

namespace tok = clang::tok;

class TokenFinder {
 public:
  TokenFinder(const std::string& text, std::vector<Token>& out)
      : text_(text),
        out_(out),
        names_(options_),
        lexer_(clang::SourceLocation(), options_, text.data(), text.data(),
               text.data() + text.size()) {
    lexer_.SetCommentRetentionState(true);
  }

  void read() {
    clang::Token token;
    do {
      lexer_.LexFromRawLexer(token);
      take(token);
    } while (token.isNot(tok::eof));
  }

 private:
  const std::string& text_;
  std::vector<Token>& out_;
  const clang::LangOptions options_ = options();  // the lexer refers to it
  clang::IdentifierTable names_;
  clang::Lexer lexer_;
  bool is_directive_ = false;  // its name comes next

  static clang::LangOptions options() {
    clang::LangOptions options;
    options.C99 = options.C11 = options.C17 = options.GNUMode = options.LineComment = true;
    return options;
  }

  void take(const clang::Token& token) {
    const auto end = static_cast<std::size_t>(lexer_.getBufferLocation() - text_.data());
    const std::size_t begin = end - token.getLength();
    const bool names_directive = is_directive_;
    is_directive_ = token.is(tok::hash) && token.isAtStartOfLine();
    if (is_directive_) return out_.push_back({TokenKind::Directive, begin, end});
    if (token.is(tok::raw_identifier)) {
      const bool is_keyword = names_.get(token.getRawIdentifier()).getTokenID() != tok::identifier;
      out_.push_back({names_directive ? TokenKind::Directive
                      : is_keyword    ? TokenKind::Keyword
                                      : TokenKind::Name,
                      begin, end});
    } else if (token.is(tok::comment)) {
      out_.push_back({TokenKind::Comment, begin, end});
    } else if (token.is(tok::numeric_constant)) {
      out_.push_back({TokenKind::Number, begin, end});
    } else if (tok::isLiteral(token.getKind())) {
      out_.push_back({TokenKind::String, begin, end});
    }
  }
};

}  // namespace
}  // namespace hardbop::c

/// By this name c/front/front_end.cpp finds it.
extern "C" void hardbop_find_tokens(const std::string& text, std::vector<hardbop::c::Token>& out) {
  if (!hardbop::c::run_guarded([&] { hardbop::c::TokenFinder(text, out).read(); })) out.clear();
}
