// SPDX-License-Identifier: MIT
// Answers: results, traces, coverage, and their text and JSON forms.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

enum class Verdict : std::uint8_t {
  Violated,  // a label can be reached, an assertion can fail, a run violates the property
  Holds,
  HoldsBounded,  // no violation within the given bound, or in runs without overflow
  Unknown,
  NotApplicable,  // the program contains nothing to check
};

/// "violated", "holds", "holds-bounded", "unknown", "not-applicable".
[[nodiscard]] std::string_view to_string(Verdict verdict);

struct VariableValue {
  std::string name;
  /// In a Boolean program, a truth value; in a C program, a decimal number of any size.
  std::variant<bool, std::string> value = false;
  bool free = false;           // irrelevant for the rest of the trace
  bool unconstrained = false;  // and not determined by earlier steps
};

/// The execution of one statement.
struct TraceStep {
  enum class Kind : std::uint8_t { Step, Call, Return };

  Kind kind = Kind::Step;
  std::uint32_t depth = 0;   // of the call stack; 0 in the entry procedure
  std::uint32_t thread = 0;  // in a concurrent program: 0 is init, the others count from one
  std::string procedure;
  Location at;
  std::string statement;               // its source text
  std::vector<VariableValue> state;    // the variables in scope just before it
  std::vector<VariableValue> changed;  // in a concurrent program: what it changed
  /// In a C program, of a call: what it had changed of the caller's variables when the callee
  /// began, which does not see them.
  std::vector<VariableValue> at_call;
  std::string monitor;                // the monitor's state after it; else empty
  std::vector<std::string> printed;   // the values a `print` shows: 0, 1 or *
  std::uint32_t starts = 0;           // the thread it starts; 0 if none
  bool ends = false;                  // in a C program: the thread ends with it
  std::string inside;                 // for a call not expanded: the number of statements inside
  std::uint64_t left_out_before = 0;  // steps omitted just before this one
  /// In a C program: of what the step executes of its line, in this order. Behind a 0 it goes on
  /// after rounds of a loop in which nothing follows what it has not followed before.
  std::vector<std::uint32_t> columns;
  std::uint64_t times = 1;  // how much more often the line has been executed than before
};

/// How the trace of an infinite run continues after its last step.
struct TraceLoop {
  enum class Kind : std::uint8_t {
    Loop,        // repeats its steps from `first_step` on forever
    Terminated,  // the program has ended
    Failed,      // an assertion has failed
  };

  Kind kind = Kind::Loop;
  std::size_t first_step = 0;  // into Trace::steps
  std::uint64_t length = 0;    // of one iteration, in steps; a completed call counts as one
  std::uint64_t frames = 0;    // that each iteration adds to the call stack
};

struct Trace {
  std::uint64_t hierarchical_length = 0;  // a completed call counts as one step
  std::string length;                     // every executed statement counts; in decimal
  bool truncated = false;                 // not all steps are listed
  std::vector<TraceStep> steps;           // in the order of execution
  TraceStep end;                          // the state at the end; not a step
  std::string note;                       // if it may not be a shortest trace; else empty
  std::optional<TraceLoop> loop;          // for a temporal property
  std::vector<std::string> threads;       // in a concurrent program: their names, init first
  std::uint64_t context_switches = 0;
};

/// A place in a C program that keeps an answer from being known: something that is not supported,
/// or an invalid access.
struct BlockingConstruct {
  Location at;
  std::string text;     // what is there
  bool reached = true;  // by a run; else it may be, behind another one or in another function
};

/// What a thread of a race or a deadlock does; its number is that in steps of traces.
struct InvolvedThread {
  enum class Action : std::uint8_t { Reads, Writes, Waits };

  std::uint32_t thread = 0;
  std::string function;  // that it starts with; empty if it is not known
  Action action = Action::Waits;
  std::string object;        // that it accesses or waits for; empty if it has no name
  std::uint32_t joined = 0;  // the thread for whose end it waits; 0 if none
  std::uint32_t holder = 0;  // the thread that holds what it waits for; 0 if none
  Location at;
};

struct PropertyResult {
  enum class Kind : std::uint8_t {
    Label,
    Assert,
    Ltl,
    Ctl,
    Termination,
    Monitor,
    Rule,
    // For C, all places of the program together.
    Assertions,
    Overflow,
    Memory,
    Arithmetic,
    Leak,
    Race,
    Deadlock,
  };

  Kind kind = Kind::Label;
  std::string property;   // "label R", "assert 7:3", "ltl G p", "rule lock", "assertions"
  std::string procedure;  // where it is; for a violated label, where it was reached
  Location at;
  Verdict verdict = Verdict::Unknown;
  std::string reason;  // Unknown: why; HoldsBounded: the bound; Violated: why there is no trace, or
                       // the rule's message; NotApplicable: what the program does not contain
  /// Violated: for C, which object an access missed, or was freed before; which accesses race, or
  /// who waits for what.
  std::string detail;
  /// The time that deciding it took. Properties that are decided by one search have its time each.
  double seconds = 0;
  std::uint64_t places = 0;  // Assertions, Overflow: number of places to check
  /// If asked for: of Violated; of Unknown, to a blocking construct; or an example for Holds.
  std::optional<Trace> trace;
  std::vector<std::string> diverging;  // Termination: procedures of which a call may never return
  /// Violated: of a race, both accesses, the last one first; of a deadlock, the threads that wait.
  std::vector<InvolvedThread> involved;
  /// Unknown: all blocking constructs, in text order. The reason names a single one.
  std::vector<BlockingConstruct> blocking;
};

