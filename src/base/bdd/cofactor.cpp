// SPDX-License-Identifier: MIT
// Generalised cofactors [coudert90]: functions that equal f wherever the care set is true, and are
// often smaller. `constrain` by a cube is the ordinary cofactor. If the care set starts with a
// variable above the top of f, `restrict` quantifies it away first; so it never adds a variable to
// the support of f.
#include "base/bdd/algebra.hpp"
#include "base/bdd/recursion.hpp"

namespace hardbop::bdd {

namespace {

struct Cofactor {
  struct Args {
    Ref f, care, sign;
  };
  struct Split {
    Args high, low;
    Level level;
  };
  static bool stops(const Split& /*split*/, Ref /*high*/) { return false; }

  /// Where f or the care set is decided; leaves both non-constant and distinct otherwise.
  static bool decided(Args& args, Ref& result) {
    args.sign ^= complement_bit(args.f);
    args.f = regular(args.f);
    if (args.care == true_ref || is_constant(args.f)) {
      result = args.f ^ args.sign;
    } else if (args.f == regular(args.care)) {
      result = (args.f == args.care ? true_ref : false_ref) ^ args.sign;
    } else {
      return false;
    }
    return true;
  }

  /// Goes into the only half the care set allows; false where it allows both.
  static bool descend(const NodeStore& store, Args& args) {
    const bool high_only = store.low(args.care) == false_ref;
    if (!high_only && store.high(args.care) != false_ref) return false;
    if (store.level(args.f) == store.level(args.care))
      args.f = high_only ? store.high(args.f) : store.low(args.f);
    args.care = high_only ? store.high(args.care) : store.low(args.care);
    return true;
  }

  static Split split(Kernel& kernel, const Args& args) {
    const NodeStore& store = kernel.store;
    const Level lf = store.level(args.f);
    const Level lc = store.level(args.care);
    const Level level = lf < lc ? lf : lc;
    Split split{{args.f, args.care, 0}, {args.f, args.care, 0}, level};
    if (lf == level) {
      split.high.f = store.high(args.f);
      split.low.f = store.low(args.f);
    }
    if (lc == level) {
      split.high.care = store.high(args.care);
      split.low.care = store.low(args.care);
    }
    return split;
  }

  static Ref finish(Kernel& kernel, Op op, const Args& args, const Split& split, Ref high,
                    Ref low) {
    const Ref result =
        make_or_reuse(kernel, split.level, high, low, Halved{args.f, split.high.f, split.low.f});
    kernel.cache.store(args.f, args.care, cache_tag(op), result);
    return result ^ args.sign;
  }
};

struct Constrained : Cofactor {
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }

  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    for (;;) {
      if (decided(args, result)) return true;
      if (kernel.store.level(args.care) > kernel.store.level(args.f)) break;
      if (!descend(kernel.store, args)) break;
    }
    if (!kernel.cache.find(args.f, args.care, cache_tag(Op::Constrain), result)) return false;
    result ^= args.sign;
    return true;
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    return finish(kernel, Op::Constrain, args, split, high, low);
  }
};

struct Restricted : Cofactor {
  static constexpr bool holds = true;
  static Ref held(const Args& args) { return args.care; }

  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    for (;;) {
      if (decided(args, result)) return true;
      const NodeStore& store = kernel.store;
      const Level lf = store.level(args.f);
      const Level lc = store.level(args.care);
      if (lc < lf) {
        kernel.protect(args.care);
        args.care = disjoin(kernel, store.high(args.care), store.low(args.care));
        kernel.unprotect();
      } else if (lc > lf || !descend(store, args)) {
        break;
      }
    }
    if (!kernel.cache.find(args.f, args.care, cache_tag(Op::Restrict), result)) return false;
    result ^= args.sign;
    return true;
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    return finish(kernel, Op::Restrict, args, split, high, low);
  }
};

}  // namespace

Ref constrain(Kernel& kernel, Ref f, Ref care) {
  return start(kernel, Constrained{}, {f, care, 0});
}

Ref restrict_to(Kernel& kernel, Ref f, Ref care) {
  return start(kernel, Restricted{}, {f, care, 0});
}

}  // namespace hardbop::bdd
