// SPDX-License-Identifier: MIT
// From the intermediate language to a labelled transition graph [wang07 §4.1]: one block per
// statement; one copy of each function, with a variable that stores the return address; recursion
// as copies by depth; heap blocks as copies by number. Or, for engines that follow calls, with
// functions as procedures.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "c/il/il.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::c {

struct Bounds {
  std::uint32_t recursion = 8;  // copies of a function that calls itself
  std::uint32_t heap = 4;       // pieces that one statement allocates
  bool procedures = false;      // keep calls as calls: no copies, and blocks that leave a function
                                // lead nowhere
  bool floats = false;          // of operations of numbers that are not constant; else they are
                                // unsupported
  bool overflows = false;       // simplify expressions only as is true of integers without bounds
  std::uint32_t arrays_from = 0;  // objects with at least so many cells become arrays of the
                                  // graph; 0: none. Not with Pointers::Star
  Defects defects{};              // that are errors; at others, a run just ends
};

/// How a read through a pointer is written.
enum class Pointers : std::uint8_t {
  Direct,  // as a choice between all that it may be of
  Star,    // as a variable that is kept current, see stars.hpp
};

/// A block where the run cannot be followed any further.
struct Sink {
  enum class Kind : std::uint8_t { Error, Unsupported, Bound };
  Kind kind = Kind::Error;
  words::BlockId block = 0;
  Position at;
  std::string text;
  StatementId statement = none;                 // whose it is
  bool is_certain = true;                       // the run ends whatever the values are
  std::optional<Defect> defect = std::nullopt;  // where C does not say how the run goes on
};

/// What a value that the graph chooses is in the program.
struct InputMeaning {
  StatementId statement = none;  // an Arbitrary, or the Call that enters a function
  ObjectId object = none;        // a local without a first value
  std::uint32_t offset = 0;      // in it; of an Arbitrary, which of its places
};

/// What a block does in the program.
struct BlockMeaning {
  StatementId statement = none;  // that it executes; none where it only prepares or ends one
  FunctionId function;           // where it executes something
  std::uint32_t depth = 0;       // of its function's copy
};

/// What a variable of the graph is in the program; other ones are made up.
struct VariableMeaning {
  ObjectId object = none;   // or
  StatementId heap = none;  // the Allocate whose piece it is a byte of
  std::uint32_t cell = 0;   // of the object; of a piece, the byte
  std::uint32_t copy = 0;   // depth of the object's function, number of the piece
};

/// What an array of the graph is in the program.
struct ArrayMeaning {
  ObjectId object = none;      // or
  StatementId heap = none;     // the Allocate whose piece it is
  std::uint32_t copy = 0;      // depth of the object's function, number of the piece
  std::uint32_t bytes = 1;     // of an element
  std::uint64_t elements = 0;  // that the program has; indices may allow more
};

/// What is at some addresses of the graph.
struct AddressMeaning {
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  ObjectId object = none;   // or
  StatementId heap = none;  // the Allocate whose piece it is, or
  FunctionId function{};
  std::uint32_t copy = 0;                                // depth of the object's function, number
                                                         // of the piece
  std::optional<words::VariableId> live = std::nullopt;  // says whether it is; else it always is
  std::uint64_t ended = 0;                               // the variable, where it has ended
  bool is_grave = false;                                 // for pointers to what was there before
};

/// Of Bounds::procedures: a block that passes arguments and enters a function by its edge, and
/// where its caller goes on.
struct CallMeaning {
  words::BlockId block = 0;
  FunctionId callee;
  words::BlockId continuation = 0;  // stores the results
};

/// Of Bounds::procedures: a function in the graph.
struct ProcedureMeaning {
  FunctionId function;
  words::BlockId entry = 0;
  std::vector<words::BlockId> leaves;
  std::vector<words::VariableId> results;
  std::vector<words::VariableId> parameters;
  std::vector<words::ArrayId> array_parameters{};
};

struct Model {
  words::Graph graph;
  std::vector<Sink> sinks;
  std::vector<Sink> faults;                // where runs end for want of a meaning in C: no errors
  std::vector<InputMeaning> inputs;        // by input
  std::vector<BlockMeaning> blocks;        // by block
  std::vector<VariableMeaning> variables;  // by variable
  std::vector<CallMeaning> calls;
  std::vector<ProcedureMeaning> procedures;
  std::vector<ArrayMeaning> arrays{};        // by array
  std::vector<InputMeaning> array_inputs{};  // by input of arrays: locals without a first value
  /// By Allocate: what has the number of the piece that was made last, plus one.
  std::map<StatementId, words::VariableId> allocated{};
  std::vector<AddressMeaning> addresses{};  // by base
  std::size_t stars = 0;                    // variables that are kept for reads through pointers
};

/// Some bytes of an array's value, little-endian.
[[nodiscard]] std::uint64_t word_at(const ArrayMeaning& meaning, const words::ArrayValue& value,
                                    std::uint64_t offset, std::uint32_t bytes);

/// Where the budget runs out, what is made is no model of the program.
[[nodiscard]] Model lower(const Program& program, const Bounds& bounds,
                          Pointers pointers = Pointers::Direct, Budget* budget = nullptr);

}  // namespace hardbop::c
