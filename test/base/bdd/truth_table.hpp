// SPDX-License-Identifier: MIT
// The oracle of the kernel's tests: functions of up to 14 variables as bit vectors.
// Row r of a table is the value where variable i has bit i of r.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/bdd/manager.hpp"

namespace hardbop::bdd {

/// What Manager::audit() says of a kernel in order: nothing.
inline const std::vector<std::string> sound;

class TruthTable {
 public:
  explicit TruthTable(unsigned variables, bool value = false)
      : variables_(variables), rows_(std::size_t{1} << variables, value) {}

  static TruthTable from_bits(unsigned variables, std::uint64_t bits) {
    TruthTable table(variables);
    for (std::size_t row = 0; row < table.size(); ++row)
      table.rows_[row] = ((bits >> row) & 1) != 0;
    return table;
  }
  static TruthTable variable(unsigned variables, Var var) {
    return build(variables, [&](std::size_t row) { return ((row >> var) & 1) != 0; });
  }
  template <class Value>
  static TruthTable build(unsigned variables, Value value) {
    TruthTable table(variables);
    for (std::size_t row = 0; row < table.size(); ++row) table.rows_[row] = value(row);
    return table;
  }
  template <class Random>
  static TruthTable random(unsigned variables, Random& generator) {
    return build(variables, [&](std::size_t) { return (generator() & 1) != 0; });
  }

  [[nodiscard]] unsigned variables() const { return variables_; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool operator[](std::size_t row) const { return rows_[row] != 0; }
  friend bool operator==(const TruthTable&, const TruthTable&) = default;

  [[nodiscard]] std::size_t models() const {
    std::size_t count = 0;
    for (const char row : rows_) count += row != 0 ? 1 : 0;
    return count;
  }
  [[nodiscard]] TruthTable with(Var var, bool value) const {
    const std::size_t bit = std::size_t{1} << var;
    return build(variables_,
                 [&](std::size_t row) { return (*this)[value ? (row | bit) : (row & ~bit)]; });
  }
  [[nodiscard]] TruthTable exists(const std::vector<Var>& vars) const {
    TruthTable table = *this;
    for (const Var var : vars) table = table.with(var, true) | table.with(var, false);
    return table;
  }
  [[nodiscard]] TruthTable forall(const std::vector<Var>& vars) const {
    return !(!*this).exists(vars);
  }
  /// Each variable i replaced by images[i], all at once.
  [[nodiscard]] TruthTable compose(const std::vector<TruthTable>& images) const {
    return build(variables_, [&](std::size_t row) {
      std::size_t at = 0;
      for (Var var = 0; var < variables_; ++var)
        if (images[var][row]) at |= std::size_t{1} << var;
      return (*this)[at];
    });
  }
  [[nodiscard]] bool depends_on(Var var) const { return with(var, true) != with(var, false); }

  friend TruthTable operator!(const TruthTable& f) {
    return build(f.variables_, [&](std::size_t row) { return !f[row]; });
  }
  friend TruthTable operator&(const TruthTable& f, const TruthTable& g) {
    return build(f.variables_, [&](std::size_t row) { return f[row] && g[row]; });
  }
  friend TruthTable operator|(const TruthTable& f, const TruthTable& g) {
    return build(f.variables_, [&](std::size_t row) { return f[row] || g[row]; });
  }
  friend TruthTable operator^(const TruthTable& f, const TruthTable& g) {
    return build(f.variables_, [&](std::size_t row) { return f[row] != g[row]; });
  }

 private:
  unsigned variables_;
  std::vector<char> rows_;
};

/// What the diagram says, row by row.
inline TruthTable table_of(const Bdd& f, unsigned variables) {
  return TruthTable::build(variables, [&](std::size_t row) {
    return evaluate(f, [&](Var var) { return ((row >> var) & 1) != 0; });
  });
}

/// The diagram of a table, made from if-then-else alone.
inline Bdd bdd_of(const Manager& manager, const TruthTable& table) {
  std::vector<Bdd> rows;
  for (std::size_t row = 0; row < table.size(); ++row) rows.push_back(manager.constant(table[row]));
  for (Var var = 0; var < table.variables(); ++var) {
    std::vector<Bdd> half;
    for (std::size_t i = 0; i < rows.size(); i += 2)
      half.push_back(ite(manager.var(var), rows[i + 1], rows[i]));
    rows = std::move(half);
  }
  return rows.front();
}

}  // namespace hardbop::bdd
