// SPDX-License-Identifier: MIT
// The syntax of a Boolean program, in pools of small records instead of a tree of
// pointers: about a hundred bytes a statement, no recursion needed to walk an
// expression, and equal programs are equal pools.
//
// Sugar is gone after parsing: `constrain e;` and `abortif e;` are assumptions,
// `elsif` is an if in the else branch (marked), braces and keywords are one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/util/source.hpp"
#include "boolean/language/names.hpp"

namespace hardbop::bp {

constexpr std::uint32_t no_index = 0xFFFF'FFFFU;

/// An index into Program::procedures.
using ProcedureId = std::uint32_t;

/// A stretch of one of Program's pools.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] bool empty() const { return count == 0; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// A name where it is written.
struct NameRef {
  NameId name = NameTable::none;
  SourceOffset at = 0;
};

enum class Op : std::uint8_t {
  False,
  True,
  Star,  // Star: a free choice
  Name,
  NextName,  // NextName: 'x, the value after the step
  Not,
  And,
  Or,
  Xor,
  Equal,
  NotEqual,
  Implies,
  Choose,       // schoose[a, b]
  Conditional,  // c ? a : b
};

/// Whether dialects disagree on which of the two operators binds tighter.
[[nodiscard]] constexpr bool dialects_differ(Op a, Op b) {
  const auto is_equality = [](Op op) { return op == Op::Equal || op == Op::NotEqual; };
  const auto is_junction = [](Op op) { return op == Op::And || op == Op::Or || op == Op::Xor; };
  return (is_equality(a) && is_junction(b)) || (is_junction(a) && is_equality(b));
}

/// A node of an expression. Nodes stand in post-order: the last operand of node i
/// is node i - 1, the first of two or three is `left`, the middle of three `middle`.
struct Expr {
  Op op = Op::False;
  bool grouped = false;    // written in parentheses
  SourceOffset at = 0;     // of the operator or name
  std::uint32_t left = 0;  // Name, NextName: the NameId
  std::uint32_t middle = 0;

  [[nodiscard]] NameId name() const { return left; }
};

/// A whole expression: nodes first..root of the pool, its operands before it.
struct ExprRange {
  std::uint32_t first = 1;
  std::uint32_t root = 0;

  [[nodiscard]] bool empty() const { return first > root; }
};

enum class StatementKind : std::uint8_t {
  Skip,
  Print,
  Goto,
  Return,
  Assign,
  Call,
  Assert,
  Assume,
  Enforce,
  Dead,
  Decl,
  AtomicBegin,
  AtomicEnd,
  StartThreadGoto,
  StartThreadCall,
  EndThread,
  If,
  While,
};

/// A statement; those of one sequence are linked by `next`.
///
/// |                    | names            | exprs                  | target        |
/// | Print, Return      |                  | values                 |               |
/// | Goto               | labels           |                        |               |
/// | Assign             | left-hand sides  | values [, constrain]   |               |
/// | Call               | left-hand sides  | arguments              | procedure     |
/// | Assert, Assume     |                  | condition              |               |
/// | Enforce            |                  | condition              |               |
/// | Dead               | variables        |                        |               |
/// | Decl               | variables        | an initialiser each; may be empty ranges |
/// | StartThreadGoto    | one label        |                        |               |
/// | StartThreadCall    |                  | arguments              | procedure     |
/// | If, While          |                  | condition              |               |
struct Statement {
  StatementKind kind = StatementKind::Skip;
  bool has_constrain = false;  // Assign: the last of `exprs` is its constrain
  bool is_elsif = false;       // If: written as `elsif`
  SourceSpan span;             // without labels; If, While: up to `then`, `do`, `{`
  SourceOffset end = 0;        // where all of it ends
  SourceOffset else_end = 0;   // If: the end of `else` (with braces: of its `{`)
  std::uint32_t next = no_index;
  Range labels;  // into `refs`
  Range names;   // into `refs`
  Range exprs;   // into `expressions`
  NameRef target;
  std::uint32_t body = no_index;       // If: first statement of `then`; While: of the loop
  std::uint32_t otherwise = no_index;  // If: first statement of `else`
  bool has_else = false;
};

struct Procedure {
  NameRef name;
  SourceSpan span;
  SourceOffset body_begin = 0;  // the end of `begin` or '{'
  bool is_dfs = false;
  bool is_typed = false;             // false: as many results as its returns give
  std::uint32_t results = 0;         // of a typed procedure; `void` is 0
  Range formals;                     // into `refs`
  std::uint32_t body = no_index;     // first statement; declarations come first
  std::uint32_t enforce = no_index;  // the Enforce statement in it
  std::uint32_t thread = no_index;   // the thread block it stands in
};

/// What stands at top level or in a thread block, in the order written.
struct Item {
  enum class Kind : std::uint8_t { Decl, Procedure, Thread };
  Kind kind = Kind::Decl;
  std::uint32_t index = 0;  // of a Statement (Decl), Procedure or Thread
};

struct Thread {
  NameRef name;
  SourceSpan span;
  SourceOffset body_begin = 0;  // the end of `begin`
  std::uint32_t copies = 1;
  bool has_copies = false;  // `* N` was written
  std::vector<Item> items;
};

struct Comment {
  SourceSpan span;
};

struct Program {
  std::shared_ptr<const SourceFile> source;
  NameTable names;
  std::vector<Item> items;
  std::vector<Procedure> procedures;
  std::vector<Thread> threads;
  std::vector<Statement> statements;
  std::vector<Expr> nodes;
  std::vector<ExprRange> expressions;
  std::vector<NameRef> refs;
  std::vector<Comment> comments;

  [[nodiscard]] std::string_view text(NameId name) const { return names.text(name); }
  [[nodiscard]] SourceSpan span(NameRef ref) const {
    return {ref.at, ref.at + static_cast<SourceOffset>(text(ref.name).size())};
  }
  /// The top-level procedure of that name, or no_index.
  [[nodiscard]] ProcedureId find_procedure(std::string_view name) const;
  /// The constrain of an assignment; empty where there is none.
  [[nodiscard]] ExprRange constrain(const Statement& statement) const {
    if (!statement.has_constrain) return {};
    return expressions[statement.exprs.first + statement.exprs.count - 1];
  }
  /// The right-hand sides of an assignment, without its constrain.
  [[nodiscard]] static Range values(const Statement& statement) {
    return {statement.exprs.first, statement.exprs.count - (statement.has_constrain ? 1U : 0U)};
  }
};

/// Whether a statement starts a thread: SATABS also does so by a call with a label that
/// begins with ASYNC_.
[[nodiscard]] bool starts_thread(const Program& program, const Statement& statement);

/// Whether two programs are the same up to layout, comments and spelling of operators.
[[nodiscard]] bool same_program(const Program& a, const Program& b);

}  // namespace hardbop::bp
