// SPDX-License-Identifier: MIT
// Conjunction, exclusive or, if-then-else and the test for disjointness, after Bryant's
// apply and Brace, Rudell and Bryant's standard triples [brace90]. With complement edges
// conjunction serves every operation of its kind; it is written out on its own, not as
// an if-then-else, because it is what symbolic engines spend their time in.
#include <utility>

#include "base/bdd/algebra.hpp"
#include "base/bdd/recursion.hpp"

namespace hardbop::bdd {

namespace {

struct Pair {
  Ref f, g;
};

struct PairSplit {
  Pair high, low;
  Level level;
};

PairSplit split_pair(const Kernel& kernel, Ref f, Ref g) {
  const Node& nf = kernel.store.node(f);
  const Node& ng = kernel.store.node(g);
  const Level lf = nf.level();
  const Level lg = ng.level();
  // All four children are read before the levels are compared: which operand is on top
  // is a coin toss to the processor, and this way it selects instead of guessing.
  const Ref f1 = nf.high ^ complement_bit(f);
  const Ref f0 = nf.low ^ complement_bit(f);
  const Ref g1 = ng.high ^ complement_bit(g);
  const Ref g0 = ng.low ^ complement_bit(g);
  const bool at_f = lf <= lg;
  const bool at_g = lg <= lf;
  return {{at_f ? f1 : f, at_g ? g1 : g}, {at_f ? f0 : f, at_g ? g0 : g}, at_f ? lf : lg};
}

/// What the operations on pairs share: nothing to hold.
struct PairOperation {
  using Args = Pair;
  using Split = PairSplit;
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& /*split*/, Ref /*high*/) { return false; }
  static Split split(Kernel& kernel, const Args& args) {
    return split_pair(kernel, args.f, args.g);
  }
};

struct Conjunction : PairOperation {
  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    if ((args.f ^ args.g) <= 1) {
      result = args.f == args.g ? args.f : false_ref;
      return true;
    }
    if (args.f > args.g) std::swap(args.f, args.g);
    if (is_constant(args.f)) {
      result = args.f == true_ref ? args.g : false_ref;
      return true;
    }
    return kernel.cache.find(args.f, args.g, cache_tag(Op::And), result);
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    const Ref result =
        make_or_reuse(kernel, split.level, high, low, Halved{args.f, split.high.f, split.low.f},
                      Halved{args.g, split.high.g, split.low.g});
    kernel.cache.store(args.f, args.g, cache_tag(Op::And), result);
    return result;
  }
};

/// True where f and g have no common model; the recursion computes with constants only.
struct Disjointness : PairOperation {
  static bool stops(const Split& /*split*/, Ref high) { return high == false_ref; }
  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    if (args.f > args.g) std::swap(args.f, args.g);
    if (is_constant(args.f) || (args.f ^ args.g) <= 1) {
      result = (args.f == false_ref || args.g == false_ref || args.f == negate(args.g)) ? true_ref
                                                                                        : false_ref;
      return true;
    }
    return kernel.cache.find(args.f, args.g, cache_tag(Op::Disjoint), result);
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& /*split*/, Ref /*high*/, Ref low) {
    kernel.cache.store(args.f, args.g, cache_tag(Op::Disjoint), low);
    return low;
  }
};

/// Signs move to the result, so the operands in the cache are regular.
struct ExclusiveOr {
  struct Args {
    Ref f, g, sign;
  };
  struct Split {
    Args high, low;
    Level level;
  };
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& /*split*/, Ref /*high*/) { return false; }

  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    args.sign ^= complement_bit(args.f ^ args.g);
    args.f = regular(args.f);
    args.g = regular(args.g);
    if (args.f == args.g) {
      result = false_ref ^ args.sign;
      return true;
    }
    if (args.f > args.g) std::swap(args.f, args.g);
    if (args.f == true_ref) {
      result = negate(args.g) ^ args.sign;
      return true;
    }
    if (!kernel.cache.find(args.f, args.g, cache_tag(Op::Xor), result)) return false;
    result ^= args.sign;
    return true;
  }
  static Split split(Kernel& kernel, const Args& args) {
    const PairSplit split = split_pair(kernel, args.f, args.g);
    return {{split.high.f, split.high.g, 0}, {split.low.f, split.low.g, 0}, split.level};
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    const Ref result = kernel.make(split.level, high, low);
    kernel.cache.store(args.f, args.g, cache_tag(Op::Xor), result);
    return result ^ args.sign;
  }
};

