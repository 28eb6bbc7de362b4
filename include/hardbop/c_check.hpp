// SPDX-License-Identifier: MIT
// C programs: checking their properties.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/c.hpp>
#include <hardbop/c_abstract.hpp>
#include <hardbop/evidence.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

namespace verify {
struct EngineRow;
}

/// A temporal rule in the language of docs/manual/rules.md.
struct CRule {
  std::string name;  // its name in answers
  std::string path;  // for messages
  std::string text;
};

/// An iteration of the slam engine: when it begins, and again when its result is known.
struct CIteration {
  std::size_t number = 0;
  std::string program;     // the Boolean program
  std::string predicates;  // its predicates, as a file of predicates
  std::string path;        // through the C program, from the Boolean program; empty at first
};

/// How reads through pointers are modelled; this changes no answer.
enum class CPointers : std::uint8_t {
  Direct,  // as a choice between all possible targets
  Star,    // as variables that are kept up to date
};

/// Options of the slam engine.
struct CSlamOptions {
  std::vector<CPredicates> predicates{};      // to start with
  std::optional<std::uint64_t> iterations{};  // give up after this many; if empty, the default
  std::function<void(const CIteration&)> on_iteration{};  // called for each
  /// Treat all words as signed unbounded integers. A property that holds then holds for runs
  /// without overflow, and is holds-bounded; a violation is one of machine words.
  bool unbounded = false;
};

struct CQuestion {
  /// Names of c_properties(). If empty, "assertions": no assertion fails, and reach_error is not
  /// called.
  std::vector<std::string> properties{};
  /// If not empty: does every run obey each of these rules? `properties` must be empty then.
  std::vector<CRule> rules;
  /// Copies of a recursive function, and heap blocks that one allocation site can create. If a run
  /// needs more, the answer is unknown, or holds-bounded if `bounds_given`.
  std::uint64_t recursion = 8;
  std::uint32_t heap = 4;
  bool bounds_given = false;
  /// How often the engine bmc goes through each loop, and into each function that calls itself,
  /// where inputs decide whether it goes on. What holds then is holds-bounded, unless no run needs
  /// more. If empty, as often as runs need; with the engine auto, bmc alone is asked if not empty.
  std::optional<std::uint32_t> unwind{};
  /// How many engines the engine auto lets work at once, by turns; if empty, as many as there are
  /// processors.
  std::optional<std::size_t> engines_at_once{};
  /// For the image engine. If empty: direct, and with the engine auto both.
  std::optional<CPointers> pointers{};
  bool harness = false;  // make CAnswer::harness
  bool witness = false;  // make CAnswer::witness
  CSlamOptions slam{};
  /// Engines besides those of c_engines(), for programs that link Hardbop's own layers:
  /// src/c/verify.
  std::vector<std::shared_ptr<const verify::EngineRow>> further_engines{};
};

/// A point on a run, or the start of a loop.
struct CWaypoint {
  Location at;  // where a statement starts
  std::string function;
  std::string assumption;                 // a C expression that is true there; empty for the error
  std::optional<std::uint32_t> thread{};  // who gets there, of a program with threads; main is 0
};

/// For other verifiers: a run to an error that they can follow or, if there is none, loop
/// invariants.
struct CWitness {
  enum class Kind : std::uint8_t { Violation, Correctness };
  Kind kind = Kind::Violation;
  std::vector<InputFile> inputs;
  std::string specification;
  CDataModel data_model = CDataModel::Ilp32;
  std::vector<CWaypoint> waypoints;  // in order, the last one is the error; or the invariants
};

struct CAnswer {
  Answer answer;
  std::string harness;  // for a violation: a C file that makes the program follow it
  std::optional<CWitness> witness;
  std::string no_harness;  // if one was asked for: why there is none
  std::string no_witness;  // likewise
};

/// The built-in rules, by name.
[[nodiscard]] std::vector<CRule> shipped_rules();

/// Limits, traces and progress are taken from `question`; limits are not checked while Clang
/// reads. Never throws for bad input.
[[nodiscard]] CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                              const CQuestion& c_question, const Question& question);

/// Checks a certificate of check_c() against the program: its obligations are generated again, and
/// Z3 checks them. The certificate must be for one of the properties, if any are given. If it is
/// for a rule, the rule is the one in `rules`, or the built-in rule of that name. The compiler
/// options of the sources are taken from the certificate.
[[nodiscard]] Validation validate_c(const std::vector<CSource>& sources,
                                    const std::string& evidence,
                                    const std::vector<std::string>& properties,
                                    const std::vector<CRule>& rules = {});

/// What identifies a witness.
struct WitnessOptions {
  std::string uuid;
  std::string creation_time;  // in ISO 8601, with a zone
};

/// In SV-COMP's witness format, version 2.0: YAML.
[[nodiscard]] std::string to_witness(const CWitness& witness, const WitnessOptions& options);

/// A name for CQuestion::properties.
struct CPropertyName {
  std::string name;
  /// One of Hardbop's names, or one of SV-COMP's, whose programs must be read with
  /// CUndefined::Pure; termination is both.
  bool is_own = false;
  bool is_sv_comp = false;
  bool is_decided = false;  // else the answer is unknown
};

[[nodiscard]] std::vector<CPropertyName> c_properties();

/// Nothing if there is no property of that name.
[[nodiscard]] std::optional<CPropertyName> find_c_property(const std::string& name);

/// The property in an SV-COMP file (.prp), which may be one that is not supported; nothing if the
/// file contains no known property.
[[nodiscard]] std::optional<CPropertyName> read_property(const std::string& text);

}  // namespace hardbop
