// SPDX-License-Identifier: MIT
// The Boolean program of a C program over predicates: one statement for each C statement, at the
// same place, so that a trace of it is a path through the C program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "boolean/language/program_builder.hpp"
#include "boolean/language/statement_tags.hpp"
#include "c/slam/cubes.hpp"
#include "c/slam/predicates.hpp"
#include "c/slam/turns.hpp"

namespace hardbop::slam {

/// What a statement of the Boolean program stands for.
struct StatementMeaning {
  BlockId block = c::none;  // what it executes; none: nothing of C
  std::size_t edge = 0;
  BlockId begins = c::none;  // the block at whose beginning it stands
};

/// What a Boolean variable of a procedure means.
struct SlotMeaning {
  std::optional<ExprId> condition;  // nothing: an argument on its way
  BlockId call = c::none;           // known only when this one has returned
};

struct Abstraction {
  std::shared_ptr<const bp::Program> program = bp::ProgramBuilder().finish("none");
  bp::StatementTags<StatementMeaning> meanings;
  std::map<FunctionId, std::vector<SlotMeaning>> slots;  // in the order of a frame

  [[nodiscard]] std::string text() const { return std::string(program->source->text()); }
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
  struct Statement {
    bp::Draft draft;
    StatementMeaning meaning;
  };
  std::vector<Statement> statements;
  struct Thread {
    std::string name;
    std::size_t first = 0;  // of its statements
  };
  std::vector<Thread> threads;  // where the statements are of several
  struct Variable {
    bp::Name name = nullptr;
    SlotMeaning meaning;
  };
  std::vector<Variable> temporaries;       // local variables that hold results and arguments
  std::optional<bp::NamedTerm> invariant;  // which values exclude each other
};
/// Those of the round before: what depends on nothing new is taken from there.
struct AbstractBodies {
  bp::NamePool names;  // of which they are made
  std::map<FunctionId, AbstractBody> all;
  KnownTerms terms;

  void forget() {
    all.clear();
    terms.all.clear();
  }
};

class Abstractor {
 public:
  /// `source` gives the text of a line of C.
  using SourceLine = std::function<std::string(const c::Position&)>;

  Abstractor(Procedures& procedures, const Predicates& predicates, Cubes cubes,
             const Exclusions& exclusions, AbstractBodies& bodies, Budget& budget,
             SourceLine source);

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
  bp::ProgramBuilder builder_;
  using Names = std::map<ExprId, bp::Name>;
  Names names_;
  Turns turns_;
  // Of the procedure at hand:
  const Procedure* procedure_ = nullptr;
  const ThreadTurns* thread_ = nullptr;  // of the thread at hand
  AbstractBody body_;

  void add(bp::Draft draft, const StatementMeaning& meaning = {});
  [[nodiscard]] bp::Name label(BlockId b);
  void name_predicates();
  [[nodiscard]] std::vector<ExprId> visible() const;
  [[nodiscard]] std::vector<ExprId> formals(FunctionId f) const;
  [[nodiscard]] std::vector<ExprId> results(FunctionId f) const;
  [[nodiscard]] std::vector<Known> known(BlockId b);

  [[nodiscard]] std::string procedure_name(FunctionId f) const;
  [[nodiscard]] std::string signature(const Procedure& procedure) const;
  void abstract_procedure(const Procedure& procedure);
  [[nodiscard]] const AbstractBody& known_body(const Procedure& procedure);
  void abstract_blocks(const std::vector<BlockId>& blocks);
  void go(BlockId from, BlockId to, BlockId following);
  void abstract_body(const Procedure& procedure);
  void declare(const Procedure& procedure, const AbstractBody& body);
  void initialise();
  void abstract_block(BlockId b, BlockId following);
  void abstract_edge(BlockId b, std::size_t edge, bp::Name label, BlockId following);
  void abstract_call(BlockId b, std::size_t edge, const std::vector<Known>& here);
  using Condition = std::optional<bp::NamedTerm>;
  /// An assignment of several variables at once.
  struct Updates {
    std::vector<bp::Name> names;
    std::vector<bp::NamedTerm> values;

    void add(bp::Name name, bp::NamedTerm value);
    [[nodiscard]] bp::Draft draft(const Condition& constrain = {}) const;
  };
  [[nodiscard]] Updates updates(BlockId b, const std::vector<ExprId>& predicates);
  /// What a caller knows of a result, in its own terms; nothing where it cannot.
  [[nodiscard]] std::optional<Known> received(BlockId call, ExprId result);
  [[nodiscard]] Condition excluded(BlockId b, std::size_t edge, const std::vector<Known>& before,
                                   const Names& after) const;
  [[nodiscard]] std::string comment(BlockId b) const;

  // abstract_threads.cpp
  void write_threads();
  void abstract_threads();
  void begin_thread(const std::string& name);
  void abstract_thread(const ThreadTurns& thread);
  void take(const Way& way);
  void leave(BlockId from);
};

}  // namespace hardbop::slam
