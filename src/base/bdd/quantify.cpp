// SPDX-License-Identifier: MIT
// Existential quantification and the relational product: conjunction and quantification
// in one pass, so that the conjunction is never built [burch94]. A quantified level whose
// first half is already true is done. Once no variable of the cube lies below, the rest
// is plain conjunction and shares its cache entries.
#include <utility>

#include "base/bdd/algebra.hpp"
#include "base/bdd/recursion.hpp"

namespace hardbop::bdd {

namespace {

/// The rest of the cube from `level` on.
Ref skip_above(const Kernel& kernel, Ref cube, Level level) {
  while (kernel.store.level(cube) < level) cube = kernel.store.node(cube).high;
  return cube;
}

/// Either of two results, the first of them protected already.
Ref either(Kernel& kernel, Ref high, Ref low) {
  kernel.protect(low);
  const Ref result = disjoin(kernel, high, low);
  kernel.unprotect();
  return result;
}

struct Existence {
  struct Args {
    Ref f, cube;
  };
  struct Split {
    Args high, low;
    Level level;
    bool quantified;
  };
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& split, Ref high) { return split.quantified && high == true_ref; }

  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    args.cube = skip_above(kernel, args.cube, kernel.store.level(args.f));
    if (args.cube == true_ref) {
      result = args.f;
      return true;
    }
    return kernel.cache.find(args.f, args.cube, cache_tag(Op::Exists), result);
  }
  static Split split(Kernel& kernel, const Args& args) {
    const NodeStore& store = kernel.store;
    const Level level = store.level(args.f);
    const bool quantified = store.level(args.cube) == level;
    const Ref cube = quantified ? store.node(args.cube).high : args.cube;
    return {{store.high(args.f), cube}, {store.low(args.f), cube}, level, quantified};
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    const Ref result = split.quantified ? either(kernel, high, low)
                                        : make_or_reuse(kernel, split.level, high, low,
                                                        Halved{args.f, split.high.f, split.low.f});
    kernel.cache.store(args.f, args.cube, cache_tag(Op::Exists), result);
    return result;
  }
};

/// What the plain and the renaming product share.
struct Product {
  struct Args {
    Ref f, g, cube;
  };
  struct Split {
    Args high, low;
    Level level;
    bool quantified;
  };
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& split, Ref high) { return split.quantified && high == true_ref; }

  static Split split(Kernel& kernel, const Args& args) {
    const NodeStore& store = kernel.store;
    const Node& f = store.node(args.f);
    const Node& g = store.node(args.g);
    const Level lf = f.level();
    const Level lg = g.level();
    const Level level = lf < lg ? lf : lg;
    const bool quantified = store.level(args.cube) == level;
    const Ref cube = quantified ? store.node(args.cube).high : args.cube;
    // Selections, not branches: see split_pair in apply.cpp.
    const Ref f1 = f.high ^ complement_bit(args.f);
    const Ref f0 = f.low ^ complement_bit(args.f);
    const Ref g1 = g.high ^ complement_bit(args.g);
    const Ref g0 = g.low ^ complement_bit(args.g);
    const bool at_f = lf <= lg;
    const bool at_g = lg <= lf;
    return {{at_f ? f1 : args.f, at_g ? g1 : args.g, cube},
            {at_f ? f0 : args.f, at_g ? g0 : args.g, cube},
            level,
            quantified};
  }
};

struct RelationalProduct : Product {
  static bool solve(Kernel& kernel, Args& args, Ref& result) {
    auto& [f, g, cube] = args;
    if (f > g) std::swap(f, g);
    if ((f ^ g) <= 1 || is_constant(f)) {
      if (f == false_ref || f == negate(g)) {
        result = false_ref;
      } else {
        result = exists(kernel, g, cube);  // f is true or g
      }
      return true;
    }
    cube = skip_above(kernel, cube, std::min(kernel.store.level(f), kernel.store.level(g)));
    if (cube == true_ref) {
      result = conjoin(kernel, f, g);
      return true;
    }
    return kernel.cache.find(f, g, cube_tag(cube), result);
  }
  static Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    const Ref result = split.quantified ? either(kernel, high, low)
                                        : make_or_reuse(kernel, split.level, high, low,
                                                        Halved{args.f, split.high.f, split.low.f},
                                                        Halved{args.g, split.high.g, split.low.g});
    kernel.cache.store(args.f, args.g, cube_tag(args.cube), result);
    return result;
  }
};

/// The cube and the renaming stand in the cache key as one number, which leaves room for
/// both operands; it names the whole cube, which gives the same result as its rest.
struct RenamingProduct : Product {
  RenamingData* renaming;
  std::uint32_t tag;

  bool solve(Kernel& kernel, Args& args, Ref& result) const {
    auto& [f, g, cube] = args;
    if (f > g) std::swap(f, g);
    if (f == false_ref || g == false_ref || f == negate(g)) {
      result = false_ref;
      return true;
    }
    if (f == true_ref || f == g) {
      f = g;
      g = true_ref;
    }
    if (f == true_ref) {
      result = true_ref;
      return true;
    }
    const Level level = std::min(kernel.store.level(f), kernel.store.level(g));
    cube = skip_above(kernel, cube, level);
    if (level > renaming->levels.deepest()) {
      result = and_exists(kernel, f, g, cube);
      return true;
    }
    if (cube == true_ref && g == true_ref) {
      result = rename(kernel, f, *renaming);
      return true;
    }
    return kernel.cache.find(f, g, tag, result);
  }
  Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) const {
    Ref result = true_ref;
    if (split.quantified) {
      result = either(kernel, high, low);
    } else {
      const std::uint32_t to = renaming->levels.find(split.level);
      kernel.protect(low);
      result = place(kernel, to == LevelMap::absent ? split.level : to, high, low);
      kernel.unprotect();
    }
    kernel.cache.store(args.f, args.g, tag, result);
    return result;
  }
};

}  // namespace

Ref exists(Kernel& kernel, Ref f, Ref cube) {
  return start(kernel, Existence{}, {f, cube});
}

Ref and_exists(Kernel& kernel, Ref f, Ref g, Ref cube) {
  return start(kernel, RelationalProduct{}, {f, g, cube});
}

Ref and_exists(Kernel& kernel, Ref f, Ref g, Ref cube, RenamingData& renaming) {
  renaming.refresh(kernel.order);
  if (renaming.levels.empty()) return and_exists(kernel, f, g, cube);
  const std::uint32_t number = kernel.number_of_pair(cube, renaming);
  const RenamingProduct product{{}, &renaming, cache_tag(Op::AndExistsRename, number)};
  return start(kernel, product, {f, g, cube});
}

}  // namespace hardbop::bdd
