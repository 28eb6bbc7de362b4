// SPDX-License-Identifier: MIT
// The workloads on BuDDy: bench_bdd_buddy KIND SIZE small|medium|large
//
// The three initialisations are those its manual recommends for small, medium and large
// examples (bdd_init); the larger two also let the cache grow with the node table
// (bdd_setcacheratio) and the table grow in large steps (bdd_setmaxincrease).
#include <bdd.h>
#include <cstdlib>
#include <memory>
#include <vector>

#include "report.hpp"

namespace {

using hardbop::bench::Vars;

struct Buddy {
  using F = ::bdd;
  struct FreePair {
    void operator()(bddPair* pair) const { bdd_freepair(pair); }
  };
  using Map = std::unique_ptr<bddPair, FreePair>;

  static void variables(unsigned count) { bdd_setvarnum(static_cast<int>(count)); }
  static unsigned variable_count() { return static_cast<unsigned>(bdd_varnum()); }
  static F var(unsigned i) { return bdd_ithvar(static_cast<int>(i)); }
  static F zero() { return bddfalse; }
  static F one() { return bddtrue; }
  static F negate(const F& f) { return bdd_not(f); }
  static F conjoin(const F& f, const F& g) { return bdd_and(f, g); }
  static F disjoin(const F& f, const F& g) { return bdd_or(f, g); }
  static F exclusive_or(const F& f, const F& g) { return bdd_xor(f, g); }
  static F iff(const F& f, const F& g) { return bdd_biimp(f, g); }
  static F exists(const F& f, const F& cube) { return bdd_exist(f, cube); }
  static F and_exists(const F& f, const F& g, const F& cube) { return bdd_relprod(f, g, cube); }
  static std::vector<int> ints(const Vars& vars) { return {vars.begin(), vars.end()}; }
  static F cube(const Vars& vars) {
    std::vector<int> set = ints(vars);
    return bdd_makeset(set.data(), static_cast<int>(set.size()));
  }
  static Map map(const Vars& from, const Vars& to) {
    Map pair(bdd_newpair());
    std::vector<int> olds = ints(from);
    std::vector<int> news = ints(to);
    bdd_setpairs(pair.get(), olds.data(), news.data(), static_cast<int>(olds.size()));
    return pair;
  }
  static F rename(const F& f, const Map& map) { return bdd_replace(f, map.get()); }
  static F image(const F& set, const F& relation, const F& cube, const Map& map) {
    return bdd_replace(bdd_relprod(set, relation, cube), map.get());
  }
  static double count(const F& f, unsigned /*variables*/) { return bdd_satcount(f); }
  static void reorder() {
    bdd_varblockall();
    bdd_reorder(BDD_REORDER_SIFT);
  }
  static std::size_t nodes(const F& f) { return static_cast<std::size_t>(bdd_nodecount(f)); }
};

void quiet(int /*before*/, bddGbcStat* /*stat*/) {}

void initialise(const std::string& size) {
  if (size == "small") {
    bdd_init(10'000, 1'000);
  } else if (size == "medium") {
    bdd_init(100'000, 10'000);
    bdd_setcacheratio(4);
    bdd_setmaxincrease(1'000'000);
  } else {
    bdd_init(1'000'000, 250'000);
    bdd_setcacheratio(4);
    bdd_setmaxincrease(10'000'000);
  }
  bdd_gbc_hook(quiet);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const double start = hardbop::bench::cpu_seconds();
  initialise(argv[3]);
  Buddy lib;
  return hardbop::bench::report(
      lib, {argv[1], static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))}, start);
}
