// SPDX-License-Identifier: MIT
// Two ways to run a recursion over diagrams. An operation says how to recognise a solved problem,
// how to split a problem, and how to join the results of the halves. The drivers do the rest:
// `recurse` uses the machine's stack, which is fastest. Below the manager's recursion limit,
// `recurse_deep` uses a stack on the heap, so that twenty thousand levels cannot overflow the
// stack. Each operation is written once, so the two ways cannot disagree.
//
// An Operation has
//   Args                                   operands; Operation::solve may normalise them
//   Split { Args high, low; ... }          the two smaller problems
//   bool solve(Kernel&, Args&, Ref&)       terminal case, other operation or cache hit
//   Split split(Kernel&, const Args&)
//   Ref join(Kernel&, const Args&, const Split&, Ref high, Ref low)
//                                          result, put into the cache; `high` is protected
//   bool stops(const Split&, Ref high)     whether `high` decides: join(.., high, high)
//   Ref held(const Args&)                  an operand made on the way, to be protected;
//                                          true_ref if there is none
#pragma once

#include <vector>

#include "base/bdd/kernel.hpp"

namespace hardbop::bdd {

/// An operand with its halves, as split: both are the operand itself if it lies below the level.
struct Halved {
  Ref whole, high, low;
};

/// The node of two results, which is often one of the operands: then they are its halves, and
/// neither its bucket nor the node has to be read.
template <class... Operands>
Ref make_or_reuse(Kernel& kernel, Level level, Ref high, Ref low, const Operands&... operands) {
  Ref found = true_ref;
  const auto is_result = [&](const Halved& operand) {
    found = operand.whole;
    return operand.high == high && operand.low == low;
  };
  return (is_result(operands) || ...) ? found : kernel.make(level, high, low);
}

template <class Operation>
Ref recurse_deep(Kernel& kernel, const Operation& operation, typename Operation::Args args) {
  using Args = typename Operation::Args;
  using Split = typename Operation::Split;
  struct Frame {
    Args args;
    Split split;
    bool has_high;
    Ref high;
  };
  std::vector<Frame> frames;
  Ref result = true_ref;
  for (;;) {
    if (!operation.solve(kernel, args, result)) {
      kernel.step();
      kernel.protect(operation.held(args));
      frames.push_back({args, operation.split(kernel, args), false, true_ref});
      args = frames.back().split.high;
      continue;
    }
    for (;;) {  // hand the result up
      if (frames.empty()) return result;
      Frame& frame = frames.back();
      if (!frame.has_high) {
        frame.has_high = true;
        frame.high = result;
        kernel.protect(result);
        if (!operation.stops(frame.split, result)) {
          args = frame.split.low;
          break;
        }
      }
      result = operation.join(kernel, frame.args, frame.split, frame.high, result);
      kernel.unprotect(2);
      frames.pop_back();
    }
  }
}

template <class Operation>
Ref recurse(Kernel& kernel, const Operation& operation, typename Operation::Args args,
            unsigned depth) {
  Ref high = true_ref;
  if (operation.solve(kernel, args, high)) return high;
  if (depth == 0) [[unlikely]]
    return recurse_deep(kernel, operation, args);
  kernel.step();
  if constexpr (Operation::holds) kernel.protect(operation.held(args));
  const typename Operation::Split split = operation.split(kernel, args);
  high = recurse(kernel, operation, split.high, depth - 1);
  kernel.protect(high);
  const Ref low =
      operation.stops(split, high) ? high : recurse(kernel, operation, split.low, depth - 1);
  const Ref result = operation.join(kernel, args, split, high, low);
  kernel.unprotect(Operation::holds ? 2 : 1);
  return result;
}

/// Starts a recursion; `args` must be protected by the caller.
template <class Operation>
Ref start(Kernel& kernel, const Operation& operation, typename Operation::Args args) {
  return recurse(kernel, operation, args, kernel.recursion_limit());
}

}  // namespace hardbop::bdd