struct IfThenElse {
  struct Args {
    Ref f, g, h, sign;
  };
  struct Split {
    Args high, low;
    Level level;
  };
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& /*split*/, Ref /*high*/) { return false; }

  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    if (!reduce(kernel, args, result)) {
      normalise(args);
      if (!kernel.ite_cache.find(args.f, args.g, args.h, result)) return false;
    }
    result ^= args.sign;
    return true;
  }

  /// Solves it where it has at most two operands in truth.
  static bool reduce(Kernel& kernel, Args& args, Ref& result) {
    auto& [f, g, h, sign] = args;
    if (regular(f) == regular(g)) g = f == g ? true_ref : false_ref;
    if (regular(f) == regular(h)) h = f == h ? false_ref : true_ref;
    if (is_constant(f)) {
      result = f == true_ref ? g : h;
    } else if (g == h) {
      result = g;
    } else if (g == true_ref) {
      result = disjoin(kernel, f, h);
    } else if (g == false_ref) {
      result = conjoin(kernel, negate(f), h);
    } else if (h == true_ref) {
      result = disjoin(kernel, negate(f), g);
    } else if (h == false_ref) {
      result = conjoin(kernel, f, g);
    } else if (g == negate(h)) {
      result = exclusive_or(kernel, f, h);
    } else {
      return false;
    }
    return true;
  }

  /// f and g without complement, so that four writings of one problem share an entry.
  static void normalise(Args& args) {
    if (complement_bit(args.f) != 0) {
      args.f = negate(args.f);
      std::swap(args.g, args.h);
    }
    if (complement_bit(args.g) != 0) {
      args.g = negate(args.g);
      args.h = negate(args.h);
      args.sign ^= 1;
    }
  }

  static Split split(Kernel& kernel, const Args& args) {
    const NodeStore& store = kernel.store;
    const Level lf = store.level(args.f);
    const Level lg = store.level(args.g);
    const Level lh = store.level(args.h);
    const Level level = std::min(lf, std::min(lg, lh));
    const auto high = [&](Ref ref, Level at) { return at == level ? store.high(ref) : ref; };
    const auto low = [&](Ref ref, Level at) { return at == level ? store.low(ref) : ref; };
    return {{high(args.f, lf), high(args.g, lg), high(args.h, lh), 0},
            {low(args.f, lf), low(args.g, lg), low(args.h, lh), 0},
            level};
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    const Ref result =
        make_or_reuse(kernel, split.level, high, low, Halved{args.g, split.high.g, split.low.g},
                      Halved{args.h, split.high.h, split.low.h});
    kernel.ite_cache.store(args.f, args.g, args.h, result);
    return result ^ args.sign;
  }
};

}  // namespace

Ref conjoin(Kernel& kernel, Ref f, Ref g) {
  return start(kernel, Conjunction{}, {f, g});
}

Ref exclusive_or(Kernel& kernel, Ref f, Ref g) {
  return start(kernel, ExclusiveOr{}, {f, g, 0});
}

Ref if_then_else(Kernel& kernel, Ref f, Ref g, Ref h) {
  return start(kernel, IfThenElse{}, {f, g, h, 0});
}

bool disjoint(Kernel& kernel, Ref f, Ref g) {
  return start(kernel, Disjointness{}, {f, g}) == true_ref;
}

Ref place(Kernel& kernel, Level level, Ref high, Ref low) {
  if (level < kernel.store.level(high) && level < kernel.store.level(low))
    return kernel.make(level, high, low);
  const Ref var = kernel.literal(level);
  kernel.protect(var);
  const Ref result = if_then_else(kernel, var, high, low);
  kernel.unprotect();
  return result;
}

}  // namespace hardbop::bdd
