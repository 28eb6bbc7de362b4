// SPDX-License-Identifier: MIT
#include "product/page/sources.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/util/utf8.hpp"

namespace hardbop::page {

namespace {

/// Texts of JSON are Unicode, and browsers count in words of 16 bits.
struct PageText {
  std::string text;
  std::vector<std::size_t> units;  // before each byte of the original, and after the last
};

PageText to_page_text(std::string_view text) {
  PageText out;
  std::size_t units = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    out.text += length == 0 ? "\xEF\xBF\xBD" : text.substr(at, length);
    out.units.insert(out.units.end(), std::max<std::size_t>(length, 1), units);
    units += length == 4 ? 2 : 1;
    at += std::max<std::size_t>(length, 1);
  }
  out.units.push_back(units);
  return out;
}

/// Three numbers for each token: how much text is between it and the one before, its length, its
/// kind.
Json tokens_json(const std::vector<SourceToken>& tokens, const PageText& text) {
  Json out = Json::array();
  std::size_t last = 0;
  for (const SourceToken& token : tokens) {
    if (token.kind == SourceToken::Kind::Name || token.end >= text.units.size()) continue;
    const std::size_t begin = text.units[token.begin];
    const std::size_t end = text.units[token.end];
    if (begin < last) continue;
    out.push_back(begin - last);
    out.push_back(end - begin);
    out.push_back(static_cast<int>(token.kind));
    last = end;
  }
  return out;
}

}  // namespace

Json source_json(const PageSource& source) {
  PageText text = to_page_text(source.text);
  Json out = {{"path", source.path}, {"tokens", tokens_json(source.tokens, text)}};
  out["text"] = std::move(text.text);
  return out;
}

}  // namespace hardbop::page
