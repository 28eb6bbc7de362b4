// SPDX-License-Identifier: MIT
// Points on a run to an error, with which other tools can follow it: the choices of the
// environment, as values of variables at the start of C statements, and the error itself.
#pragma once

#include <string>
#include <vector>

#include "c/lower/lower.hpp"

namespace hardbop::c {

/// Whether C means that variable, of an integer type, by its name there. Where another one of the
/// function is called the same, who knows.
[[nodiscard]] bool is_visible(const Program& program, ObjectId object, const Position& at,
                              FunctionId function);

/// A constant of C of at least that type; the smallest numbers have none of their own.
[[nodiscard]] std::string constant(std::uint64_t word, Type type);

struct Waypoint {
  Position at;  // where a statement of C starts
  FunctionId function;
  std::string assumption;  // an expression of C that is true just before it; of the error, empty
  std::uint32_t thread = none;  // who is there, of a program with threads
};

struct Way {
  std::vector<Waypoint> points;  // the last one is the error
  std::string error;             // what must not be: "call(reach_error())", "overflow"
};

/// What must not be: a call, a label, or an overflow.
[[nodiscard]] std::string forbidden(const Statement& error);

/// Of a run that ends in a sink.
[[nodiscard]] Way waypoints(const Program& program, const Model& model, const words::Run& run,
                            const Sink& sink);

}  // namespace hardbop::c
