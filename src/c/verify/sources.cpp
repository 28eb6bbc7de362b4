// SPDX-License-Identifier: MIT
#include "c/verify/sources.hpp"

#include <sstream>
#include <string_view>

#include "c/il/value_text.hpp"

namespace hardbop::verify {

Sources::Sources(std::vector<c::Source> files)
    : files_(std::move(files)), input_(files_.empty() ? "" : files_.front().path) {
  for (const c::Source& file : files_) {
    std::vector<std::string>& lines = lines_[file.path];
    std::istringstream text(file.text);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
  }
}

std::vector<std::string> Sources::paths() const {
  std::vector<std::string> out;
  for (const c::Source& file : files_) out.push_back(file.path);
  return out;
}

namespace {

/// Whether a statement starts that may have a body in braces.
bool may_have_body(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t({"));
  return word == "if" || word == "for" || word == "while" || word == "do" || word == "switch";
}

/// Past the literal that starts at a quote.
std::size_t skip_literal(std::string_view text, std::size_t quote) {
  std::size_t end = quote + 1;
  for (; end < text.size() && text[end] != text[quote]; ++end)
    if (text[end] == '\\') ++end;
  return end + 1;
}

/// Up to the semicolon that ends it, the brace that opens its body, or a comment.
std::string quote_statement(std::string_view text) {
  const bool has_body = may_have_body(text);
  int depth = 0;  // of parentheses
  std::size_t end = 0;
  while (end < text.size()) {
    const char c = text[end];
    const std::string_view rest = text.substr(end);
    if (rest.starts_with("//") || rest.starts_with("/*")) break;
    if (depth == 0 && c == '{' && has_body) break;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    end = c == '"' || c == '\'' ? skip_literal(text, end) : end + 1;
    if (depth == 0 && c == ';') break;
  }
  const std::string_view kept = text.substr(0, end);
  return std::string(kept.substr(0, kept.find_last_not_of(" \t\r") + 1));
}

}  // namespace

std::string Sources::line(const std::string& file, std::uint32_t number) const {
  const auto found = lines_.find(file);
  if (found == lines_.end() || number == 0 || number > found->second.size()) return "";
  const std::string& text = found->second[number - 1];
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string Sources::line(const c::Program& program, const c::Position& at) const {
  return line(file_of(program, at), at.line);
}

std::string Sources::statement(const c::Program& program, const c::Position& at) const {
  const auto found = lines_.find(file_of(program, at));
  if (found == lines_.end() || at.line == 0 || at.line > found->second.size()) return "";
  const std::string_view text = found->second[at.line - 1];
  if (at.column == 0 || at.column > text.size()) return line(program, at);
  return quote_statement(text.substr(at.column - 1));
}

std::string file_of(const c::Program& program, const c::Position& at) {
  return at.file < program.files.size() ? program.files[at.file] : "";
}

std::string place_text(const c::Program& program, const c::Position& at) {
  return c::position_text(program, at);
}

}  // namespace hardbop::verify
