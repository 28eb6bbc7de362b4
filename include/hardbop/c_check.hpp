// SPDX-License-Identifier: MIT
// C programs: deciding whether an error can be reached.
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
  std::string name;  // what answers call it
  std::string path;  // for messages
  std::string text;
};

/// A round of the engine slam: as it begins, and, once it is known, what it found.
struct CIteration {
  std::size_t number = 0;
  std::string program;     // the Boolean program
  std::string predicates;  // that it is made of, as a file of predicates
  std::string path;        // through the C program, as the Boolean program goes; empty at first
};

/// How reads through pointers are written, which changes no answer.
enum class CPointers : std::uint8_t {
  Direct,  // as a choice between all that they may be of
  Star,    // as variables that are kept current
};

/// Options of the engine slam.
struct CSlamOptions {
  std::vector<CPredicates> predicates{};      // to begin with
  std::optional<std::uint64_t> iterations{};  // to give up after; as many as are usual, without it
  std::function<void(const CIteration&)> on_iteration{};  // told of each
  /// Read all words as signed integers without bounds. What holds then does as long as no
  /// arithmetic overflows, and is holds-bounded; a violation is one of machine words.
  bool unbounded = false;
};

struct CQuestion {
  /// Of c_properties(). Where there are none, "assertions": no assertion fails, and reach_error is
  /// not called.
  std::vector<std::string> properties{};
  /// Where there are some: does every run keep each of these? Properties are not asked then.
  std::vector<CRule> rules;
  /// Copies of a function that calls itself, and pieces of heap that one place can allocate.
  /// Where a run needs more, the answer is unknown; holds-bounded where the bound was typed.
  std::uint64_t recursion = 8;
  std::uint32_t heap = 4;
  bool bounds_given = false;
  CPointers pointers = CPointers::Direct;
  bool harness = false;  // make CAnswer::harness
  bool witness = false;  // make CAnswer::witness
  CSlamOptions slam{};
  /// Engines besides those of c_engines(), for who is linked with Hardbop's own layers:
  /// src/c/verify.
  std::vector<std::shared_ptr<const verify::EngineRow>> further_engines{};
};

/// A place that a run passes, or where a loop starts.
struct CWaypoint {
  Location at;  // where a statement starts
  std::string function;
  std::string assumption;  // an expression of C that is true there; of the error, empty
};

/// For other verifiers: a run to an error that they can follow, or, where there is none, invariants
/// of loops.
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
  std::string harness;  // of a violation: a C file that makes the program follow it
  std::optional<CWitness> witness;
  std::string no_harness;  // where one was asked for: why there is none
  std::string no_witness;  // likewise
};

/// The rules that come with Hardbop, by name.
[[nodiscard]] std::vector<CRule> shipped_rules();

/// Limits, traces and progress are taken from `question`; a limit is not looked at while Clang
/// reads. Never throws for bad input.
[[nodiscard]] CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                              const CQuestion& c_question, const Question& question);

/// Checks a certificate of check_c() against the program: its obligations are made anew, and put to
/// Z3. It must be about one of the properties, where there are any. Where it is about a rule, that
/// is the one of `rules`, or the one of its name that comes with Hardbop. Arguments of the sources
/// are the certificate's.
[[nodiscard]] Validation validate_c(const std::vector<CSource>& sources,
                                    const std::string& evidence,
                                    const std::vector<std::string>& properties,
                                    const std::vector<CRule>& rules = {});

/// What makes a witness different from all others.
struct WitnessOptions {
  std::string uuid;
  std::string creation_time;  // in ISO 8601, with a zone
};

/// In the format of SV-COMP's witnesses, version 2.0: YAML.
[[nodiscard]] std::string to_witness(const CWitness& witness, const WitnessOptions& options);

/// A property that CQuestion may ask for.
struct CPropertyName {
  std::string name;
  /// One of Hardbop's names, and one of SV-COMP's, whose programs are to be read with
  /// CUndefined::Pure; termination is both.
  bool is_own = false;
  bool is_sv_comp = false;
  bool is_decided = false;  // else the answer is unknown
};

[[nodiscard]] std::vector<CPropertyName> c_properties();

/// Nothing where there is none of that name.
[[nodiscard]] std::optional<CPropertyName> find_c_property(const std::string& name);

/// The property that a file of SV-COMP's (.prp) asks for, which may be one that is not decided;
/// nothing where it is none.
[[nodiscard]] std::optional<CPropertyName> read_property(const std::string& text);

}  // namespace hardbop
