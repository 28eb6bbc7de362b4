// SPDX-License-Identifier: MIT
// Boolean programs: reading, printing, drawing and generating them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop {

/// A place in an input; line and column count from one. Line 0: the input as a whole.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const Location&) const = default;
};

/// A message about an input.
struct Message {
  enum class Kind : std::uint8_t { Error, Warning };

  Kind kind = Kind::Error;
  Location at;
  std::string text;
  std::string hint;     // may be empty
  std::string excerpt;  // the source line and a caret below it; may be empty

  /// `file:line:column: error: text`, the excerpt and the hint, with a line break at the end.
  [[nodiscard]] std::string to_string() const;
};

/// Operator precedence; docs/manual/language.md explains the dialects.
enum class OperatorDialect : std::uint8_t { Standard, Satabs };

/// Their names, the default first.
[[nodiscard]] std::vector<std::string> dialect_names();
/// Nothing if there is no dialect of that name.
[[nodiscard]] std::optional<OperatorDialect> find_dialect(std::string_view name);

struct ParseOptions {
  std::string name = "<input>";  // of the input, for messages
  OperatorDialect dialect = OperatorDialect::Standard;
};

/// A Boolean program without errors. Copies share their content, which never changes.
class Program {
 public:
  class Implementation;

  explicit Program(std::shared_ptr<const Implementation> implementation);

  [[nodiscard]] const std::string& name() const;
  /// What was parsed; of a program that was built, the text that would be parsed as it.
  [[nodiscard]] std::string_view text() const;
  /// Of its text.
  [[nodiscard]] std::string sha256() const;
  /// Whether it has threads.
  [[nodiscard]] bool is_concurrent() const;
  /// The control-flow graph in Graphviz' language, one cluster per procedure.
  [[nodiscard]] std::string to_dot() const;
  [[nodiscard]] const Implementation& implementation() const { return *implementation_; }

 private:
  std::shared_ptr<const Implementation> implementation_;
};

struct ParseResult {
  std::optional<Program> program;  // none if there are errors
  std::vector<Message> messages;   // in the order of the text
  std::size_t errors = 0;          // the total, also of those not in `messages`
  std::size_t warnings = 0;
};

/// Reads a program and checks it. Never throws for bad input.
[[nodiscard]] ParseResult parse(std::string text, const ParseOptions& options = {});

struct FormatResult {
  std::optional<std::string> text;  // none if there are errors
  std::vector<Message> messages;
  std::size_t errors = 0;
};

/// The canonical form of a program, with its comments. Only the syntax must be correct.
[[nodiscard]] FormatResult format(std::string text, const ParseOptions& options = {});

/// T(N), the benchmark program of Bebop's paper.
[[nodiscard]] std::string generate_tn(std::uint32_t n);

/// A random program over the whole sequential language; the same seed gives the same text.
[[nodiscard]] std::string generate_random(std::uint64_t seed, bool threads = false);

/// Families of benchmark programs; docs/manual/generate.md describes them.
enum class Family : std::uint8_t {
  Tn,              // size: number of procedures
  Drivers,         // size: approximate number of lines
  SteppedCounter,  // size: number of bits
  DoubledCounter,  // size: number of bits
  Wide,            // size: number of globals
  Recursion,       // size: number of procedures
  Hard,            // size: number of bits of each factor
  Concurrent,      // size: number of variables in scope
};

struct GenerateOptions {
  Family family = Family::Tn;
  std::uint32_t size = 0;  // 0: the family's default; raised to its minimum
  std::uint64_t seed = 0;  // for families with random choices
  bool safe = false;       // else some run reaches label ERROR (in T(N): reach)
};

/// A benchmark program; the same options give the same text.
[[nodiscard]] std::string generate(const GenerateOptions& options);

/// This library's version, such as "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace hardbop
