// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>

#include "base/certificate/names.hpp"
#include "base/certificate/script.hpp"
#include "base/certificate/tokens.hpp"

namespace hardbop::certify {

namespace {

class Reader {
 public:
  Reader(std::string_view text, std::span<const std::string_view> keys)
      : text_(text), tokens_(text), keys_(keys) {}

  ScriptResult run() {
    try {
      commands();
      return {std::move(script_), 0, {}, false};
    } catch (BadScript& bad) {
      return {{}, bad.line, std::move(bad.error), part_ == Part::Claim};
    }
  }

 private:
  enum class Part : std::uint8_t { Claim, Definitions, Obligations, End };

  std::string_view text_;
  Tokens tokens_;
  std::span<const std::string_view> keys_;
  Part part_ = Part::Claim;
  Script script_;

  void commands() {
    refuse_data();
    script_.claimed = claimed_count(text_);
    for (std::string_view token = tokens_.next(); !token.empty(); token = tokens_.next()) {
      if (token != "(") tokens_.fail_missing("'('", token);
      if (part_ == Part::End) tokens_.fail("nothing may follow (exit)");
      command(tokens_.next());
    }
    // The count alone will do: what is missing before it shows when the script is made anew.
    if (part_ != Part::End && !script_.claimed) tokens_.fail("the script is incomplete");
    check_claim();
  }

  /// That it is no text, or more than places in it can be counted.
  void refuse_data() const {
    if (text_.size() >= SourceFile::max_size) tokens_.fail("larger than 4 GB");
    const std::size_t at = text_.find('\0');  // where a solver might stop to read
    if (at == std::string_view::npos) return;
    const auto line = 1 + std::ranges::count(text_.substr(0, at), '\n');
    throw BadScript{static_cast<std::uint32_t>(line), "the file contains a zero byte"};
  }

  void command(std::string_view name) {
    if (name == "set-info") return info();
    if (name == "set-logic") check_claim();
    if (name == "push") part_ = Part::Obligations;
    if (name == "define-fun" && part_ != Part::Obligations) return definition();
    if (name == "assert" && part_ == Part::Definitions) return equation();
    if (name == "check-sat") ++script_.obligations;
    tokens_.skip(1);
    if (name == "set-logic") part_ = Part::Definitions;
    if (name == "exit") part_ = Part::End;
  }

  void check_claim() const {
    const std::vector<Claim::File>& files = script_.claim.files;
    if (files.empty() || files.back().sha256.empty())
      tokens_.fail("the script does not name its program");
  }

  void info() {
    const std::string_view name = tokens_.next();
    const std::uint32_t line = tokens_.line();
    const std::string_view token = tokens_.next();
    if (!token.starts_with('"')) tokens_.fail_missing("a string", token);
    std::string value = unquoted(token);
    tokens_.expect(")");
    const std::string_view key =
        name.starts_with(names::prefix) ? name.substr(names::prefix.size()) : "";
    Claim& claim = script_.claim;
    if (key == names::program) {
      claim.files.push_back({std::move(value), ""});
    } else if (key == names::hash) {
      add_hash(std::move(value));
    } else if (key == names::property) {
      claim.properties.push_back(std::move(value));
    } else if (std::ranges::find(keys_, key) == keys_.end()) {
      tokens_.fail(fmt::format("unknown key '{}'", name));
    } else if (part_ == Part::Claim) {
      claim.options.push_back({std::string(key), std::move(value)});
    } else {
      script_.notes.push_back({line, key, std::move(value)});
    }
  }

  void add_hash(std::string value) {
    std::vector<Claim::File>& files = script_.claim.files;
    if (files.empty() || !files.back().sha256.empty()) tokens_.fail("a hash without a program");
    files.back().sha256 = std::move(value);
  }

  void definition() {
    Definition& made = script_.definitions.emplace_back();
    made.name = tokens_.next();
    made.line = tokens_.line();
    tokens_.expect("(");
    const std::size_t start = tokens_.offset();
    tokens_.skip(1);
    made.parameters = text_.substr(start, tokens_.offset() - 1 - start);
    made.is_condition = sort_is_bool();
    made.body = term();
    end_definition();
  }

  /// A definition of a constant that was declared: (assert (= NAME TERM)).
  void equation() {
    tokens_.expect("(");
    tokens_.expect("=");
    Definition& made = script_.definitions.emplace_back();
    made.name = tokens_.next();
    made.line = tokens_.line();
    made.body = term();
    tokens_.expect(")");
    end_definition();
  }

  void end_definition() {
    tokens_.expect(")");
    // Another solver must not be told more on the way.
    if (!tokens_.ends_line()) tokens_.fail("a definition that a certificate cannot contain");
  }

  /// Bool, or a word's: whoever writes the script anew knows of how many bits.
  bool sort_is_bool() {
    const std::string_view first = tokens_.next();
    if (first == "Bool") return true;
    if (first != "(") tokens_.fail_missing("'Bool'", first);
    tokens_.expect("_");
    tokens_.expect("BitVec");
    tokens_.skip(1);
    return false;
  }

  /// To the parenthesis that closes it. There are no annotations in it: these could name a part of
  /// the term, and so give another meaning to a symbol of the obligations, as in
  /// (! false :named true).
  void pass_term() {
    for (std::size_t depth = 1; depth != 0;) {
      const std::string_view token = tokens_.next();
      if (token.empty()) tokens_.fail("the script ends in the middle of a command");
      if (token == "!" || token.starts_with(':'))
        tokens_.fail("a definition that a certificate cannot contain");
      if (token == "(") ++depth;
      if (token == ")") --depth;
    }
  }

  /// Whoever writes the script anew copies it, so it has nothing that solvers read differently.
  std::string_view term() {
    const std::string_view first = tokens_.next();
    const std::size_t start = tokens_.offset() - first.size();
    if (first.empty() || first == ")") tokens_.fail_missing("a term", first);
    if (first == "(") pass_term();
    const std::string_view out = text_.substr(start, tokens_.offset() - start);
    constexpr std::string_view strange = "\n\r\t;\"|";
    if (out.find_first_of(strange) != std::string_view::npos)
      tokens_.fail("a definition that a certificate cannot contain");
    return out;
  }
};

}  // namespace

ScriptResult read_script(std::string_view text, std::span<const std::string_view> keys) {
  return Reader(text, keys).run();
}

std::optional<std::size_t> claimed_count(std::string_view text) {
  if (!text.ends_with('\n')) return std::nullopt;
  text.remove_suffix(1);
  const std::size_t before = text.rfind('\n');
  if (before != std::string_view::npos) text.remove_prefix(before + 1);
  if (!text.starts_with(names::count)) return std::nullopt;
  text.remove_prefix(names::count.size());
  std::size_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stop != end) return std::nullopt;
  return count;
}

std::string count_problem(const Script& script) {
  if (!script.claimed) return "the certificate does not end with the number of its obligations";
  if (script.obligations == 0) return "the certificate has no obligations";
  if (script.obligations == *script.claimed) return "";
  return fmt::format("the certificate should have {} obligations, but has {}", *script.claimed,
                     script.obligations);
}

}  // namespace hardbop::certify
