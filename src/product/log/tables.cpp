// SPDX-License-Identifier: MIT
#include "product/log/tables.hpp"

#include <algorithm>
#include <map>

#include "base/bdd/cubes.hpp"

namespace hardbop::log {

namespace {

constexpr std::size_t most_rows = 32;
constexpr std::size_t most_nodes = 60;
/// Rows that are counted beyond those that are shown; a set may have more cubes than can be
/// counted.
constexpr std::size_t most_counted = 10'000;

std::size_t column_of(bdd::Var var, const std::vector<bdd::Var>& columns) {
  return static_cast<std::size_t>(std::ranges::find(columns, var) - columns.begin());
}

/// Numbers the nodes of a diagram, children before parents.
class Numbering {
 public:
  explicit Numbering(const std::vector<bdd::Var>& columns) : columns_(columns) {}

  std::size_t number(const bdd::Bdd& f) {
    if (f.is_constant()) return f.is_true() ? 1 : 0;
    if (const auto known = numbers_.find(f.id()); known != numbers_.end()) return known->second;
    const std::size_t low = number(f.low());
    const std::size_t high = number(f.high());
    nodes_.push_back({column_of(f.top(), columns_), low, high});
    return numbers_[f.id()] = nodes_.size() + 1;
  }
  [[nodiscard]] Json nodes() && { return std::move(nodes_); }

 private:
  const std::vector<bdd::Var>& columns_;
  Json nodes_ = Json::array();
  std::map<bdd::Ref, std::size_t> numbers_;
};

}  // namespace

Json table(const bdd::Bdd& set, const std::vector<bdd::Var>& columns) {
  Json rows = Json::array();
  std::size_t count = 0;
  bdd::for_each_cube(set, [&](std::span<const bdd::Literal> cube) {
    if (++count > most_rows) return count < most_counted;
    std::string row(columns.size(), '-');
    for (const bdd::Literal literal : cube)
      if (const std::size_t at = column_of(literal.var, columns); at < row.size())
        row[at] = literal.positive ? '1' : '0';
    rows.push_back(row);
    return true;
  });
  Json out{{"count", bdd::model_count(set, columns.size()).to_string()}, {"rows", std::move(rows)}};
  if (count > most_rows) out["left_out"] = count - most_rows;
  return out;
}

Json diagram(const bdd::Bdd& set, const std::vector<bdd::Var>& columns) {
  const std::size_t size = bdd::node_count(set);
  if (size > most_nodes) return {{"size", size}};
  Numbering numbering(columns);
  const std::size_t root = numbering.number(set);
  return {{"root", root}, {"nodes", std::move(numbering).nodes()}};
}

}  // namespace hardbop::log