/// A number with a dotted path, such as "explicit.points".
using Statistic = std::pair<std::string, std::variant<std::uint64_t, double>>;

/// A statement that no run can reach, or perhaps none.
struct CoveredStatement {
  std::string procedure;
  Location at;
  std::string statement;
};

/// Which statements runs can reach; each of them is in one of the three lists.
struct Coverage {
  std::vector<Location> reachable;
  std::vector<CoveredStatement> unreachable;
  std::vector<CoveredStatement> undecided;
  std::string incomplete;  // why some are undecided; else empty

  [[nodiscard]] std::size_t statements() const {
    return reachable.size() + unreachable.size() + undecided.size();
  }
};

/// A node of a decision diagram.
struct DiagramNode {
  std::string variable;
  std::uint32_t high = 0;  // the node to go on with if the variable is true
  std::uint32_t low = 0;
};

/// The states in which runs arrive at a statement, over the variables in scope.
struct Invariant {
  std::string procedure;
  Location at;
  std::string statement;
  std::uint32_t diagram = 0;  // into Invariants::nodes
  std::string formula;        // the same in the language; empty if it would be long
};

/// What is true whenever a run arrives at a statement, and nothing less: the reachable states.
struct Invariants {
  std::vector<DiagramNode> nodes;     // the first two are false and true, and decide nothing
  std::vector<Invariant> statements;  // in the order of the text, by procedure
  std::string incomplete;             // why they are not known; then there are none
  std::map<std::string, std::vector<std::string>> variables{};  // in scope, by procedure

  /// Whether some run arrives there in this state; a variable that is not given is false.
  [[nodiscard]] bool contains(const Invariant& at, const std::map<std::string, bool>& state) const;
  /// Whether the variable has this value in some state in which a run arrives there.
  [[nodiscard]] bool can_be(const Invariant& at, std::string_view variable, bool value) const;
};

/// What is needed to check the evidence in an answer again.
struct Provenance {
  std::string dialect;  // how it was read: "standard", "satabs"
  std::vector<std::string> entries;
};

/// A file that was named as a part of the program; files that it includes are none.
struct InputFile {
  std::string path;
  std::string sha256;  // of its text
};

struct Answer {
  std::string input;  // how messages call the program: the path of its first file
  std::vector<InputFile> inputs;
  std::string engine;
  std::vector<Message> warnings;         // about the program, in the order in which they were found
  std::vector<PropertyResult> results;   // empty if there is nothing to check
  std::string nothing;                   // then: what the program does not contain; may be empty
  std::optional<Coverage> coverage;      // if asked for
  std::optional<Invariants> invariants;  // if asked for
  /// If asked for, evidence that can be checked again: a proof in SMT-LIB 2 if all decided
  /// properties hold; else a JSON answer with all traces, which contains the proof.
  std::string certificate;
  std::string no_certificate;            // then: why there is none
  std::optional<Provenance> provenance;  // in such a JSON answer
  std::vector<std::string> assumptions;  // assumptions behind the verdicts on a C program
  std::vector<Message> errors;           // what was wrong with the question; then no results
  std::string internal_error;            // a bug in Hardbop; then no results
  std::vector<Statistic> statistics;
};

/// 0 all properties hold or do not apply, 10 some are violated, 5 none is violated but some are
/// unknown, 2 bad input, 6 internal error.
[[nodiscard]] int exit_status(const Answer& answer);

enum class TraceStyle : std::uint8_t {
  Table,    // in execution order, with changed values
  Columns,  // likewise, with a column for each thread
  Bebop,    // in reverse order, with all known values, in the format of Bebop
};

struct TextStyle {
  TraceStyle trace = TraceStyle::Table;
  bool colour = false;
  bool statistics = false;
};

[[nodiscard]] std::string to_text(const Answer& answer, const TextStyle& style = {});
/// One JSON object, as docs/manual/json.md describes.
[[nodiscard]] std::string to_json(const Answer& answer);

/// What a SARIF log has besides the answer.
struct SarifOptions {
  /// The folder to which relative paths refer, as an absolute path; files in it are named relative
  /// to it. May be empty.
  std::string source_root;
  /// What temporal rules are about, by their names: "lock".
  std::map<std::string, std::string> rules;
};

/// A SARIF 2.1.0 log, with all available traces.
[[nodiscard]] std::string to_sarif(const Answer& answer, const SarifOptions& options = {});

}  // namespace hardbop
