// SPDX-License-Identifier: MIT
// From the intermediate language to a labelled transition graph [wang07 §4.1]: one block a
// statement, functions as one copy each with a variable for the place to return to, recursion as
// copies by depth, pieces of heap as copies by number.
#pragma once

#include <string>
#include <vector>

#include "c/il.hpp"
#include "ltg/graph.hpp"

namespace hardbop::c {

struct Bounds {
  std::uint32_t recursion = 8;  // copies of a function that calls itself
  std::uint32_t heap = 4;       // pieces that one statement allocates
};

/// A block where the run cannot be followed any further.
struct Sink {
  enum class Kind : std::uint8_t { Error, Unsupported, Bound };
  Kind kind = Kind::Error;
  ltg::BlockId block = 0;
  Position at;
  std::string text;
  StatementId statement = none;  // whose it is
};

/// What a value that the graph chooses is in the program.
struct InputMeaning {
  StatementId statement = none;  // an Arbitrary, or the Call that enters a function
  ObjectId object = none;        // a local without a first value
  std::uint32_t offset = 0;
};

/// What a variable of the graph is in the program; other ones are made up.
struct VariableMeaning {
  ObjectId object = none;
  std::uint32_t cell = 0;
  std::uint32_t depth = 0;  // of its function's copy
};

struct Model {
  ltg::Graph graph;
  std::vector<Sink> sinks;
  std::vector<InputMeaning> inputs;        // by input
  std::vector<StatementId> statements;     // by block: what it executes, or none
  std::vector<FunctionId> functions;       // by block, where it executes something
  std::vector<std::uint32_t> depths;       // by block: of its function's copy
  std::vector<VariableMeaning> variables;  // by variable
};

[[nodiscard]] Model lower(const Program& program, const Bounds& bounds);

}  // namespace hardbop::c
