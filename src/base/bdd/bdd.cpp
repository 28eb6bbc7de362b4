// SPDX-License-Identifier: MIT
#include "base/bdd/bdd.hpp"

#include "base/bdd/algebra.hpp"
#include "base/bdd/manager.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::bdd {

namespace {

template <class... Others>
Kernel& kernel_of(const Bdd& f, const Others&... others) {
  Kernel& kernel = kernel_of(f);
  HARDBOP_INVARIANT(((others.kernel() == &kernel) && ...), "operands should have one manager");
  return kernel;
}

/// A conjunction of variables is a regular reference; this is what can be told at once.
void check_cube(const Bdd& cube) {
  HARDBOP_INVARIANT(complement_bit(cube.id()) == 0,
                    "a set to quantify should be a cube of variables");
}

template <class Operation>
Bdd run(Kernel& kernel, const Operation& operation) {
  return {&kernel, kernel.operate(operation)};
}

bool run_disjoint(Kernel& kernel, Ref f, Ref g) {
  return kernel.operate([&] { return disjoint(kernel, f, g) ? true_ref : false_ref; }) == true_ref;
}

}  // namespace

Kernel& kernel_of(const Bdd& f) {
  HARDBOP_INVARIANT(!f.is_null(), "an operand should be a function");
  return *f.kernel();
}

Var Bdd::top() const {
  const Kernel& kernel = kernel_of(*this);
  HARDBOP_INVARIANT(!is_constant(), "a function with a top variable should not be constant");
  return kernel.order.var_at(kernel.store.level(ref_));
}

Bdd Bdd::high() const {
  HARDBOP_INVARIANT(!is_null() && !is_constant(), "a function with halves should not be constant");
  return {kernel_, kernel_->store.high(ref_)};
}

Bdd Bdd::low() const {
  HARDBOP_INVARIANT(!is_null() && !is_constant(), "a function with halves should not be constant");
  return {kernel_, kernel_->store.low(ref_)};
}

Bdd negate(const Bdd& f) {
  return {&kernel_of(f), negate(f.id())};
}

Bdd conjoin(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return conjoin(kernel, f.id(), g.id()); });
}

Bdd disjoin(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return disjoin(kernel, f.id(), g.id()); });
}

Bdd exclusive_or(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return exclusive_or(kernel, f.id(), g.id()); });
}

Bdd iff(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return negate(exclusive_or(kernel, f.id(), g.id())); });
}

Bdd implies(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return disjoin(kernel, negate(f.id()), g.id()); });
}

Bdd difference(const Bdd& f, const Bdd& g) {
  Kernel& kernel = kernel_of(f, g);
  return run(kernel, [&] { return conjoin(kernel, f.id(), negate(g.id())); });
}

Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h) {
  Kernel& kernel = kernel_of(f, g, h);
  return run(kernel, [&] { return if_then_else(kernel, f.id(), g.id(), h.id()); });
}

bool is_subset(const Bdd& f, const Bdd& g) {
  return run_disjoint(kernel_of(f, g), f.id(), negate(g.id()));
}

bool intersects(const Bdd& f, const Bdd& g) {
  return !run_disjoint(kernel_of(f, g), f.id(), g.id());
}

Bdd exists(const Bdd& f, const Bdd& cube) {
  Kernel& kernel = kernel_of(f, cube);
  check_cube(cube);
  return run(kernel, [&] { return exists(kernel, f.id(), cube.id()); });
}

Bdd forall(const Bdd& f, const Bdd& cube) {
  Kernel& kernel = kernel_of(f, cube);
  check_cube(cube);
  return run(kernel, [&] { return negate(exists(kernel, negate(f.id()), cube.id())); });
}

Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube) {
  Kernel& kernel = kernel_of(f, g, cube);
  check_cube(cube);
  return run(kernel, [&] { return and_exists(kernel, f.id(), g.id(), cube.id()); });
}

Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube, const Renaming& renaming) {
  Kernel& kernel = kernel_of(f, g, cube, renaming);
  check_cube(cube);
  return run(kernel,
             [&] { return and_exists(kernel, f.id(), g.id(), cube.id(), renaming.data()); });
}

Bdd rename(const Bdd& f, const Renaming& renaming) {
  Kernel& kernel = kernel_of(f, renaming);
  return run(kernel, [&] { return rename(kernel, f.id(), renaming.data()); });
}

Bdd compose(const Bdd& f, const Substitution& substitution) {
  Kernel& kernel = kernel_of(f, substitution);
  return run(kernel, [&] { return compose(kernel, f.id(), substitution.data()); });
}

Bdd cofactor(const Bdd& f, const Bdd& cube) {
  return constrain(f, cube);
}

Bdd constrain(const Bdd& f, const Bdd& care) {
  Kernel& kernel = kernel_of(f, care);
  if (care.is_false()) return f;
  return run(kernel, [&] { return constrain(kernel, f.id(), care.id()); });
}

Bdd restrict(const Bdd& f, const Bdd& care) {
  Kernel& kernel = kernel_of(f, care);
  if (care.is_false()) return f;
  return run(kernel, [&] { return restrict_to(kernel, f.id(), care.id()); });
}

}  // namespace hardbop::bdd
