// SPDX-License-Identifier: MIT
// The tuples of a relation, one by one and as text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

/// In the order of their values, the first parameter counting most.
class TupleEnumerator {
 public:
  TupleEnumerator(bdd::Manager& manager, const std::vector<bdd::Var>& columns, bdd::Bdd relation);

  /// Goes to the first or next tuple; false where there is none left.
  bool next();
  /// The bits of the tuple it is at.
  [[nodiscard]] const std::vector<bool>& bits() const { return bits_; }

 private:
  bdd::Manager& manager_;
  const std::vector<bdd::Var>& columns_;
  std::vector<bdd::Bdd> rest_;  // of the relation, after so many bits
  std::vector<bool> bits_;
  bool started_ = false;

  [[nodiscard]] bool take(bool value);
  bool descend();
};

/// Says another text for a number of a range; nothing: the number itself is written.
using NumberText = std::function<std::optional<std::string>(const Type&, std::int64_t)>;

/// A value: `left`, `3`, `true`, `0110`, `{farmer: left, wolf: left}`.
[[nodiscard]] std::string value_text(const Types& types, TypeId type, const std::vector<bool>& bits,
                                     std::size_t first_bit, const NumberText& number = {});

/// A tuple's values, one per parameter. Numbers are asked for from left to right.
[[nodiscard]] std::vector<std::string> tuple_text(const System& system, const Relation& relation,
                                                  const std::vector<bool>& bits,
                                                  const NumberText& number = {});

}  // namespace hardbop::calculus
