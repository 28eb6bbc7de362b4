// SPDX-License-Identifier: MIT
// The operations on references. Operands must be protected (see Kernel); results are
// not. Users work with handles instead (bdd.hpp).
#pragma once

#include "base/bdd/kernel.hpp"

namespace hardbop::bdd {

Ref conjoin(Kernel& kernel, Ref f, Ref g);
inline Ref disjoin(Kernel& kernel, Ref f, Ref g) {
  return negate(conjoin(kernel, negate(f), negate(g)));
}
Ref exclusive_or(Kernel& kernel, Ref f, Ref g);
Ref if_then_else(Kernel& kernel, Ref f, Ref g, Ref h);
/// Whether f and g is false; makes no node.
bool disjoint(Kernel& kernel, Ref f, Ref g);

/// Cubes are conjunctions of variables.
Ref exists(Kernel& kernel, Ref f, Ref cube);
Ref and_exists(Kernel& kernel, Ref f, Ref g, Ref cube);
Ref and_exists(Kernel& kernel, Ref f, Ref g, Ref cube, RenamingData& renaming);
Ref rename(Kernel& kernel, Ref f, RenamingData& renaming);
Ref compose(Kernel& kernel, Ref f, SubstitutionData& substitution);

/// The care set must not be false.
Ref constrain(Kernel& kernel, Ref f, Ref care);
Ref restrict_to(Kernel& kernel, Ref f, Ref care);

/// The node on `level` with these children, wherever they lie in the order.
Ref place(Kernel& kernel, Level level, Ref high, Ref low);

}  // namespace hardbop::bdd
