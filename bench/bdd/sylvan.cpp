// SPDX-License-Identifier: MIT
// The workloads on Sylvan (1.7 or later): bench_bdd_sylvan KIND SIZE default
//
// One worker, as the other libraries have one thread. Tables start small and grow up to 4 GB. It
// has no dynamic reordering, so the workload `sift` keeps its order.
#include <algorithm>
#include <cstdlib>
#include <sylvan_obj.hpp>
#include <vector>

#include "report.hpp"

namespace {

using hardbop::bench::Vars;

struct SylvanLibrary {
  using F = sylvan::Bdd;
  using Map = sylvan::BddMap;

  unsigned count_of_variables = 0;

  void variables(unsigned count) { count_of_variables = count; }
  [[nodiscard]] unsigned variable_count() const { return count_of_variables; }
  static F var(unsigned i) { return sylvan::Bdd::bddVar(i); }
  static F zero() { return sylvan::Bdd::bddZero(); }
  static F one() { return sylvan::Bdd::bddOne(); }
  static F negate(const F& f) { return !f; }
  static F conjoin(const F& f, const F& g) { return f & g; }
  static F disjoin(const F& f, const F& g) { return f | g; }
  static F exclusive_or(const F& f, const F& g) { return f ^ g; }
  static F iff(const F& f, const F& g) { return f.Xnor(g); }
  static F exists(const F& f, const F& cube) { return f.ExistAbstract(sylvan::BddSet(cube)); }
  static F and_exists(const F& f, const F& g, const F& cube) {
    return f.AndAbstract(g, sylvan::BddSet(cube));
  }
  static F cube(Vars vars) {
    std::sort(vars.begin(), vars.end());
    return sylvan::Bdd::VariablesCube({vars.begin(), vars.end()});
  }
  static Map map(const Vars& from, const Vars& to) {
    Map out;
    for (std::size_t i = 0; i < from.size(); ++i) out.put(from[i], var(to[i]));
    return out;
  }
  static F rename(const F& f, const Map& map) { return f.Compose(map); }
  static F image(const F& set, const F& relation, const F& cube, const Map& map) {
    return rename(and_exists(set, relation, cube), map);
  }
  static double count(const F& f, unsigned variables) {
    return f.SatCount(static_cast<std::size_t>(variables));
  }
  static void reorder() {}
  static std::size_t nodes(const F& f) { return f.NodeCount(); }
};

void start_sylvan() {
  constexpr std::size_t tasks = 1'000'000;
  constexpr std::size_t memory = std::size_t{4} << 30U;
  lace_start(1, tasks);
  sylvan::sylvan_set_limits(memory, 1, 10);
  sylvan::sylvan_init_package();
  sylvan::sylvan_init_bdd();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const double start = hardbop::bench::cpu_seconds();
  start_sylvan();
  SylvanLibrary lib;
  return hardbop::bench::report(
      lib, {argv[1], static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))}, start);
}
