// SPDX-License-Identifier: MIT
// The work of the comparison, written once over an adapter `Lib` that names the
// operations of a BDD library. Every workload answers a number that both libraries must
// agree on.
//
// Lib has: F; variables(n); var(i); zero(); one(); negate, conjoin, disjoin, exclusive_or,
// iff, exists(f, cube), cube(vars), Map map(from, to), rename(f, map), image(set, relation,
// cube, map) = rename(exists(set & relation, cube), map), count(f, variables), nodes(f),
// reorder().
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace hardbop::bench {

using Vars = std::vector<unsigned>;

/// Solutions of the n queens puzzle, one variable a square.
template <class Lib>
double queens(Lib& lib, unsigned n) {
  lib.variables(n * n);
  const auto square = [&](unsigned row, unsigned column) { return lib.var(row * n + column); };
  typename Lib::F board = lib.one();
  for (unsigned row = 0; row < n; ++row) {
    typename Lib::F some = lib.zero();
    for (unsigned column = 0; column < n; ++column) some = lib.disjoin(some, square(row, column));
    board = lib.conjoin(board, some);
  }
  for (unsigned row = 0; row < n; ++row) {
    for (unsigned column = 0; column < n; ++column) {
      typename Lib::F alone = lib.one();
      for (unsigned r = 0; r < n; ++r) {
        for (unsigned c = 0; c < n; ++c) {
          const bool attacked = (r == row) != (c == column) ||
                                (r != row && (r + c == row + column || r + column == row + c));
          if (attacked) alone = lib.conjoin(alone, lib.negate(square(r, c)));
        }
      }
      board = lib.conjoin(board, lib.disjoin(lib.negate(square(row, column)), alone));
    }
  }
  return lib.count(board, n * n);
}

/// All outputs of an n by n bit multiplier, by adding shifted rows.
template <class Lib>
double multiplier(Lib& lib, unsigned n) {
  lib.variables(2 * n);
  std::vector<typename Lib::F> sum(2 * n, lib.zero());
  for (unsigned i = 0; i < n; ++i) {
    typename Lib::F carry = lib.zero();
    for (unsigned j = 0; j <= n && i + j < 2 * n; ++j) {
      const typename Lib::F bit =
          j < n ? lib.conjoin(lib.var(2 * i), lib.var(2 * j + 1)) : lib.zero();
      const typename Lib::F half = lib.exclusive_or(sum[i + j], bit);
      const typename Lib::F next =
          lib.disjoin(lib.conjoin(sum[i + j], bit), lib.conjoin(half, carry));
      sum[i + j] = lib.exclusive_or(half, carry);
      carry = next;
    }
  }
  double total = 0;
  for (const auto& output : sum) total += lib.count(output, 2 * n);
  return total;
}

/// States 2i, next states 2i + 1: what reachability needs, and the loop itself.
template <class Lib>
struct Machine {
  Lib& lib;
  unsigned bits;
  typename Lib::F relation;
  typename Lib::F initial;

  Machine(Lib& library, unsigned size)
      : lib(library), bits(size), relation(lib.one()), initial(lib.one()) {}

  typename Lib::F now(unsigned i) { return lib.var(2 * i); }
  typename Lib::F next(unsigned i) { return lib.var(2 * i + 1); }

  double reach(const Vars& inputs = {}) {
    Vars from;
    Vars to;
    Vars quantified = inputs;
    for (unsigned i = 0; i < bits; ++i) {
      from.push_back(2 * i + 1);
      to.push_back(2 * i);
      quantified.push_back(2 * i);
    }
    const typename Lib::F cube = lib.cube(quantified);
    const typename Lib::Map map = lib.map(from, to);
    typename Lib::F reached = initial;
    typename Lib::F frontier = initial;
    while (!(frontier == lib.zero())) {
      const typename Lib::F image = lib.image(frontier, relation, cube, map);
      frontier = lib.conjoin(image, lib.negate(reached));
      reached = lib.disjoin(reached, image);
    }
    return lib.count(reached, lib.variable_count()) /
           std::pow(2.0, static_cast<double>(lib.variable_count() - bits));
  }
};

/// An n-bit counter: 2^n small steps.
template <class Lib>
double counter(Lib& lib, unsigned n) {
  lib.variables(2 * n);
  Machine<Lib> machine(lib, n);
  typename Lib::F carry = lib.one();
  for (unsigned i = 0; i < n; ++i) {
    const typename Lib::F sum = lib.exclusive_or(machine.now(i), carry);
    machine.relation = lib.conjoin(machine.relation, lib.iff(machine.next(i), sum));
    machine.initial = lib.conjoin(machine.initial, lib.negate(machine.now(i)));
    carry = lib.conjoin(carry, machine.now(i));
  }
  return machine.reach();
}

/// A shift register of n bits whose input is the exclusive or of its taps and a free bit
/// that is only let through while the last three bits differ.
template <class Lib>
double shift_register(Lib& lib, unsigned n) {
  lib.variables(2 * n + 1);
  const unsigned input = 2 * n;
  Machine<Lib> machine(lib, n);
  for (unsigned i = n - 1; i > 0; --i)
    machine.relation = lib.conjoin(machine.relation, lib.iff(machine.next(i), machine.now(i - 1)));
  const typename Lib::F gate =
      lib.negate(lib.iff(lib.iff(machine.now(n - 1), machine.now(n - 2)), machine.now(n - 3)));
  const typename Lib::F feed = lib.exclusive_or(
      lib.exclusive_or(machine.now(n - 1), machine.now(1)), lib.conjoin(gate, lib.var(input)));
  machine.relation = lib.conjoin(machine.relation, lib.iff(machine.next(0), feed));
  for (unsigned i = 0; i < n; ++i)
    machine.initial =
        lib.conjoin(machine.initial, i == 0 ? machine.now(i) : lib.negate(machine.now(i)));
  return machine.reach({input});
}

/// n stations on a ring: a token (bit 2i) and a request (bit 2i + 1) each; the holder
/// passes the token on or serves its request, others may raise one.
template <class Lib>
double token_ring(Lib& lib, unsigned stations) {
  lib.variables(4 * stations);
  Machine<Lib> machine(lib, 2 * stations);
  const auto same = [&](unsigned bit) { return lib.iff(machine.next(bit), machine.now(bit)); };
  typename Lib::F relation = lib.zero();
  for (unsigned i = 0; i < stations; ++i) {
    const unsigned after = (i + 1) % stations;
    typename Lib::F rest = lib.one();  // all bits of the stations not concerned
    for (unsigned j = 2 * stations; j-- > 0;)
      if (j / 2 != i && j / 2 != after) rest = lib.conjoin(rest, same(j));
    const typename Lib::F holds = machine.now(2 * i);
    const typename Lib::F asks = machine.now(2 * i + 1);
    typename Lib::F pass = lib.conjoin(holds, lib.negate(asks));
    pass = lib.conjoin(pass, lib.negate(machine.next(2 * i)));
    pass = lib.conjoin(pass, machine.next(2 * after));
    pass = lib.conjoin(pass, lib.conjoin(same(2 * i + 1), same(2 * after + 1)));
    typename Lib::F serve = lib.conjoin(holds, asks);
    serve = lib.conjoin(serve, lib.negate(machine.next(2 * i + 1)));
    serve = lib.conjoin(serve, lib.conjoin(same(2 * i), same(2 * after)));
    serve = lib.conjoin(serve, same(2 * after + 1));
    typename Lib::F raise = lib.conjoin(lib.negate(asks), machine.next(2 * i + 1));
    raise = lib.conjoin(raise, lib.conjoin(same(2 * i), same(2 * after)));
    raise = lib.conjoin(raise, same(2 * after + 1));
    relation =
        lib.disjoin(relation, lib.conjoin(rest, lib.disjoin(pass, lib.disjoin(serve, raise))));
    machine.initial = lib.conjoin(machine.initial, i == 0 ? holds : lib.negate(holds));
    machine.initial = lib.conjoin(machine.initial, lib.negate(asks));
  }
  machine.relation = relation;
  return machine.reach();
}

/// A random function of `size` of the given variables: some cubes, some of them negated.
template <class Lib, class Random>
typename Lib::F scatter(Lib& lib, const Vars& vars, unsigned cubes, Random& random) {
  typename Lib::F f = lib.zero();
  for (unsigned i = 0; i < cubes; ++i) {
    typename Lib::F cube = lib.one();
    for (unsigned j = 0; j < 5; ++j) {
      const typename Lib::F var = lib.var(vars[random() % vars.size()]);
      cube = lib.conjoin(cube, random() % 2 == 0 ? var : lib.negate(var));
    }
    f = lib.exclusive_or(f, cube);
  }
  return f;
}

/// What a summary engine does at calls: takes functions of one scope to another by maps
/// of its own, and joins them there. Uses 40 variables of however many there are.
template <class Lib>
double renaming(Lib& lib, unsigned variables) {
  lib.variables(variables);
  constexpr unsigned width = 20;
  const unsigned stride = variables / 50;
  Vars here;
  Vars there;
  for (unsigned i = 0; i < width; ++i) {
    here.push_back(2 * i * stride);
    there.push_back((2 * i + 1) * stride);
  }
  std::mt19937 random(11);
  std::vector<typename Lib::F> functions;
  for (unsigned i = 0; i < 40; ++i) functions.push_back(scatter(lib, here, 8, random));
  double total = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    Vars from;
    Vars to;
    for (unsigned i = 0; i < width; ++i) {
      if (random() % 3 == 0) continue;
      from.push_back(here[i]);
      to.push_back(there[i]);
    }
    const typename Lib::Map call = lib.map(from, to);
    const typename Lib::F f = lib.rename(functions[random() % functions.size()], call);
    const typename Lib::F g = lib.rename(functions[random() % functions.size()], call);
    total += lib.nodes(lib.conjoin(f, g)) > 0 ? 1 : 0;
  }
  return total;
}

