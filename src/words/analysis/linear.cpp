// SPDX-License-Identifier: MIT
#include "words/analysis/linear.hpp"

#include <optional>
#include <utility>

namespace hardbop::words {

namespace {

__extension__ typedef __int128 Number;
using Row = std::vector<Number>;

constexpr Number largest_number = Number{1} << 100U;
constexpr std::int64_t largest_coefficient = 64;

Number magnitude(Number a) {
  return a < 0 ? -a : a;
}

Number divisor(Number a, Number b) {
  while (b != 0) a = std::exchange(b, a % b);
  return magnitude(a);
}

void divide_out(Row& row) {
  Number common = 0;
  for (const Number one : row) common = divisor(common, one);
  if (common > 1)
    for (Number& one : row) one /= common;
}

/// row := row * pivot[column] - pivot * row[column]; false where numbers get too large.
bool eliminate(Row& row, const Row& pivot, std::size_t column) {
  const Number factor = row[column];
  if (factor == 0) return true;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (magnitude(row[i]) > largest_number / (magnitude(pivot[column]) + 1) / 2 ||
        magnitude(pivot[i]) > largest_number / (magnitude(factor) + 1) / 2)
      return false;
  }
  const Number scale = pivot[column];
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] * scale - pivot[i] * factor;
  divide_out(row);
  return true;
}

/// A reduced echelon form of points, each with a one behind it.
class Echelon {
 public:
  explicit Echelon(std::size_t columns) : columns_(columns) {}

  /// Whether numbers stayed small enough.
  bool add(Row row) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!eliminate(row, rows_[i], pivots_[i])) return false;
    std::size_t column = 0;
    while (column < columns_ && row[column] == 0) ++column;
    if (column == columns_) return true;
    for (Row& other : rows_)
      if (!eliminate(other, row, column)) return false;
    rows_.push_back(std::move(row));
    pivots_.push_back(column);
    return true;
  }

  /// A vector for each column without a pivot, on which all rows vanish.
  [[nodiscard]] std::vector<Row> kernel() const {
    std::vector<Row> out;
    std::vector<bool> has_pivot(columns_);
    for (const std::size_t column : pivots_) has_pivot[column] = true;
    for (std::size_t column = 0; column < columns_; ++column)
      if (!has_pivot[column])
        if (auto vector = kernel_vector(column)) out.push_back(*std::move(vector));
    return out;
  }

 private:
  std::size_t columns_;
  std::vector<Row> rows_;
  std::vector<std::size_t> pivots_;  // by row

  [[nodiscard]] std::optional<Row> kernel_vector(std::size_t column) const {
    Number scale = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i][column] == 0) continue;
      const Number part = magnitude(rows_[i][pivots_[i]]);
      scale = scale / divisor(scale, part) * part;
      if (scale > largest_number) return std::nullopt;
    }
    Row out(columns_, 0);
    out[column] = scale;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (magnitude(rows_[i][column]) > largest_number / (scale + 1)) return std::nullopt;
      out[pivots_[i]] = -rows_[i][column] * scale / rows_[i][pivots_[i]];
    }
    divide_out(out);
    return out;
  }
};

}  // namespace

std::vector<LinearEquation> equations_of(const std::vector<std::vector<std::int64_t>>& points) {
  if (points.empty()) return {};
  const std::size_t columns = points.front().size() + 1;
  Echelon echelon(columns);
  for (const std::vector<std::int64_t>& point : points) {
    Row row(point.begin(), point.end());
    row.push_back(1);
    if (!echelon.add(std::move(row))) return {};
  }
  std::vector<LinearEquation> out;
  for (const Row& vector : echelon.kernel()) {
    LinearEquation equation;
    bool is_small = magnitude(vector.back()) <= Number{INT64_MAX};
    for (std::size_t i = 0; i + 1 < columns && is_small; ++i) {
      is_small = magnitude(vector[i]) <= largest_coefficient;
      equation.coefficients.push_back(static_cast<std::int64_t>(vector[i]));
    }
    if (!is_small) continue;
    equation.constant = -static_cast<std::int64_t>(vector.back());
    out.push_back(std::move(equation));
  }
  return out;
}

}  // namespace hardbop::words
