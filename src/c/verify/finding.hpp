// SPDX-License-Identifier: MIT
// What an engine found about a property of a C program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/statistics.hpp"
#include "c/lower/conflict.hpp"
#include "c/lower/explain.hpp"
#include "c/lower/waypoints.hpp"
#include "c/verify/message.hpp"

namespace hardbop::verify {

enum class Outcome : std::uint8_t {
  Violated,
  Holds,
  HoldsBounded,  // within bounds that were given, or without overflows
  Unknown,
  NotApplicable,  // there is nothing to check
};

/// How a run without end goes on.
struct Round {
  enum class Kind : std::uint8_t { Repeats, Ended, Failed };  // the program has ended, or failed
  Kind kind = Kind::Repeats;
  std::size_t first_step = 0;  // into the explanation's steps: from there on it repeats
};

/// A run that violates the property, in C's own terms. C has been seen to follow it.
struct ViolatingRun {
  c::Position at;                               // of the error; of a round, where it begins
  c::FunctionId function;                       // in which the error is
  std::optional<c::Explanation> explanation{};  // where a trace is wanted
  std::optional<Round> round{};                 // with an explanation, where the run has no end
  // Where they are wanted, and the property has them:
  std::string harness{};                  // a C file that makes the program follow the run
  std::string evidence{};                 // the values that it gets, for hardbop validate
  std::optional<c::Way> way{};            // for other verifiers
  bool needs_environment = false;         // neither can say what undefined functions do on it
  bool depends_on_uninitialised = false;  // variables, which a harness cannot set
};

/// A place in the program that keeps the answer from being known: something that is not supported,
/// or an invalid access, after which a run is no run of C.
struct Blocking {
  c::Position at;
  std::string text;        // what is there
  bool is_reached = true;  // by a run; else it may be
};

/// A run to such a place, in C's own terms. C has been seen to follow it.
struct BlockedRun {
  std::string text;  // what is there
  c::Explanation explanation;
};

/// Why the property holds, for others to check.
struct Proof {
  std::optional<std::vector<c::Waypoint>> invariants{};  // of loops, where a witness is wanted
  std::string certificate{};                             // where it is wanted; or
  std::string no_certificate{};                          // why there is none
};

struct Finding {
  Outcome outcome = Outcome::Unknown;
  std::string reason{};  // of Unknown; of HoldsBounded, the bound; of Violated, what a rule says;
                         // of NotApplicable, what there is not
  std::string detail{};  // of Violated: which object an access missed, or was freed before
  std::vector<c::Involved> involved{};  // of Violated: the threads of a race or a deadlock
  std::optional<ViolatingRun> run{};    // of Violated
  // Of Unknown:
  std::vector<Blocking> blocking{};         // in the order of the text, each once
  bool is_all_blocking = false;             // no run reaches others
  std::optional<BlockedRun> blocked_run{};  // to one of them, where a trace is wanted
  Proof proof{};                            // of Holds
  Statistics statistics{};
  Messages errors{};  // what was wrong with the engine's own options; then nothing is known
};

[[nodiscard]] inline Finding unknown(std::string reason) {
  return {Outcome::Unknown, std::move(reason)};
}

}  // namespace hardbop::verify
