// SPDX-License-Identifier: MIT
// A graph has a block for each part of `if (a) { b; } c;`, and each should show its own part. No
// parser is needed for what people look at: statements end at semicolons and braces, and conditions
// are in parentheses.
#include "product/page/statement_text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace hardbop::page {

namespace {

/// Behind the braces that open there, if they hold a name or values; the same place if they hold
/// statements, or go on elsewhere.
std::size_t behind_braces(std::string_view line, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < line.size() && line[i] != ';'; ++i) {
    if (line[i] == '{') ++depth;
    if (line[i] == '}' && --depth == 0) return i > open + 1 ? i + 1 : open;
  }
  return open;
}

/// Behind its semicolon or a parenthesis that was open before, or before a brace.
std::size_t end_of_statement(std::string_view line, std::size_t from) {
  std::size_t depth = 0;
  for (std::size_t i = from; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) return i + 1;
    if (depth == 0 && (c == '{' || c == '}')) {
      const std::size_t behind = c == '{' ? behind_braces(line, i) : i;
      if (behind == i) return i;
      i = behind - 1;
    }
    if (depth == 0 && c == ';') return i + 1;
  }
  return line.size();
}

/// Behind the values in braces that a place is in, which open behind a start; else the place.
std::size_t behind_values(std::string_view line, std::size_t start, std::size_t place) {
  for (std::size_t open = start; open < place; ++open)
    if (line[open] == '{')
      if (const std::size_t behind = behind_braces(line, open); behind > place) return behind;
  return place;
}

/// Behind the parenthesis that closes the one there.
std::size_t behind_parentheses(std::string_view line, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')' && --depth == 0) return i + 1;
  }
  return line.size();
}

/// Where the word ends that starts there; the same place if it is another one.
std::size_t behind_word(std::string_view line, std::size_t at, std::string_view word) {
  const std::size_t end = at + word.size();
  if (line.substr(at, word.size()) != word) return at;
  const auto continues = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return end < line.size() && continues(line[end]) ? at : end;
}

/// Where `if (...)`, `else` and the like end, behind which another statement stands.
std::size_t behind_header(std::string_view line, std::size_t at) {
  for (const std::string_view word : {"else", "do", "then"})
    if (const std::size_t end = behind_word(line, at, word); end != at) return end;
  for (const std::string_view word : {"if", "while", "for", "switch", "elsif"}) {
    const std::size_t end = behind_word(line, at, word);
    if (end == at) continue;
    const std::size_t open = line.find('(', end);
    return open == std::string_view::npos ? at : behind_parentheses(line, open);
  }
  return at;
}

/// Likewise, with the word behind its condition; the same place if no header is there. The parts
/// of a `for` are statements of their own.
std::size_t end_of_header(std::string_view line, std::size_t at) {
  const std::size_t end = behind_header(line, at);
  if (end == at || behind_word(line, at, "for") != at) return at;
  const std::size_t next = std::min(line.find_first_not_of(" \t", end), line.size());
  for (const std::string_view word : {"then", "do"})
    if (const std::size_t behind = behind_word(line, next, word); behind != next) return behind;
  return end;
}

std::size_t start_of_statement(std::string_view line, std::size_t place) {
  std::size_t start = 0;
  std::vector<std::size_t> outer;  // where what is around parentheses starts
  std::size_t choices = 0;         // `?` without their `:`, so far
  for (std::size_t i = 0; i < place; ++i) {
    if (line[i] == '{') {
      if (const std::size_t behind = behind_braces(line, i); behind != i) {
        i = std::min(behind, place) - 1;
        continue;
      }
    }
    if (line[i] == '(') outer.push_back(start);
    const bool is_end = line[i] == ';' || line[i] == '{' || line[i] == '}';
    const bool is_other_choice = line[i] == ':' && choices > 0;
    if (is_end || line[i] == '?' || is_other_choice) start = i + 1;
    if (is_end) choices = 0;
    if (line[i] == '?') ++choices;
    if (is_other_choice) --choices;
    if (line[i] == ')' && !outer.empty()) {
      start = outer.back();
      outer.pop_back();
    }
  }
  while (true) {
    start = std::min(line.find_first_not_of(" \t", start), line.size());
    const std::size_t behind = behind_header(line, start);
    if (behind == start || behind > place) return start;
    start = behind;
  }
}

