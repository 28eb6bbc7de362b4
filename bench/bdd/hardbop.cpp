// SPDX-License-Identifier: MIT
// The workloads on our kernel: bench_bdd_hardbop KIND SIZE
#include <cstdlib>

#include "base/bdd/manager.hpp"
#include "report.hpp"

namespace {

using namespace hardbop;  // NOLINT(google-build-using-namespace)
using bench::Vars;

struct Hardbop {
  using F = bdd::Bdd;
  using Map = bdd::Renaming;
  bdd::Manager manager;

  void variables(unsigned count) { manager.new_vars(count); }
  [[nodiscard]] unsigned variable_count() const {
    return static_cast<unsigned>(manager.var_count());
  }
  [[nodiscard]] F var(unsigned i) const { return manager.var(i); }
  [[nodiscard]] F zero() const { return manager.zero(); }
  [[nodiscard]] F one() const { return manager.one(); }
  static F negate(const F& f) { return !f; }
  static F conjoin(const F& f, const F& g) { return f & g; }
  static F disjoin(const F& f, const F& g) { return f | g; }
  static F exclusive_or(const F& f, const F& g) { return f ^ g; }
  static F iff(const F& f, const F& g) { return bdd::iff(f, g); }
  static F exists(const F& f, const F& cube) { return bdd::exists(f, cube); }
  static F and_exists(const F& f, const F& g, const F& cube) { return bdd::and_exists(f, g, cube); }
  [[nodiscard]] F cube(const Vars& vars) const { return manager.cube(vars); }
  [[nodiscard]] Map map(const Vars& from, const Vars& to) const {
    return manager.renaming(from, to);
  }
  static F rename(const F& f, const Map& map) { return bdd::rename(f, map); }
  static F image(const F& set, const F& relation, const F& cube, const Map& map) {
    return bdd::and_exists(set, relation, cube, map);
  }
  static double count(const F& f, unsigned variables) {
    return bdd::model_count(f, variables).to_double();
  }
  void reorder() { manager.reorder(); }
  static std::size_t nodes(const F& f) { return bdd::node_count(f); }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 1;
  const double start = bench::cpu_seconds();
  Hardbop lib;
  const int status = bench::report(
      lib, {argv[1], static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))}, start);
  if (std::getenv("BENCH_STATISTICS") != nullptr) {
    const bdd::KernelStatistics s = lib.manager.statistics();
    std::fprintf(
        stderr,
        "nodes %zu peak %zu bytes %zu cache %zu hit rate %.3f lookups %zu gc %zu (%.3f s)\n",
        s.nodes, s.peak_nodes, s.bytes, s.cache_entries, s.cache_hit_rate(),
        static_cast<std::size_t>(s.cache_lookups), static_cast<std::size_t>(s.collections),
        s.collection_seconds);
  }
  return status;
}
