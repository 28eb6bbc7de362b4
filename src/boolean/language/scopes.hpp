// SPDX-License-Identifier: MIT
// Which declaration a name means, from inside a procedure outwards. Private to the layer.
#pragma once

#include <vector>

#include "boolean/language/symbols.hpp"

namespace hardbop::bp {

/// The names visible at one level; arrays by NameId, so that a look-up is one load.
template <typename Value>
class ScopeLevel {
 public:
  explicit ScopeLevel(std::size_t names) : entries_(names) {}

  /// The earlier entry of that name, or null after adding this one.
  const Value* add(NameId name, Value value) {
    if (entries_[name].used) return &entries_[name].value;
    entries_[name] = {true, value};
    names_.push_back(name);
    return nullptr;
  }
  [[nodiscard]] Value* find(NameId name) {
    return entries_[name].used ? &entries_[name].value : nullptr;
  }
  [[nodiscard]] const Value* find(NameId name) const {
    return entries_[name].used ? &entries_[name].value : nullptr;
  }
  [[nodiscard]] const std::vector<NameId>& names() const { return names_; }
  void clear() {
    for (const NameId name : names_) entries_[name].used = false;
    names_.clear();
  }

 private:
  struct Entry {
    bool used = false;
    Value value{};
  };
  std::vector<Entry> entries_;
  std::vector<NameId> names_;  // in the order added
};

struct DeclaredVariable {
  VariableRef variable;
  SourceOffset at = 0;
  bool is_formal = false;
  bool mentioned = false;
};

}  // namespace hardbop::bp
