// SPDX-License-Identifier: MIT
// The syntax of statements is all that is known of C here: brackets, the words that begin
// statements, and semicolons. That suffices to leave out what can be left out, whatever it means;
// who is asked about a candidate sees whether it compiles.
#include "c/random/shrink.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace hardbop::c {

namespace {

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The tokens of a text; comments are none, and a directive is one.
class Scanner {
 public:
  explicit Scanner(const std::string& text) : text_(text) {}

  std::vector<Word> run() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
      else if (text_.compare(at_, 2, "//") == 0)
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (text_.compare(at_, 2, "/*") == 0)
        skip_to("*/");
      else
        add(end_of_token());
    }
    return std::move(out_);
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<Word> out_;

  void skip_to(std::string_view what) {
    const std::size_t found = text_.find(what, at_ + 2);
    at_ = found == std::string::npos ? text_.size() : found + what.size();
  }

  void add(std::size_t end) {
    out_.push_back({at_, end});
    at_ = end;
  }

  [[nodiscard]] std::size_t end_of_token() const {
    const char first = text_[at_];
    if (first == '#') return std::min(text_.find('\n', at_), text_.size());
    if (first == '"' || first == '\'') return end_of_quoted(first);
    if (is_name_character(first)) {
      std::size_t end = at_ + 1;
      while (end < text_.size() && is_name_character(text_[end])) ++end;
      return end;
    }
    constexpr std::array<std::string_view, 20> long_ones = {
        "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=",
        "==",  "!=",  "&&",  "||", "+=", "-=", "*=", "|=", "&=", "^="};
    for (const std::string_view one : long_ones)
      if (text_.compare(at_, one.size(), one) == 0) return at_ + one.size();
    return at_ + 1;
  }

  [[nodiscard]] std::size_t end_of_quoted(char quote) const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text_.size());
  }
};

/// Positions are numbers of tokens.
class Edits {
 public:
  explicit Edits(const std::string& text) : text_(text), tokens_(Scanner(text).run()) {
    match_brackets();
  }