/// A random 3-CNF, conjoined variable by variable with each quantified as soon as no
/// clause is left that has it.
template <class Lib>
double cnf(Lib& lib, unsigned variables) {
  lib.variables(variables);
  std::mt19937 random(5);
  std::vector<std::pair<unsigned, typename Lib::F>> clauses;  // lowest variable, clause
  for (unsigned i = 0; i < variables * 2; ++i) {
    typename Lib::F clause = lib.zero();
    const auto start = static_cast<unsigned>(random() % variables);
    unsigned lowest = variables;
    for (unsigned j = 0; j < 3; ++j) {
      const unsigned var = std::min(variables - 1, start + static_cast<unsigned>(random() % 34));
      lowest = std::min(lowest, var);
      clause = lib.disjoin(clause, random() % 2 == 0 ? lib.var(var) : lib.negate(lib.var(var)));
    }
    clauses.emplace_back(lowest, clause);
  }
  double total = 0;
  typename Lib::F sum = lib.one();
  for (unsigned var = 0; var < variables; ++var) {
    typename Lib::F bucket = lib.one();
    for (const auto& [lowest, clause] : clauses)
      if (lowest == var) bucket = lib.conjoin(bucket, clause);
    sum = lib.and_exists(sum, bucket, lib.cube({var}));
    total += lib.nodes(sum) > 0 ? 1 : 0;
  }
  return total;
}

