// SPDX-License-Identifier: MIT
// How predicates name a C program's variables: as C does, `x`, `s.f` and `a[3]`; a function's
// variable from outside is `f::x`, its result `return`; a global that a local hides is `::x`. An
// object that is an array of the model has one name; any index may follow it: `a[i + 1]`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/util/spelling.hpp"
#include "c/slam/procedures.hpp"
#include "c/text/word_type.hpp"

namespace hardbop::slam {

using c::WordType;

class VariableNames {
 public:
  explicit VariableNames(const Procedures& procedures);

  /// In a function, or where `everybody` is meant, from outside.
  [[nodiscard]] std::string name(VariableId v, FunctionId scope) const;
  [[nodiscard]] std::optional<VariableId> find(std::string_view name, FunctionId scope) const;
  /// Of an array, its elements'.
  [[nodiscard]] WordType type(VariableId v) const { return types_[v]; }
  [[nodiscard]] bool is_array(VariableId v) const { return arrays_[v]; }
  /// Whether C has it as a float or double: of that, the type is the bits.
  [[nodiscard]] bool is_float(VariableId v) const { return floats_[v]; }

  /// Whether it is the name of something that has several cells.
  [[nodiscard]] bool has_parts(std::string_view name, FunctionId scope) const;
  /// Offers all names that a function can use.
  void offer(SpellingHint& hint, FunctionId scope) const;

 private:
  std::vector<std::string> names_;  // by variable
  std::vector<WordType> types_;     // by variable
  std::vector<bool> floats_;        // by variable
  std::vector<bool> arrays_;        // by variable
  std::map<std::string, VariableId, std::less<>> by_name_;
  ById<FunctionId, std::string> prefixes_;  // "f::"

  void add_type(const Procedures& procedures, VariableId v);
  [[nodiscard]] std::string local(std::string_view name, FunctionId scope) const;
};

}  // namespace hardbop::slam