/// Where the parentheses open that a place is in; the place if it is in none.
std::size_t start_of_parentheses(std::string_view line, std::size_t place) {
  std::size_t depth = 0;
  for (std::size_t i = place; i-- > 0;) {
    if (line[i] == ')') ++depth;
    if (line[i] == '(' && depth-- == 0) return i;
  }
  return place;
}

/// Whether what starts there is one of the two of `a ? b : c`.
bool is_choice(std::string_view line, std::size_t start) {
  const std::size_t before =
      start == 0 ? std::string_view::npos : line.find_last_not_of(" \t", start - 1);
  return before != std::string_view::npos && (line[before] == '?' || line[before] == ':');
}

/// Where what is open at the start is closed; behind the text if it is not.
std::size_t find_end_of(std::string_view text, char open, char close) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && depth-- == 0) return i;
  }
  return text.size();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

Lines split_lines(const std::vector<PageSource>& sources) {
  Lines out;
  for (const PageSource& source : sources) {
    std::vector<std::string_view>& lines = out[source.path];
    std::string_view text = source.text;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      lines.push_back(text.substr(0, end + 1));
      text.remove_prefix(end + 1);
    }
  }
  return out;
}

std::string_view rest_of_line(std::string_view line, std::uint32_t column) {
  const std::size_t place =
      std::min<std::size_t>(std::max<std::uint32_t>(column, 1) - 1, line.size());
  std::string_view rest = line.substr(start_of_statement(line, place));
  if (find_end_of(rest, '(', ')') != rest.size())  // in the head of a loop
    rest = line.substr(start_of_statement(line, start_of_parentheses(line, place)));
  if (find_end_of(rest, '(', ')') != rest.size()) return trimmed(line);
  const std::string_view text = trimmed(rest.substr(0, find_end_of(rest, '{', '}')));
  return text.empty() ? trimmed(line) : text;
}

std::string_view statement_text(std::string_view line, std::uint32_t first_column,
                                std::uint32_t last_column) {
  const auto place = [&](std::uint32_t column) {
    return std::min<std::size_t>(std::max<std::uint32_t>(column, 1) - 1, line.size());
  };
  const std::size_t from = start_of_statement(line, place(first_column));
  const std::size_t header = end_of_header(line, from);
  const bool is_header = header != from && place(last_column) < header;
  const std::size_t end =
      is_header
          ? header
          : end_of_statement(line, behind_values(line, from, std::max(from, place(last_column))));
  std::string_view text = trimmed(line.substr(from, end - from));
  const std::size_t closed = find_end_of(text, '(', ')');  // what is open before it
  if (closed != 0) text = text.substr(0, closed);
  if (is_choice(line, from)) text = trimmed(text.substr(0, find_end_of(text, '?', ':')));
  return text.empty() ? trimmed(line.substr(from, 1)) : text;  // a brace
}

std::string block_text(std::string_view line, std::uint32_t first_column,
                       std::uint32_t last_column) {
  const std::string_view text = statement_text(line, first_column, last_column);
  const auto end = static_cast<std::size_t>(text.data() + text.size() - line.data());
  const std::size_t body = line.find_first_not_of(") \t{", end);
  if (text.empty() || body == std::string_view::npos || last_column <= body)
    return std::string(text);
  const auto column = static_cast<std::uint32_t>(body + 1);
  return std::string(statement_text(line, column, last_column)) + " " + std::string(text);
}

}  // namespace hardbop::page