  std::vector<TextEdit> run() {
    std::vector<Range> parts;
    for (std::size_t at = 0; at < tokens_.size();) {
      const std::size_t end = end_of_declaration(at);
      parts.emplace_back(at, end);
      at = end;
    }
    leave_out(parts);
    operands();
    std::ranges::stable_sort(out_, std::ranges::greater(), [](const TextEdit& one) {
      return one.end - one.begin - one.with.size();
    });
    return std::move(out_);
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;  // the end is behind it

  const std::string& text_;
  std::vector<Word> tokens_;
  std::vector<std::size_t> partner_;  // of a bracket; else itself
  std::vector<TextEdit> out_;

  [[nodiscard]] std::string_view word(std::size_t at) const {
    if (at >= tokens_.size()) return {};
    return std::string_view(text_).substr(tokens_[at].begin, tokens_[at].end - tokens_[at].begin);
  }
  [[nodiscard]] bool is_one_of(std::size_t at, std::initializer_list<std::string_view> all) const {
    return std::ranges::find(all, word(at)) != all.end();
  }

  void match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      partner_.push_back(at);
      if (is_one_of(at, {"(", "[", "{"})) open.push_back(at);
      if (!is_one_of(at, {")", "]", "}"}) || open.empty()) continue;
      partner_[at] = open.back();
      partner_[open.back()] = at;
      open.pop_back();
    }
  }

  void edit(const Range& range, std::string with) {
    if (range.first >= range.second) return;
    TextEdit one{tokens_[range.first].begin, tokens_[range.second - 1].end, std::move(with)};
    if (one.end - one.begin > one.with.size()) out_.push_back(std::move(one));
  }
  [[nodiscard]] std::string text_of(const Range& range) const {
    if (range.first >= range.second) return ";";
    const std::size_t begin = tokens_[range.first].begin;
    return text_.substr(begin, tokens_[range.second - 1].end - begin);
  }

  /// All, halves, quarters, … and each alone.
  void leave_out(const std::vector<Range>& parts) {
    for (std::size_t size = parts.size(); size > 0; size /= 2)
      for (std::size_t i = 0; i < parts.size(); i += size) {
        const std::size_t last = std::min(i + size, parts.size()) - 1;
        edit({parts[i].first, parts[last].second}, "");
      }
  }

  /// Behind a bracket and what it encloses; or behind a token.
  [[nodiscard]] std::size_t behind(std::size_t at) const { return std::max(partner_[at], at) + 1; }

  [[nodiscard]] std::size_t end_of_simple(std::size_t at) const {
    while (at < tokens_.size() && word(at) != ";" && word(at) != "}") at = behind(at);
    return std::min(at + (word(at) == ";" ? 1 : 0), tokens_.size());
  }

  /// A function's body is followed by no semicolon.
  std::size_t end_of_declaration(std::size_t at) {
    if (word(at).starts_with("#")) return at + 1;
    for (std::size_t i = at; i < tokens_.size(); i = behind(i)) {
      if (word(i) == ";") return i + 1;
      if (word(i) != "{" || i == at || word(i - 1) != ")") continue;
      block(i);
      return behind(i);
    }
    return tokens_.size();
  }

  /// What is within braces.
  void block(std::size_t open) {
    std::vector<Range> parts;
    for (std::size_t at = open + 1; at < partner_[open];) {
      const std::size_t end = std::max(statement(at), at + 1);
      parts.emplace_back(at, end);
      at = end;
    }
    leave_out(parts);
  }

  /// Without its braces.
  [[nodiscard]] Range inside(const Range& statement) const {
    if (word(statement.first) != "{" || statement.second - statement.first < 2) return statement;
    return {statement.first + 1, statement.second - 1};
  }

  /// Its end.
  std::size_t statement(std::size_t at) {
    if (word(at) == "{") {
      block(at);
      return behind(at);
    }
    if (is_one_of(at, {"if", "while", "for", "switch"}) && word(at + 1) == "(")
      return compound(at, behind(at + 1));
    if (word(at) == "do") {
      const std::size_t end = part(at + 1);
      const std::size_t last = end_of_simple(end);
      edit({at, last}, text_of(inside({at + 1, end})));
      return last;
    }
    if (is_one_of(at, {"case", "default"}) || word(at + 1) == ":") {
      while (at < tokens_.size() && word(at) != ":") at = behind(at);
      return at + 1 < tokens_.size() ? statement(at + 1) : tokens_.size();
    }
    return end_of_simple(at);
  }

  /// A statement that is part of another one.
  std::size_t part(std::size_t at) {
    const std::size_t end = std::max(statement(at), at + 1);
    edit({at, end}, ";");
    return end;
  }

  std::size_t compound(std::size_t at, std::size_t body) {
    const std::size_t end = part(body);
    const bool has_else = word(at) == "if" && word(end) == "else";
    const std::size_t last = has_else ? part(end + 1) : end;
    edit({at, last}, text_of(inside({body, end})));
    if (has_else) {
      edit({at, last}, text_of(inside({end + 1, last})));
      edit({end, last}, "");
    }
    return last;
  }

  [[nodiscard]] bool is_operator(std::size_t at) const {
    return is_one_of(at, {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||",
                          "==", "!=", "<", ">", "<=", ">="});
  }

  [[nodiscard]] std::size_t end_of_operand(std::size_t at) const {
    while (at < tokens_.size() && is_one_of(at, {"!", "~", "-", "*", "&", "++", "--"})) ++at;
    if (at >= tokens_.size()) return at;
    at = behind(at);
    while (at < tokens_.size() && is_one_of(at, {"(", "[", ".", "->"}))
      at = is_one_of(at, {"(", "["}) ? behind(at) : at + 2;
    return std::min(at, tokens_.size());
  }

  void operands() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (is_operator(at) && !is_one_of(at + 1, {")", "]", "}", ";", ","}))
        edit({at, end_of_operand(at + 1)}, "");
      const bool begins = word(at) == "(" || is_name_character(word(at).front());
      const std::size_t end = begins ? end_of_operand(at) : at;
      if (is_operator(end) && end > at) edit({at, end + 1}, "");
      if (word(at) != "(") continue;
      edit({at, behind(at)}, "(0)");
      edit({at, behind(at)}, "(1)");
      edit({at, behind(at)}, "()");
    }
    for (std::size_t at = 0; at + 1 < tokens_.size(); ++at)
      if (word(at) == "=" && word(at + 1) != "{") edit({at + 1, end_of_operand(at + 1)}, "0");
  }
};

std::string applied(const std::string& text, const TextEdit& edit) {
  return text.substr(0, edit.begin) + edit.with + text.substr(edit.end);
}

/// Without lines of blanks.
std::string tidied(const std::string& text) {
  std::string out;
  std::string line;
  for (const char c : text + "\n") {
    if (c != '\n') {
      line += c;
      continue;
    }
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
      line.pop_back();
    if (!line.empty()) out += line + "\n";
    line.clear();
  }
  return out;
}

}  // namespace

std::vector<TextEdit> smaller_texts(const std::string& text) {
  return Edits(text).run();
}

Shrunk shrink(std::string text, const std::function<bool(const std::string&)>& keep,
              Budget& budget) {
  Shrunk out;
  budget.enter("shrinking", "candidates");
  bool has_changed = true;
  while (has_changed && budget.stopped() == StopReason::None) {
    has_changed = false;
    std::vector<TextEdit> edits = smaller_texts(text);
    for (std::size_t i = 0; i < edits.size(); ++i) {
      if (budget.poll(out.tried) != StopReason::None) break;
      std::string candidate = applied(text, edits[i]);
      ++out.tried;
      if (!keep(candidate)) continue;
      ++out.kept;
      has_changed = true;
      text = std::move(candidate);
      edits = smaller_texts(text);  // those before have been tried: most would fail again
    }
  }
  out.is_minimal = budget.stopped() == StopReason::None;
  const std::string tidy = tidied(text);
  out.text = tidy != text && keep(tidy) ? tidy : text;
  return out;
}

}  // namespace hardbop::c
