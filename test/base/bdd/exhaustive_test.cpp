// SPDX-License-Identifier: MIT
// Every operation on all functions of three variables, against truth tables.
#include <array>
#include <gtest/gtest.h>

#include "base/bdd/cubes.hpp"
#include "repetitions.hpp"
#include "truth_table.hpp"

namespace hardbop::bdd {
namespace {

constexpr unsigned three = 3;
constexpr std::size_t all_functions = 256;

/// All functions of three variables as tables of eight bits and as diagrams.
class AllFunctions : public ::testing::Test {
 protected:
  explicit AllFunctions(const Options& options = {}) : manager_(options) {
    manager_.new_vars(three);
    for (unsigned bits = 0; bits < all_functions; ++bits)
      all_.push_back(bdd_of(manager_, TruthTable::from_bits(three, bits)));
  }

  Manager manager_;
  std::vector<Bdd> all_;

  /// The number of the function, read back from the diagram by handle identity.
  [[nodiscard]] unsigned bits(const Bdd& f) const {
    for (unsigned i = 0; i < all_functions; ++i)
      if (all_[i] == f) return i;
    return all_functions;
  }
  static unsigned with(unsigned bits, Var var, bool value) {
    unsigned out = 0;
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned from = value ? row | (1U << var) : row & ~(1U << var);
      out |= ((bits >> from) & 1U) << row;
    }
    return out;
  }
  static unsigned exists_bits(unsigned f, unsigned set) {
    for (Var var = 0; var < three; ++var)
      if (((set >> var) & 1U) != 0) f = with(f, var, true) | with(f, var, false);
    return f;
  }
  [[nodiscard]] Bdd cube_of(unsigned set) const {
    std::vector<Var> vars;
    for (Var var = 0; var < three; ++var)
      if (((set >> var) & 1U) != 0) vars.push_back(var);
    return manager_.cube(vars);
  }
};

/// The same with every recursion on the heap's stack from its first step.
class AllFunctionsDeep : public AllFunctions {
 protected:
  AllFunctionsDeep() : AllFunctions({.recursion_limit = 0}) {}
};

TEST_F(AllFunctions, diagrams_mean_what_their_tables_say) {
  for (unsigned f = 0; f < all_functions; ++f)
    EXPECT_EQ(table_of(all_[f], three), TruthTable::from_bits(three, f));
  EXPECT_EQ(manager_.audit(), std::vector<std::string>{});
}

void check_binary(const std::vector<Bdd>& all) {
  for (unsigned f = 0; f < all_functions; ++f) {
    for (unsigned g = 0; g < all_functions; ++g) {
      const Bdd& a = all[f];
      const Bdd& b = all[g];
      ASSERT_EQ(a & b, all[f & g]);
      ASSERT_EQ(a | b, all[f | g]);
      ASSERT_EQ(a ^ b, all[f ^ g]);
      ASSERT_EQ(a - b, all[f & ~g & 255U]);
      ASSERT_EQ(iff(a, b), all[~(f ^ g) & 255U]);
      ASSERT_EQ(implies(a, b), all[(~f | g) & 255U]);
      ASSERT_EQ(a <= b, (f & ~g) == 0);
      ASSERT_EQ(a >= b, (g & ~f) == 0);
      ASSERT_EQ(intersects(a, b), (f & g) != 0);
      ASSERT_EQ(a == b, f == g);
    }
    ASSERT_EQ(!all[f], all[~f & 255U]);
  }
}

TEST_F(AllFunctions, binary_operations_on_all_pairs) {
  check_binary(all_);
  EXPECT_EQ(manager_.audit(), std::vector<std::string>{});
}

TEST_F(AllFunctionsDeep, binary_operations_on_all_pairs) {
  check_binary(all_);
  EXPECT_EQ(manager_.audit(), std::vector<std::string>{});
}

TEST_F(AllFunctions, ite_on_all_triples) {
  constexpr unsigned step = 5 / test::repetitions(5);
  for (unsigned f = 0; f < all_functions; f += step)
    for (unsigned g = 0; g < all_functions; ++g)
      for (unsigned h = 0; h < all_functions; ++h)
        ASSERT_EQ(ite(all_[f], all_[g], all_[h]), all_[(f & g) | (~f & h & 255U)]);
}

TEST_F(AllFunctions, quantification_over_all_sets) {
  for (unsigned set = 0; set < 8; ++set) {
    const Bdd cube = cube_of(set);
    for (unsigned f = 0; f < all_functions; ++f) {
      ASSERT_EQ(exists(all_[f], cube), all_[exists_bits(f, set)]);
      ASSERT_EQ(forall(all_[f], cube), all_[~exists_bits(~f & 255U, set) & 255U]);
    }
  }
}

TEST_F(AllFunctions, relprod_equals_and_then_exists) {
  for (unsigned set = 0; set < 8; ++set) {
    const Bdd cube = cube_of(set);
    for (unsigned f = 0; f < all_functions; ++f)
      for (unsigned g = 0; g < all_functions; ++g)
        ASSERT_EQ(and_exists(all_[f], all_[g], cube), all_[exists_bits(f & g, set)]);
  }
}

TEST_F(AllFunctionsDeep, quantification_and_relprod) {
  for (unsigned set = 0; set < 8; ++set) {
    const Bdd cube = cube_of(set);
    for (unsigned f = 0; f < all_functions; ++f) {
      ASSERT_EQ(exists(all_[f], cube), all_[exists_bits(f, set)]);
      for (unsigned g = 0; g < all_functions; g += 3)
        ASSERT_EQ(and_exists(all_[f], all_[g], cube), all_[exists_bits(f & g, set)]);
    }
  }
}

/// Every permutation of three variables, as a list of images.
constexpr std::array<std::array<Var, 3>, 6> permutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

unsigned permuted(unsigned f, const std::array<Var, 3>& images) {
  unsigned out = 0;
  for (unsigned row = 0; row < 8; ++row) {
    unsigned at = 0;
    for (Var var = 0; var < 3; ++var) at |= ((row >> images[var]) & 1U) << var;
    out |= ((f >> at) & 1U) << row;
  }
  return out;
}

TEST_F(AllFunctions, renaming_by_every_permutation) {
  for (const auto& images : permutations) {
    const Renaming map = manager_.renaming({{0, images[0]}, {1, images[1]}, {2, images[2]}});
    for (unsigned f = 0; f < all_functions; ++f) {
      ASSERT_EQ(rename(all_[f], map), all_[permuted(f, images)]);
      ASSERT_EQ(rename(rename(all_[f], map), map.inverse()), all_[f]);
    }
  }
}

TEST_F(AllFunctions, relprod_fused_with_every_permutation) {
  for (const auto& images : permutations) {
    const Renaming map = manager_.renaming({{0, images[0]}, {1, images[1]}, {2, images[2]}});
    for (unsigned set = 0; set < 8; ++set) {
      const Bdd cube = cube_of(set);
      for (unsigned f = 0; f < all_functions; ++f)
        for (unsigned g = 0; g < all_functions; ++g)
          ASSERT_EQ(and_exists(all_[f], all_[g], cube, map),
                    all_[permuted(exists_bits(f & g, set), images)]);
    }
  }
}

TEST_F(AllFunctions, composition_is_simultaneous) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    std::array<unsigned, 3> images{};
    for (unsigned& image : images) image = random() % all_functions;
    const Substitution map =
        manager_.substitution({{0, all_[images[0]]}, {1, all_[images[1]]}, {2, all_[images[2]]}});
    for (unsigned f = 0; f < all_functions; ++f) {
      unsigned expected = 0;
      for (unsigned row = 0; row < 8; ++row) {
        unsigned at = 0;
        for (unsigned var = 0; var < 3; ++var) at |= ((images[var] >> row) & 1U) << var;
        expected |= ((f >> at) & 1U) << row;
      }
      ASSERT_EQ(compose(all_[f], map), all_[expected]);
    }
  }
}

