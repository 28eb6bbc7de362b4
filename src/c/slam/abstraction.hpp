// SPDX-License-Identifier: MIT
// The Boolean program of a C program over predicates: one statement for each of C's, in the same
// places, so that a trace of it is a path through the C program.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "c/slam/cubes.hpp"
#include "c/slam/predicates.hpp"

namespace hardbop::slam {

/// What a line of the text executes.
struct LineMeaning {
  BlockId block = c::none;  // none: nothing of C
  std::size_t edge = 0;
};

/// What a Boolean variable of a procedure means.
struct SlotMeaning {
  std::optional<ExprId> condition;  // nothing: an argument on its way
  BlockId call = c::none;           // known only when this one has returned
};

struct Abstraction {
  std::string text;
  std::vector<LineMeaning> lines;                        // by number of the line, from one
  std::map<FunctionId, std::vector<SlotMeaning>> slots;  // in the order of a frame
  std::map<BlockId, std::uint32_t> arrivals;             // the line at which a block begins
};

/// A step that no state can take: not all of these literals hold before it, and those after it.
struct Exclusion {
  std::vector<ExprId> before;
  std::vector<ExprId> after;

  bool operator==(const Exclusion&) const = default;
};
/// By block and edge.
using Exclusions = std::map<std::pair<BlockId, std::size_t>, std::vector<Exclusion>>;

/// A procedure's statements, and what they need.
struct AbstractBody {
  std::string signature;  // what they were made of
  std::string text;
  std::vector<LineMeaning> lines;
  std::map<BlockId, std::size_t> arrivals;  // into them
  struct Made {
    std::string name;
    SlotMeaning meaning;
  };
  std::vector<Made> made;  // local variables that hold results and arguments
  std::string invariant;   // which values exclude each other; empty where none do
};
/// Those of the round before: what depends on nothing new is taken from there.
using AbstractBodies = std::map<FunctionId, AbstractBody>;

class Abstractor {
 public:
  /// `source` gives the text of a line of C.
  using SourceLine = std::function<std::string(const c::Position&)>;

  Abstractor(Procedures& procedures, const Predicates& predicates, Implications& implications,
             const Exclusions& exclusions, AbstractBodies& bodies, const CubeOptions& options,
             Budget& budget, SourceLine source);

  /// Incomplete where the budget is spent.
  [[nodiscard]] Abstraction run();

 private:
  Procedures& procedures_;
  const Predicates& predicates_;
  const Exclusions& exclusions_;
  AbstractBodies& bodies_;
  Cubes cubes_;
  Budget& budget_;
  SourceLine source_;
  Abstraction out_;
  std::map<ExprId, std::string> names_;
  // Of the procedure at hand:
  const Procedure* procedure_ = nullptr;
  AbstractBody body_;

  void line(const std::string& text, LineMeaning meaning = {});
  void body_line(const std::string& text, LineMeaning meaning = {});
  void name_predicates();
  [[nodiscard]] std::vector<ExprId> visible() const;
  [[nodiscard]] std::vector<ExprId> formals(FunctionId f) const;
  [[nodiscard]] std::vector<ExprId> results(FunctionId f) const;
  [[nodiscard]] std::vector<Known> known(BlockId b);

  [[nodiscard]] std::string procedure_name(FunctionId f) const;
  [[nodiscard]] std::string signature(const Procedure& procedure) const;
  void abstract_procedure(const Procedure& procedure);
  void abstract_body(const Procedure& procedure);
  void declare(const Procedure& procedure, const AbstractBody& body);
  void initialise();
  void abstract_block(BlockId b, BlockId following);
  void abstract_edge(BlockId b, std::size_t edge, const std::string& label, BlockId following);
  void abstract_call(BlockId b, std::size_t edge, const std::vector<Known>& here);
  struct Updates {
    std::vector<std::string> names;
    std::vector<std::string> values;
  };
  [[nodiscard]] Updates updates(BlockId b, const std::vector<ExprId>& predicates);
  /// What a caller knows of a result, in its own terms; nothing where it cannot.
  [[nodiscard]] std::optional<Known> received(BlockId call, ExprId result);
  using Names = std::map<ExprId, std::string>;
  [[nodiscard]] std::string excluded(BlockId b, std::size_t edge, const std::vector<Known>& before,
                                     const Names& after) const;
  [[nodiscard]] std::string comment(BlockId b) const;
};

}  // namespace hardbop::slam
