// SPDX-License-Identifier: MIT
// What is answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

enum class Verdict : std::uint8_t {
  Violated,  // the label can be reached, the assertion can fail, a run is not as it should be
  Holds,
  HoldsBounded,  // no violation within a bound that was asked for, or without overflows
  Unknown,
  NotApplicable,  // there is nothing to check in the program
};

/// "violated", "holds", "holds-bounded", "unknown", "not-applicable".
[[nodiscard]] std::string_view to_string(Verdict verdict);

struct VariableValue {
  std::string name;
  /// Of a Boolean program's; of a C program's, a number in decimal, however large it is.
  std::variant<bool, std::string> value = false;
  bool free = false;           // does not matter to the rest of the trace
  bool unconstrained = false;  // nor was it determined by what came before
};

/// The execution of one statement.
struct TraceStep {
  enum class Kind : std::uint8_t { Step, Call, Return };

  Kind kind = Kind::Step;
  std::uint32_t depth = 0;   // of the call stack; 0 in the entry procedure
  std::uint32_t thread = 0;  // of a concurrent program: 0 is init, the others count from one
  std::string procedure;
  Location at;
  std::string statement;               // its source text
  std::vector<VariableValue> state;    // the variables in scope just before it
  std::vector<VariableValue> changed;  // of a concurrent program: what it changed
  std::string monitor;                 // the state in which a monitor leaves it; else empty
  std::vector<std::string> printed;    // the values a `print` shows: 0, 1 or *
  std::uint32_t starts = 0;            // the thread it starts; 0 where none
  std::string inside;                  // of a call not expanded: how many statements inside it
  std::uint64_t left_out_before = 0;   // steps cut from the list just before this one
};

/// How a trace that is a run without end goes on after its last step.
struct TraceLoop {
  enum class Kind : std::uint8_t {
    Loop,        // with its steps from `first_step` on, for ever
    Terminated,  // the program has ended
    Failed,      // an assertion has failed
  };

  Kind kind = Kind::Loop;
  std::size_t first_step = 0;  // into Trace::steps
  std::uint64_t length = 0;    // of a round, in steps, a completed call counting as one
  std::uint64_t frames = 0;    // that each round adds to the call stack
};

struct Trace {
  std::uint64_t hierarchical_length = 0;  // a completed call counts as one step
  std::string length;                     // every executed statement counts; in decimal
  bool truncated = false;                 // not all of them are listed
  std::vector<TraceStep> steps;           // in the order of execution
  TraceStep end;                          // where it arrives; not a step
  std::string note;                       // where it may not be a shortest one; else empty
  std::optional<TraceLoop> loop;          // of a temporal property
  std::vector<std::string> threads;  // of a concurrent program: their names, that of init first
  std::uint64_t context_switches = 0;
};

/// A place in a C program that keeps an answer from being known: something that is not supported,
/// or an invalid access.
struct BlockingConstruct {
  Location at;
  std::string text;     // what is there
  bool reached = true;  // by a run; else it may be, behind another one or in another function
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
    // Of C, all places of the program together.
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
  std::string reason;  // of Unknown; of HoldsBounded, the bound; of Violated, why no trace, or what
                       // the rule says; of NotApplicable, what there is not
  std::uint64_t places = 0;  // Assertions, Overflow: how many could be violated
  /// Where asked for: of Violated; of Unknown, to a blocking construct; or a witness of Holds.
  std::optional<Trace> trace;
  std::vector<std::string> diverging;  // Termination: procedures of which a call may not come back
  /// Of Unknown: all that is in the way, in the order of the text. The reason names a single one.
  std::vector<BlockingConstruct> blocking;
};

/// A figure by dotted path, such as "explicit.points".
using Statistic = std::pair<std::string, std::variant<std::uint64_t, double>>;

/// A statement that no run can reach.
struct UnreachableStatement {
  std::string procedure;
  Location at;
  std::string statement;
};

/// What of the program runs can reach.
struct Coverage {
  std::uint64_t statements = 0;
  std::vector<UnreachableStatement> unreachable;
  std::string incomplete;  // why it is not known of all statements; else empty
};

/// By what the evidence in an answer can be checked again.
struct Provenance {
  std::string sha256;   // of the program's text
  std::string dialect;  // how it was read: "standard", "satabs"
  std::vector<std::string> entries;
};

struct Answer {
  std::string input;
  std::string engine;
  std::vector<PropertyResult> results;  // empty where there is nothing to check
  std::string nothing;                  // then: what there is not, or nothing to say
  std::optional<Coverage> coverage;     // where asked for
  /// Where asked for, what makes the answer checkable again: a proof in SMT-LIB 2 where
  /// all hold that were decided; else a JSON answer with all traces, and the proof in it.
  std::string certificate;
  std::string no_certificate;            // then: why there is none
  std::optional<Provenance> provenance;  // in such a JSON answer
  std::vector<std::string> assumptions;  // what the verdicts on a C program rest on
  std::vector<Message> errors;           // what was wrong with the question; then no results
  std::string internal_error;            // a bug in Hardbop; then no results
  std::vector<Statistic> statistics;
};

/// 0 all hold or do not apply, 10 some violated, 5 none violated but some unknown, 2 bad input,
/// 6 internal error.
[[nodiscard]] int exit_status(const Answer& answer);

enum class TraceStyle : std::uint8_t {
  Table,  // in order of execution, with what changed
  Bebop,  // in reverse order, with all that is known, as Bebop printed it
};

struct TextStyle {
  TraceStyle trace = TraceStyle::Table;
  bool colour = false;
  bool statistics = false;
};

[[nodiscard]] std::string to_text(const Answer& answer, const TextStyle& style = {});
/// One JSON object, as docs/manual/json.md describes.
[[nodiscard]] std::string to_json(const Answer& answer);
/// A log in the format SARIF 2.1.0, with the traces that there are.
[[nodiscard]] std::string to_sarif(const Answer& answer);

}  // namespace hardbop