/// The transitive closure of a random sparse relation on 2^bits points, by squaring.
template <class Lib>
double closure(Lib& lib, unsigned bits) {
  lib.variables(3 * bits);
  Vars x;
  Vars y;
  Vars z;
  for (unsigned i = 0; i < bits; ++i) {
    x.push_back(3 * i);
    y.push_back(3 * i + 1);
    z.push_back(3 * i + 2);
  }
  std::mt19937 random(3);
  const auto point = [&](const Vars& vars, unsigned value) {
    typename Lib::F f = lib.one();
    for (unsigned i = bits; i-- > 0;)
      f = lib.conjoin(f,
                      ((value >> i) & 1U) != 0 ? lib.var(vars[i]) : lib.negate(lib.var(vars[i])));
    return f;
  };
  const unsigned points = 1U << bits;
  typename Lib::F relation = lib.zero();
  for (unsigned i = 0; i < points; ++i)
    relation = lib.disjoin(
        relation, lib.conjoin(point(x, i), point(y, static_cast<unsigned>(random() % points))));
  const typename Lib::F middle = lib.cube(z);
  const typename Lib::Map first = lib.map(y, z);
  const typename Lib::Map second = lib.map(x, z);
  for (;;) {
    const typename Lib::F step =
        lib.and_exists(lib.rename(relation, first), lib.rename(relation, second), middle);
    const typename Lib::F next = lib.disjoin(relation, step);
    if (next == relation) break;
    relation = next;
  }
  return lib.count(relation, 3 * bits);
}

/// Sifting is the subject here: a function that is exponential in the order it is built in
/// and linear in the best one, beside the outputs of a small multiplier.
template <class Lib>
double sift(Lib& lib, unsigned pairs) {
  constexpr unsigned n = 6;
  lib.variables(2 * pairs + 2 * n);
  typename Lib::F f = lib.zero();
  for (unsigned i = 0; i < pairs; ++i)
    f = lib.disjoin(f, lib.conjoin(lib.var(i), lib.var(i + pairs)));
  std::vector<typename Lib::F> sum(2 * n, lib.zero());
  for (unsigned i = 0; i < n; ++i) {
    typename Lib::F carry = lib.zero();
    for (unsigned j = 0; j <= n; ++j) {
      const typename Lib::F bit =
          j < n ? lib.conjoin(lib.var(2 * pairs + i), lib.var(2 * pairs + n + j)) : lib.zero();
      const typename Lib::F half = lib.exclusive_or(sum[i + j], bit);
      const typename Lib::F next =
          lib.disjoin(lib.conjoin(sum[i + j], bit), lib.conjoin(half, carry));
      sum[i + j] = lib.exclusive_or(half, carry);
      carry = next;
    }
  }
  lib.reorder();
  double total = lib.count(f, 2 * pairs + 2 * n);
  for (const auto& output : sum) total += lib.count(output, 2 * pairs + 2 * n);
  return total;
}

struct Workload {
  std::string kind;
  unsigned size;
};

template <class Lib>
double run(Lib& lib, const Workload& work) {
  static const std::map<std::string, double (*)(Lib&, unsigned)> kinds{
      {"queens", queens<Lib>},   {"multiplier", multiplier<Lib>},
      {"counter", counter<Lib>}, {"shift", shift_register<Lib>},
      {"ring", token_ring<Lib>}, {"rename", renaming<Lib>},
      {"cnf", cnf<Lib>},         {"closure", closure<Lib>},
      {"sift", sift<Lib>},
  };
  return kinds.at(work.kind)(lib, work.size);
}

}  // namespace hardbop::bench
