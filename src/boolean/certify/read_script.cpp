// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "boolean/certify/names.hpp"
#include "boolean/certify/script.hpp"

namespace hardbop::certify {

namespace {

using trace::Decision;
using trace::DiagramRef;

/// A line of the script cannot be read.
struct BadScript {
  std::uint32_t line;
  std::string error;
};

/// Parentheses, words and strings (with their quotes), one after the other.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    skip_space();
    if (at_ == text_.size()) return {};
    const std::size_t start = at_;
    if (text_[at_] == '(' || text_[at_] == ')') {
      ++at_;
    } else if (text_[at_] == '"') {
      skip_string();
    } else {
      while (at_ < text_.size() && !is_end_of_word(text_[at_])) ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  void expect(std::string_view token) {
    if (next() != token) fail(fmt::format("'{}' expected", token));
  }

  [[noreturn]] void fail(std::string error) const { throw BadScript{line_, std::move(error)}; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;

  static bool is_end_of_word(char c) {
    return c == '(' || c == ')' || c == '"' || c == ';' || c == ' ' || c == '\n' || c == '\t' ||
           c == '\r';
  }

  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == ';') at_ = std::min(text_.find('\n', at_), text_.size() - 1);
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '\n' && text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r')
        return;
    }
  }

  void skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') continue;
      ++at_;
      if (at_ == text_.size() || text_[at_] != '"') return;
    }
    fail("a string has no end");
  }
};

std::string unquoted(std::string_view token) {
  std::string out;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    out += token[i];
    if (token[i] == '"') ++i;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : tokens_(text), most_nodes_(text.size()) {}

  Script run() {
    for (std::string_view token = tokens_.next(); !token.empty(); token = tokens_.next()) {
      if (token != "(") tokens_.fail("'(' expected");
      if (ended_) tokens_.fail("nothing may follow (exit)");
      command(tokens_.next());
    }
    if (!ended_) tokens_.fail("the script has no end");
    if (script_.claim.sha256.empty())
      tokens_.fail("the script does not say of which program it is");
    return std::move(script_);
  }

 private:
  Tokens tokens_;
  Script script_;
  std::size_t most_nodes_;
  bool ended_ = false;

  void command(std::string_view name) {
    if (name == "set-info") return info();
    if (name == "define-fun") return definition();
    ended_ = name == "exit";
    std::size_t depth = 1;  // the rest of the command says nothing about the invariant
    while (depth != 0) {
      const std::string_view token = tokens_.next();
      if (token.empty()) tokens_.fail("the script ends in the middle of a command");
      if (token == "(") ++depth;
      if (token == ")") --depth;
    }
  }

  void info() {
    const std::string_view key = tokens_.next();
    const std::string_view token = tokens_.next();
    if (!token.starts_with('"')) tokens_.fail("a string expected");
    std::string value = unquoted(token);
    tokens_.expect(")");
    Claim& claim = script_.claim;
    if (key == names::program) {
      claim.program = std::move(value);
    } else if (key == names::hash) {
      claim.sha256 = std::move(value);
    } else if (key == names::dialect) {
      claim.dialect = std::move(value);
    } else if (key == names::entry) {
      claim.entries.push_back(std::move(value));
    } else if (key == names::property) {
      claim.properties.push_back(std::move(value));
    } else if (key == names::kept) {
      kept(value);
    } else {
      tokens_.fail(fmt::format("unknown key '{}'", key));
    }
  }

  [[nodiscard]] std::uint32_t number(std::string_view digits) const {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end) tokens_.fail(fmt::format("no number: '{}'", digits));
    return value;
  }

  void kept(std::string_view value) {
    std::vector<std::uint32_t> numbers;
    while (!value.empty()) {
      const std::size_t end = std::min(value.find(' '), value.size());
      numbers.push_back(number(value.substr(0, end)));
      value.remove_prefix(std::min(end + 1, value.size()));
    }
    auto& all = script_.invariant.kept;
    if (numbers.empty() || numbers.front() != all.size())
      tokens_.fail("procedures must come in order");
    numbers.erase(numbers.begin());
    all.push_back(std::move(numbers));
  }

  /// Diagrams are one definition per node, all others are roots.
  void definition() {
    const std::string_view name = tokens_.next();
    for (const std::string_view token : {"(", ")", "Bool"}) tokens_.expect(token);
    trace::Invariant& invariant = script_.invariant;
    if (name.starts_with(names::path)) {
      root(name.substr(names::path.size()), invariant.at);
    } else if (name.starts_with(names::summary)) {
      root(name.substr(names::summary.size()), invariant.summaries);
    } else if (name.starts_with(names::node)) {
      node(name.substr(1));
    } else {
      tokens_.fail(fmt::format("unknown name '{}'", name));
    }
    tokens_.expect(")");
  }

  /// Vertices of one procedure come together, in any order of procedures.
  void root(std::string_view digits, std::vector<DiagramRef>& roots) {
    const std::uint32_t index = number(digits);
    if (index != roots.size()) tokens_.fail("invariants must come in order");
    roots.push_back(reference(tokens_.next()));
  }

  void node(std::string_view digits) {
    while (!digits.empty() && (digits.back() == '+' || digits.back() == '!'))
      digits.remove_suffix(1);
    const std::uint32_t index = number(digits);
    for (const std::string_view token : {"(", "ite"}) tokens_.expect(token);
    trace::DiagramNode node;
    node.decision = decision(tokens_.next());
    node.high = reference(tokens_.next());
    node.low = reference(tokens_.next());
    tokens_.expect(")");
    auto& nodes = script_.invariant.nodes;
    if (index == 0 || index > most_nodes_) tokens_.fail("no such node");
    if (index < nodes.size()) return;  // another instance of it
    nodes.resize(index);               // those between are not used
    nodes.push_back(node);
  }

  [[nodiscard]] Decision decision(std::string_view name) const {
    while (!name.empty() && (name.back() == '+' || name.back() == '!')) name.remove_suffix(1);
    const std::size_t kind =
        name.empty() ? std::string_view::npos : names::decisions.find(name.front());
    if (kind == std::string_view::npos) tokens_.fail("a variable expected");
    return {static_cast<Decision::Kind>(kind), number(name.substr(1))};
  }

  [[nodiscard]] DiagramRef reference(std::string_view token) {
    if (token == "true") return trace::diagram_true;
    if (token == "false") return trace::diagram_false;
    if (token == "(") {
      tokens_.expect("not");
      const DiagramRef inner = reference(tokens_.next());
      tokens_.expect(")");
      return !inner;
    }
    while (!token.empty() && (token.back() == '+' || token.back() == '!')) token.remove_suffix(1);
    if (!token.starts_with(names::node)) tokens_.fail("a node expected");
    const std::uint32_t node = number(token.substr(1));
    if (node == 0 || node >= script_.invariant.nodes.size())
      tokens_.fail("a node must be defined before it is used");
    return {node, false};
  }
};

}  // namespace

ScriptResult read_script(std::string_view text) {
  try {
    return {Reader(text).run(), 0, {}};
  } catch (BadScript& bad) {
    return {{}, bad.line, std::move(bad.error)};
  }
}

}  // namespace hardbop::certify