TEST_F(AllFunctions, cofactors_by_every_cube) {
  for (unsigned code = 0; code < 27; ++code) {
    std::vector<Literal> literals;
    for (Var var = 0, rest = code; var < 3; ++var, rest /= 3)
      if (rest % 3 != 0) literals.push_back({var, rest % 3 == 1});
    for (unsigned f = 0; f < all_functions; ++f) {
      unsigned expected = f;
      for (const Literal& literal : literals)
        expected = with(expected, literal.var, literal.positive);
      ASSERT_EQ(cofactor(all_[f], manager_.cube(literals)), all_[expected]);
    }
  }
}

void check_generalised(const std::vector<Bdd>& all) {
  for (unsigned f = 0; f < all_functions; ++f) {
    const std::vector<Var> own = support(all[f]);
    for (unsigned c = 1; c < all_functions; ++c) {
      const Bdd constrained = constrain(all[f], all[c]);
      const Bdd restricted = restrict(all[f], all[c]);
      ASSERT_EQ(constrained & all[c], all[f & c]);
      ASSERT_EQ(restricted & all[c], all[f & c]);
      for (const Var var : support(restricted)) ASSERT_NE(std::ranges::find(own, var), own.end());
      ASSERT_EQ(constrain(!all[f], all[c]), !constrained);
    }
    ASSERT_EQ(constrain(all[f], all[0]), all[f]);
    ASSERT_EQ(restrict(all[f], all[0]), all[f]);
  }
}

TEST_F(AllFunctions, generalised_cofactors_agree_on_the_care_set) {
  check_generalised(all_);
}

TEST_F(AllFunctionsDeep, generalised_cofactors_agree_on_the_care_set) {
  check_generalised(all_);
}

TEST_F(AllFunctions, counts_supports_and_cubes) {
  for (unsigned f = 0; f < all_functions; ++f) {
    const TruthTable table = TruthTable::from_bits(three, f);
    ASSERT_EQ(model_count(all_[f]), BigUint(table.models()));
    std::vector<Var> expected;
    for (Var var = 0; var < three; ++var)
      if (table.depends_on(var)) expected.push_back(var);
    ASSERT_EQ(support(all_[f]), expected);
    ASSERT_EQ(support_cube(all_[f]), manager_.cube(expected));
    const auto cube = satisfying_cube(all_[f]);
    ASSERT_EQ(cube.has_value(), f != 0);
    if (cube) {
      ASSERT_TRUE(manager_.cube(*cube) <= all_[f]);
    }
    Bdd sum = manager_.zero();
    for_each_cube(all_[f], [&](std::span<const Literal> literals) {
      const Bdd term = manager_.cube(literals);
      EXPECT_FALSE(intersects(sum, term));
      sum |= term;
      return true;
    });
    ASSERT_EQ(sum, all_[f]);
  }
  EXPECT_EQ(manager_.audit(), std::vector<std::string>{});
}

}  // namespace
}  // namespace hardbop::bdd
