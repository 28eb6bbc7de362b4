// SPDX-License-Identifier: MIT
// The workloads on CUDD: bench_bdd_cudd KIND SIZE default
//
// Tables and cache start as its manual recommends (CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS) and grow by
// themselves.
#include <cstdio>  // cudd.h uses FILE
#include <cstdlib>
#include <cudd.h>
#include <numeric>
#include <utility>
#include <vector>

#include "report.hpp"

namespace {

using hardbop::bench::Vars;

DdManager* manager() {
  static DdManager* const only = Cudd_Init(0, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
  return only;
}

/// Counts its references.
class Function {
 public:
  explicit Function(DdNode* node) : node_(node) { Cudd_Ref(node_); }
  Function(const Function& other) : Function(other.node_) {}
  Function(Function&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Function& operator=(Function other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Function() {
    if (node_ != nullptr) Cudd_RecursiveDeref(manager(), node_);
  }

  [[nodiscard]] DdNode* node() const { return node_; }
  friend bool operator==(const Function& f, const Function& g) { return f.node_ == g.node_; }

 private:
  DdNode* node_;
};

struct Cudd {
  using F = Function;
  using Map = std::vector<int>;  // by variable

  static void variables(unsigned count) {
    for (unsigned i = 0; i < count; ++i) static_cast<void>(var(i));
  }
  static unsigned variable_count() { return static_cast<unsigned>(Cudd_ReadSize(manager())); }
  static F var(unsigned i) { return F(Cudd_bddIthVar(manager(), static_cast<int>(i))); }
  static F zero() { return F(Cudd_ReadLogicZero(manager())); }
  static F one() { return F(Cudd_ReadOne(manager())); }
  static F negate(const F& f) { return F(Cudd_Not(f.node())); }
  static F conjoin(const F& f, const F& g) { return F(Cudd_bddAnd(manager(), f.node(), g.node())); }
  static F disjoin(const F& f, const F& g) { return F(Cudd_bddOr(manager(), f.node(), g.node())); }
  static F exclusive_or(const F& f, const F& g) {
    return F(Cudd_bddXor(manager(), f.node(), g.node()));
  }
  static F iff(const F& f, const F& g) { return F(Cudd_bddXnor(manager(), f.node(), g.node())); }
  static F exists(const F& f, const F& cube) {
    return F(Cudd_bddExistAbstract(manager(), f.node(), cube.node()));
  }
  static F and_exists(const F& f, const F& g, const F& cube) {
    return F(Cudd_bddAndAbstract(manager(), f.node(), g.node(), cube.node()));
  }
  static F cube(const Vars& vars) {
    F out = one();
    for (const unsigned i : vars) out = conjoin(out, var(i));
    return out;
  }
  /// Both ways, as it must be a permutation.
  static Map map(const Vars& from, const Vars& to) {
    Map out(variable_count());
    std::iota(out.begin(), out.end(), 0);
    for (std::size_t i = 0; i < from.size(); ++i) {
      out[from[i]] = static_cast<int>(to[i]);
      out[to[i]] = static_cast<int>(from[i]);
    }
    return out;
  }
  static F rename(const F& f, const Map& map) {
    return F(Cudd_bddPermute(manager(), f.node(), const_cast<int*>(map.data())));
  }
  static F image(const F& set, const F& relation, const F& cube, const Map& map) {
    return rename(and_exists(set, relation, cube), map);
  }
  static double count(const F& f, unsigned variables) {
    return Cudd_CountMinterm(manager(), f.node(), static_cast<int>(variables));
  }
  static void reorder() { static_cast<void>(Cudd_ReduceHeap(manager(), CUDD_REORDER_SIFT, 0)); }
  static std::size_t nodes(const F& f) { return static_cast<std::size_t>(Cudd_DagSize(f.node())); }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const double start = hardbop::bench::cpu_seconds();
  Cudd lib;
  return hardbop::bench::report(
      lib, {argv[1], static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))}, start);
}
