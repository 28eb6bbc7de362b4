// SPDX-License-Identifier: MIT
// What names stand for in Remopla: types, variables as bits, constants, modules. Private to the
// layer.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "boolean/import/tokens.hpp"

namespace hardbop::importing {

struct RemoplaType {
  enum class Kind : std::uint8_t { Void, Bool, Number };
  Kind kind = Kind::Bool;
  unsigned bits = 1;
  std::uint64_t values = 2;  // of an enumeration: how many; else two to the power of the bits

  [[nodiscard]] bool is_partial() const { return values < (std::uint64_t{1} << bits); }
};

struct RemoplaVariable {
  RemoplaType type;
  std::vector<std::string> bits;  // as the Boolean program names them
};

using RemoplaVariables = std::map<std::string, RemoplaVariable, std::less<>>;

struct RemoplaModule {
  RemoplaType result;
  std::vector<RemoplaVariable> formals;
  RemoplaVariables scope;  // its formals by name
  std::size_t body = 0;    // where its '{' is; 0: only declared so far
  SourceSpan at;
};

/// Reads types and declarations, and remembers what they declare.
class RemoplaScope {
 public:
  explicit RemoplaScope(MopedTokens& tokens) : tokens_(tokens) {}

  /// `define N 3`, `enum E {A, B};`
  void define();
  /// Whether a declaration of variables, or of an enumeration, comes next.
  [[nodiscard]] bool at_declaration() const;
  /// Adds what is declared to `variables`; gives their names in order.
  std::vector<std::string> declare(RemoplaVariables& variables);
  /// `module TYPE NAME (FORMALS)`: adds the module where it is new; gives its name.
  std::string module_head();

  [[nodiscard]] std::optional<std::uint64_t> constant(std::string_view name) const;
  [[nodiscard]] const RemoplaModule* module(std::string_view name) const;

  RemoplaVariables globals;
  std::vector<std::string> global_names;  // in order
  std::map<std::string, RemoplaModule, std::less<>> modules;

 private:
  MopedTokens& tokens_;
  std::map<std::string, std::uint64_t, std::less<>> constants_;
  std::map<std::string, RemoplaType, std::less<>> enumerations_;
  unsigned default_bits_ = 0;

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] RemoplaType type(bool is_result);
  [[nodiscard]] RemoplaType enumeration();
  [[nodiscard]] RemoplaType listed_enumeration(std::string name);
  /// A name with, of a number, its bits.
  std::string declared(RemoplaType type, RemoplaVariables& variables);
  void take_bits(RemoplaType& type);
  void refuse_array() const;
};

}  // namespace hardbop::importing
