// SPDX-License-Identifier: MIT
#include "base/sat/clausal_proof.hpp"

#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace hardbop::sat {

namespace {

constexpr std::string_view proof_spaces = " \t\r\n\f\v";

/// The words of a proof's text.
class ProofWords {
 public:
  explicit ProofWords(std::string_view text) : text_(text) {}

  /// Nothing at the end.
  std::string_view next() {
    skip_spaces();
    while (text_.substr(begin_, 1) == "c" && starts_line_) {
      begin_ = std::min(text_.find('\n', begin_), text_.size());
      skip_spaces();
    }
    const std::size_t end = std::min(text_.find_first_of(proof_spaces, begin_), text_.size());
    const std::string_view word = text_.substr(begin_, end - begin_);
    last_ = begin_;
    begin_ = end;
    starts_line_ = false;
    return word;
  }

  /// Of the last word.
  [[nodiscard]] SourceSpan at() const {
    return {static_cast<SourceOffset>(last_), static_cast<SourceOffset>(begin_)};
  }

 private:
  std::string_view text_;
  std::size_t last_ = 0;
  std::size_t begin_ = 0;
  bool starts_line_ = true;

  void skip_spaces() {
    const std::size_t next = std::min(text_.find_first_not_of(proof_spaces, begin_), text_.size());
    if (text_.substr(begin_, next - begin_).find('\n') != std::string_view::npos)
      starts_line_ = true;
    begin_ = next;
  }
};

std::optional<Literal> parse_literal(std::string_view word) {
  Literal literal = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, literal);
  if (error != std::errc() || stop != end || literal == std::numeric_limits<Literal>::min())
    return {};
  return literal;
}

}  // namespace

std::string write_proof(const ClausalProof& proof) {
  std::string out;
  for (std::size_t number = 0; number < proof.size(); ++number) {
    const ClausalProof::Step step = proof[number];
    if (step.is_deletion) out += "d ";
    for (const Literal literal : step.clause)
      fmt::format_to(std::back_inserter(out), "{} ", literal);
    out += "0\n";
  }
  return out;
}

std::optional<ClausalProof> read_proof(std::string_view text, Diagnostics& diagnostics) {
  if (text.size() > SourceFile::max_size) {
    diagnostics.error({}, "the proof is longer than 4 GB");
    return {};
  }
  ClausalProof proof;
  ProofWords words(text);
  std::vector<Literal> clause;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const SourceSpan start = words.at();
    const bool is_deletion = word == "d";
    if (is_deletion) word = words.next();
    clause.clear();
    for (; word != "0"; word = words.next()) {
      if (word.empty()) {
        diagnostics.error(start, "this step does not end", "a step ends with 0");
        return {};
      }
      const std::optional<Literal> literal = parse_literal(word);
      if (!literal || *literal == 0) {
        diagnostics.error(words.at(), fmt::format("{} is not a literal", quote_name(word)));
        return {};
      }
      clause.push_back(*literal);
    }
    is_deletion ? proof.remove(clause) : proof.add(clause);
  }
  return proof;
}

}  // namespace hardbop::sat
