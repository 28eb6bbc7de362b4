// SPDX-License-Identifier: MIT
// C programs: deciding whether an error can be reached.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/c.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

struct CQuestion {
  /// "unreach-call": a failing assertion, a call of reach_error, a label ERROR.
  std::string property = "unreach-call";
  /// Copies of a function that calls itself, and pieces of heap that one place can allocate.
  /// Where a run needs more, the answer is unknown; holds-bounded where the bound was typed.
  std::uint64_t recursion = 8;
  std::uint32_t heap = 4;
  bool bounds_given = false;
  /// How reads through pointers are written, which changes no answer: "direct", as a choice
  /// between all that they may be of, or "star", as variables that are kept current.
  std::string pointers = "direct";
  bool harness = false;  // make CAnswer::harness
  bool witness = false;  // make CAnswer::witness
};

/// A place that a run passes.
struct CWaypoint {
  Location at;  // where a statement starts
  std::string function;
  std::string assumption;  // an expression of C that is true there; of the error, empty
};

/// A run to an error, for other verifiers to follow.
struct CWitness {
  std::string input;
  std::string sha256;  // of its text
  std::string specification;
  CDataModel data_model = CDataModel::Ilp32;
  std::vector<CWaypoint> waypoints;  // in order; the last one is the error
};

struct CAnswer {
  Answer answer;
  std::vector<Message> messages;  // what Clang and the front end say
  std::string harness;            // of a violation: a C file that makes the program follow it
  std::optional<CWitness> witness;
  std::string no_witness;  // where one was asked for: why there is none
};

/// Limits, traces and progress are taken from `question`. Never throws for bad input.
[[nodiscard]] CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                              const CQuestion& c_question, const Question& question);

/// What makes a witness different from all others.
struct WitnessOptions {
  std::string uuid;
  std::string creation_time;  // in ISO 8601, with a zone
};

/// In the format of SV-COMP's witnesses, version 2.0: YAML.
[[nodiscard]] std::string to_witness(const CWitness& witness, const WitnessOptions& options);

/// The property that a file of SV-COMP's (.prp) asks for; empty where it asks for none of ours.
[[nodiscard]] std::string read_property(const std::string& text);

}  // namespace hardbop
