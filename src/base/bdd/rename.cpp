// SPDX-License-Identifier: MIT
// Renaming and simultaneous composition, bottom up. A renamed node whose new level lies
// above its renamed children is made at once, so a map that keeps the order of what it
// meets takes one linear pass; where it does not, if-then-else puts the variable in its
// place. The choice is made node by node from the levels themselves, so no map can take
// the fast way wrongly.
#include "base/bdd/algebra.hpp"
#include "base/bdd/recursion.hpp"

namespace hardbop::bdd {

namespace {

/// Negation commutes with both operations, so the operand in the cache is regular.
struct Replacement {
  struct Args {
    Ref f, sign;
  };
  struct Split {
    Args high, low;
    Level level;
  };
  static constexpr bool holds = false;
  static Ref held(const Args& /*args*/) { return true_ref; }
  static bool stops(const Split& /*split*/, Ref /*high*/) { return false; }

  const LevelMap* levels;
  std::uint32_t tag;

  bool solve(Kernel& kernel, Args& args, Ref& result) const {
    if (kernel.store.level(args.f) > levels->deepest()) {
      result = args.f ^ args.sign;
      return true;
    }
    args.sign ^= complement_bit(args.f);
    args.f = regular(args.f);
    if (!kernel.cache.find(args.f, 0, tag, result)) return false;
    result ^= args.sign;
    return true;
  }
  static Split split(Kernel& kernel, const Args& args) {
    const Node& node = kernel.store.node(args.f);
    return {{node.high, 0}, {node.low, 0}, node.level()};
  }
  /// The node on its level, with what its children became.
  static Ref keep(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) {
    if (high == split.high.f && low == split.low.f) return args.f;
    return place(kernel, split.level, high, low);
  }
};

struct Renamed : Replacement {
  Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) const {
    const std::uint32_t to = levels->find(split.level);
    kernel.protect(low);
    const Ref result = to == LevelMap::absent ? keep(kernel, args, split, high, low)
                                              : place(kernel, to, high, low);
    kernel.unprotect();
    kernel.cache.store(args.f, 0, tag, result);
    return result ^ args.sign;
  }
};

struct Composed : Replacement {
  Ref join(Kernel& kernel, const Args& args, const Split& split, Ref high, Ref low) const {
    const std::uint32_t image = levels->find(split.level);
    kernel.protect(low);
    const Ref result = image == LevelMap::absent ? keep(kernel, args, split, high, low)
                                                 : if_then_else(kernel, image, high, low);
    kernel.unprotect();
    kernel.cache.store(args.f, 0, tag, result);
    return result ^ args.sign;
  }
};

}  // namespace

Ref rename(Kernel& kernel, Ref f, RenamingData& renaming) {
  renaming.refresh(kernel.order);
  if (renaming.levels.empty()) return f;
  const std::uint32_t tag = cache_tag(Op::Rename, kernel.number(renaming.id));
  return start(kernel, Renamed{{&renaming.levels, tag}}, {f, 0});
}

Ref compose(Kernel& kernel, Ref f, SubstitutionData& substitution) {
  substitution.refresh(kernel.order);
  if (substitution.levels.empty()) return f;
  const std::uint32_t tag = cache_tag(Op::Compose, kernel.number(substitution.id));
  return start(kernel, Composed{{&substitution.levels, tag}}, {f, 0});
}

}  // namespace hardbop::bdd
