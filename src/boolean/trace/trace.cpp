// SPDX-License-Identifier: MIT
#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

std::vector<BigUint> body_lengths(const Trace& trace) {
  std::vector<BigUint> lengths;
  lengths.reserve(trace.bodies.size());
  for (const Body& body : trace.bodies) {
    BigUint length(body.steps.size());
    for (const Step& step : body.steps)
      if (step.callee != no_body) length += lengths[step.callee];
    lengths.push_back(length);
  }
  return lengths;
}

Length length_of(const Trace& trace) {
  const std::vector<BigUint> lengths = body_lengths(trace);
  Length length;
  for (const BodyId body : trace.open) {
    length.hierarchical += trace.bodies[body].steps.size();
    length.expanded += lengths[body];
  }
  return length;
}

}  // namespace hardbop::trace
