// SPDX-License-Identifier: MIT
// Explains a run of the model in terms of the C program.
#pragma once

#include <string>
#include <vector>

#include "c/lower/lower.hpp"

namespace hardbop::c {

struct CellValue {
  std::string name;   // as C writes it
  std::string value;  // as C writes it: -1, 1.5f, 'x', an enumerator; see PointerTexts
  bool is_local = false;
};

/// The execution of one statement of C, which may be several of the intermediate language.
struct ExplainedStep {
  enum class Kind : std::uint8_t { Step, Call, Return };
  Kind kind = Kind::Step;
  Position at;
  FunctionId function;
  std::uint32_t depth = 0;        // of the call stack
  std::size_t point = 0;          // of the run at which it begins
  std::uint32_t thread = none;    // who executes it, of a program with threads
  std::uint32_t starts = none;    // the thread that it creates
  bool resumes = false;           // what it waited for has happened; the thread has begun it before
  std::vector<CellValue> values;  // just before it: globals and the function's own variables
  /// Of a call: what it had changed of the function's own variables when the callee began.
  std::vector<CellValue> at_call;
  /// Of what it executes of its line, in this order. Behind a 0 it goes on after rounds of a loop
  /// in which nothing follows what it has not followed before.
  std::vector<std::uint32_t> columns;
  std::uint64_t times = 0;  // how much more often the line has been executed than before
};

/// A value that the environment chose: of a nondeterministic function.
struct Choice {
  StatementId statement = none;  // an Arbitrary
  std::uint64_t value = 0;
  std::uint32_t place = 0;  // of the statement's, which
};

struct Explanation {
  std::vector<ExplainedStep> steps;
  ExplainedStep end;                // where the run arrives
  std::vector<Choice> choices;      // in the order in which they were made
  std::uint64_t switches = 0;       // how often another thread goes on
  std::vector<FunctionId> threads;  // by number: their functions, if numbers are those of the run
};

/// The locals that are not the same, or not at all, in `before`.
[[nodiscard]] std::vector<CellValue> changed_locals(const std::vector<CellValue>& before,
                                                    std::vector<CellValue> after);

/// Whether a thread that other threads have kept from going on waits at a statement until it can.
[[nodiscard]] bool is_wait(const Program& threaded, StatementId statement);

/// What a thread waits for is shown when it goes on. Where it began to wait is not, if it did
/// nothing else there that can be seen.
void drop_waits(Explanation& explanation);

/// Which steps of a run are kept: runs may have millions.
enum class KeptSteps : std::uint8_t { All, Last };

/// Of a run that arrives at a statement, of a sink or of its own. Where the run repeats itself from
/// a point on, a step begins there.
[[nodiscard]] Explanation explain(const Program& program, const Model& model, const words::Run& run,
                                  const Position& at, std::size_t round = 0,
                                  KeptSteps kept = KeptSteps::All);

}  // namespace hardbop::c
