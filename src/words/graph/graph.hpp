// SPDX-License-Identifier: MIT
// Labelled transition graphs [wang07 §4.1, definition 4.1]: a program as basic blocks of
// parallel assignments, with guards on the edges between them.
//
// A state is a block and a value of every variable. A step evaluates the guards and all right-hand
// sides in the same state, gives the block's inputs arbitrary values, chooses an edge whose guard
// is true, assigns, and arrives at the edge's block. Where no guard is true the run ends.
//
// Variables are words. Beside them there may be arrays, with numbers and inputs of their own; not
// every engine can follow these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/expression/array_value.hpp"
#include "base/expression/expression.hpp"

namespace hardbop::words {

using BlockId = std::uint32_t;

struct Variable {
  std::string name;
  Width width = 1;
  std::optional<std::uint64_t> initial;  // arbitrary where there is none
};

struct ArrayVariable {
  std::string name;
  ArraySort sort;
  std::optional<ArrayValue> initial;  // arbitrary where there is none
};

struct Assignment {
  VariableId variable = 0;
  ExprId value = 0;
};

struct ArrayAssignment {
  ArrayId array = 0;
  ExprId value = 0;  // an array
};

struct Edge {
  ExprId guard = 0;  // of width 1
  BlockId to = 0;
};

struct Block {
  std::vector<Assignment> assignments;  // each variable at most once
  std::vector<Edge> edges;              // more than one guard may be true: a choice
  std::vector<InputId> inputs;          // in the order in which the program asks for them
  std::vector<ArrayAssignment> array_assignments{};  // each array at most once
  std::vector<ArrayInputId> array_inputs{};
};

struct Graph {
  Expressions expressions;
  std::vector<Variable> variables;
  std::vector<Width> inputs;  // by input
  std::vector<Block> blocks;
  BlockId entry = 0;
  std::vector<ArrayVariable> arrays{};
  std::vector<ArraySort> array_inputs{};  // by input of arrays
};

/// A state on a run, and the inputs of its block with which the run goes on.
struct Point {
  BlockId block = 0;
  std::vector<std::uint64_t> variables;  // by variable
  std::vector<std::uint64_t> inputs;     // by input of the graph; those of other blocks are zero
  std::vector<ArrayValue> arrays{};      // by array
  std::vector<ArrayValue> array_inputs{};
};

/// A run; what the last point's inputs are does not matter.
using Run = std::vector<Point>;

/// Why this is no run of the graph; nothing where it is one.
[[nodiscard]] std::optional<std::string> replay(const Graph& graph, const Run& run);

/// What an engine needs to know of a graph beside words: what its blocks read and assign.
struct Theories {
  std::optional<std::string> array;  // the name of one, where there are some
  bool has_floats = false;
};
[[nodiscard]] Theories theories(const Graph& graph);

/// Why the graph is not well formed (widths, numbers out of range, double assignments).
[[nodiscard]] std::optional<std::string> problem(const Graph& graph);

}  // namespace hardbop::words
