// SPDX-License-Identifier: MIT
// Counts the ways to place N queens on a board so that none attacks another: the BDD library by
// itself. A variable says whether there is a queen on a square.
#include <cstdlib>
#include <hardbop_bdd.hpp>
#include <iostream>

namespace bdd = hardbop::bdd;

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 6;
  if (n < 1 || n > 12) {
    std::cerr << "usage: queens N, with N from 1 to 12\n";
    return 1;
  }
  bdd::Manager manager;
  for (int i = 0; i < n * n; ++i)
    manager.new_var("q" + std::to_string(i / n + 1) + std::to_string(i % n + 1));
  const auto queen = [&](int row, int column) {
    return manager.var(static_cast<bdd::Var>(row * n + column));
  };

  bdd::Bdd board = manager.one();
  for (int row = 0; row < n; ++row) {
    bdd::Bdd some = manager.zero();
    for (int column = 0; column < n; ++column) some |= queen(row, column);
    board &= some;  // a queen in every row
  }
  for (int i = 0; i < n * n; ++i) {
    bdd::Bdd alone = manager.one();
    for (int j = 0; j < n * n; ++j) {
      const int down = j / n - i / n;
      const int right = j % n - i % n;
      if (i != j && (down == 0 || right == 0 || std::abs(down) == std::abs(right)))
        alone &= ~queen(j / n, j % n);
    }
    board &= implies(queen(i / n, i % n), alone);
  }

  std::cout << model_count(board).to_string() << " ways, " << node_count(board) << " nodes\n";
  if (const auto model = satisfying_cube(board))
    for (const bdd::Literal& literal : *model)
      if (literal.positive) std::cout << manager.name(literal.var) << ' ';
  std::cout << '\n';
}
