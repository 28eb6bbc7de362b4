// SPDX-License-Identifier: MIT
// The intermediate language of C programs: side-effect-free expressions over machine words, one
// assignment or call per statement, explicit control flow, memory as objects of bytes. Everything
// that depends on the data model (sizes, conversions, promotions, layouts) is resolved here.
//
// - A value is a word of 1 to 64 bits; operators are those of base/expression/expression.hpp. A
//   truth value is a word of width 1; C's `int` results of comparisons are extended explicitly.
// - A float or double is the word of 32 or 64 bits that IEEE 754 stores it in.
// - A variable is an object. Reading `x` is Load at Address(x, 0); `p->f` is Load at an Add of the
//   pointer and the field's offset in bytes. Pointers are words of the data model's pointer width.
// - Each object has cells: the scalars that its declared type consists of, with their offsets.
//   Unions have cells of single bytes. An access that matches no cell is composed of bytes,
//   little-endian.
// - Structures are passed, returned and assigned cell by cell.
// - Locals of a block live while control is in the block's scope: an edge between statements of two
//   scopes ends the lifetimes of the scopes that it leaves, and starts those of the scopes that it
//   enters.
// - A construct that cannot be followed is a statement Unsupported: nothing is known about a run
//   after it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/expression/expression.hpp"
#include "base/util/id.hpp"

namespace hardbop::c {

using ExprId = std::uint32_t;
using ObjectId = std::uint32_t;
using FunctionId = Id<struct FunctionTag>;
using StatementId = std::uint32_t;
using ScopeId = Id<struct ScopeTag>;  // of none: all of the function
constexpr std::uint32_t none = ~std::uint32_t{0};

struct DataModel {
  std::uint8_t pointer_bits = 32;  // 32: ILP32, 64: LP64
};

/// Where something is written; through macros, where the macro is used.
struct Position {
  std::uint32_t file = 0;  // into Program::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

/// A scalar: integer, enumeration, _Bool, pointer, float or double.
struct Type {
  std::uint8_t bits = 32;  // 8, 16, 32 or 64 in memory; truth values are 1
  bool is_signed = false;
  bool is_pointer = false;
  bool is_bool = false;   // _Bool: 8 bits, holding 0 or 1
  bool is_float = false;  // a number of IEEE 754; of 32 or 64 bits

  bool operator==(const Type&) const = default;
};

struct Expr {
  enum class Kind : std::uint8_t {
    Constant,
    Address,          // of an object, plus `value` bytes
    FunctionAddress,  // of `function`
    Load,             // of `type`, at the address `a`; `value` is not 0 where it matters which of
                      // C's reads it is, as other threads may write in between
    Operation,        // `op` on a, b, c; Extract takes its lowest bit from `value`, and a FloatX
                      // its words::Rounding
  };
  Kind kind = Kind::Constant;
  words::Op op = words::Op::Constant;
  Type type;
  ExprId a = none;
  ExprId b = none;
  ExprId c = none;
  ObjectId object = none;
  FunctionId function;
  std::uint64_t value = 0;

  bool operator==(const Expr&) const = default;
};

struct Cell {
  std::uint32_t offset = 0;
  Type type;
  std::string name;                  // as C writes it behind the object's name: "", ".f", "[3].g"
  bool is_padding = false;           // between or behind members: not shown to users
  bool is_character = false;         // of type char
  std::uint32_t enumeration = none;  // into Program::enumerations, where its type is one
  std::uint32_t target_bytes = 0;    // of a pointer, where its type says that: of what is there
  bool is_owner = false;             // of a mutex: the thread that holds it, counted from one
  bool is_thread = false;            // of type pthread_t or thrd_t
};

/// The constants of an enumeration, in the order of the text.
struct Enumeration {
  struct Constant {
    std::string name;
    std::uint64_t value = 0;
  };
  std::vector<Constant> constants;
};

struct InitialValue {
  std::uint32_t offset = 0;
  Type type;
  ExprId value = none;  // a Constant, Address or FunctionAddress
};

struct Object {
  enum class Storage : std::uint8_t { Global, Local, String };
  std::string name;
  Storage storage = Storage::Global;
  FunctionId function;                // whose local it is
  bool is_temporary = false;          // made by the front end: not shown to users
  std::uint32_t size = 0;             // in bytes
  std::vector<Cell> cells;            // by offset
  bool has_cells = true;              // false where there would be more than `most_cells`
  std::vector<InitialValue> initial;  // static storage: the rest is zero
  Position at;
  bool is_integer = false;   // a variable of integer type, _Bool and enumerations included
  Position scope_end;        // of a local in a block; line 0: the function's
  std::uint32_t unit = 0;    // the file that defines it, by number
  bool is_external = false;  // other files can name it
  bool is_constant = false;  // a literal or const: nothing writes it but what gives it its value
  ScopeId scope;             // of a local: it lives while control is there
  bool is_thread_local = false;     // each thread has one of its own
  bool is_watch = false;            // what a rule watches: an address, perhaps, that nobody follows
  std::uint32_t activation = none;  // whose local it is, where threads were made one program

  /// Kept for the statement that it is made in: what it holds later leads nowhere.
  [[nodiscard]] bool is_of_statement() const { return is_temporary && storage == Storage::Local; }
};
constexpr std::size_t most_cells = 1U << 16U;

/// What a pointer's type says of where it points to.
struct Target {
  std::uint32_t type = none;  // as whoever reads the program numbers types; none: not a pointer
  bool is_constant = false;   // nothing is written through it
};

/// What is wrong where a run ends because C does not say how it goes on, or at the program's end.
enum class Defect : std::uint8_t {
  Memory,      // an access that is not to an object, or a bad free
  Arithmetic,  // a division by zero, or a shift by too much
  Leak,        // allocated memory that no chain of pointers reaches any more
  Cleanup,     // memory that is still allocated
};

class Defects {
 public:
  constexpr Defects(std::initializer_list<Defect> all = {}) {
    for (const Defect one : all) insert(one);
  }
  constexpr void insert(Defect one) { bits_ |= bit(one); }
  [[nodiscard]] constexpr bool contains(Defect one) const { return (bits_ & bit(one)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  /// Whether one of them shows when the program ends.
  [[nodiscard]] constexpr bool has_ends() const {
    return contains(Defect::Leak) || contains(Defect::Cleanup);
  }

  bool operator==(const Defects&) const = default;

 private:
  std::uint8_t bits_ = 0;

  static constexpr std::uint8_t bit(Defect one) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(one));
  }
};

/// What a statement Thread does.
enum class ThreadStep : std::uint8_t {
  Create,       // a thread that calls the function at values[0] with values[1]; places[0] := its
                // number
  Join,         // waits until thread values[0] has ended; places[0], where there, := its result
  End,          // ends the running thread, with the result values[0]
  Self,         // places[0] := the running thread's number; of main, 0
  Await,        // waits until values[0], of width 1, is true, and begins an atomic section
  BeginAtomic,  // until as many EndAtomic follow, no other thread runs
  EndAtomic,
};

/// Where a scalar is stored.
struct Place {
  ExprId address = none;
  Type type;
};

struct Statement {
  enum class Kind : std::uint8_t {
    Skip,  // where it has a `callee`: the start, or where `is_end` the end, of a call of a watched
           // function without a body. values: at the end the result, then the arguments; a word of
           // width 1 where one is no integer or pointer
    Assign,     // places[0] := values[0]
    Arbitrary,  // places := any values of their types; `text` says who chose
                // ("__VERIFIER_nondet_int", an undefined function's name, `environment_name`, ""
                // for an uninitialised local, or the name of the object itself where it is
                // defined nowhere)
    Allocate,   // places[0] := address of a new object of values[0] bytes; values[1], where there,
                // says it is zeroed. It starts with what is in the block of heap at values[2],
                // where there is one, as far as both go. `text`: "malloc", "calloc"; "alloca",
                // which ends with the function; "array", of variable length, which ends with the
                // statement's scope
    Free,       // values[0]
    Call,       // `callee`, or where that is none the function at address values.back()
    Return,     // values: the result's cells
    Assume,     // values[0], of width 1; the run ends silently where it is false
    Branch,     // values[0]: to next or otherwise
    Error,      // a violation: `text` says of what ("assertion x > 0", "reach_error")
    Fault,      // the run ends, as C does not say how it goes on: `text` says why
    Halt,       // exit, abort: the program ends; values[0]: its status
    Unsupported,  // `text` says what
    Thread,       // `step`; programs that create no thread have none
    Environment,  // a call of an undefined function, `text`, with the cells of all arguments;
                  // environment.hpp replaces it before anyone else looks at the program
  };
  Kind kind = Kind::Skip;
  Position at;
  Position start;                // of C's statement, where this is the first of it; or line 0
  StatementId next = none;       // none after Return, Error, Fault, Halt, Unsupported
  StatementId otherwise = none;  // of Branch
  ScopeId scope;                 // the innermost that it is in
  std::vector<Place> places;     // Call: where the result's cells go; empty where it is not used
  std::vector<ExprId> values;    // Call: the arguments' cells in order
  FunctionId callee;
  bool is_end = false;                 // of Skip
  Defect defect = Defect::Arithmetic;  // of Fault
  bool initialises = false;            // may write a constant: its first value
  bool is_stream = false;              // Allocate: of stdio.h; Free: ends one, and nothing else
  std::string text;
  std::string label;                     // C's own, where the statement has one
  ThreadStep step = ThreadStep::Create;  // of Thread
  std::uint32_t thread = none;           // who executes it, where threads were made one program
  FunctionId within;                     // likewise: the function whose statement it is
  StatementId origin = none;             // likewise: that statement of Program::threaded
  std::uint32_t created = none;          // likewise: the thread that it creates
  std::uint32_t activation = none;       // likewise: into Program::activations
  bool is_negated = false;               // Branch: C's text has it below an odd number of `!`
  Position full;                // Error: where the expression starts that overflows, all of it
  Position loop;                // of a `while` or `for` whose condition starts here; or line 0
  std::vector<Target> targets;  // Environment: of the values, then of the places
};

/// A call that was expanded in place where threads were made one program.
struct Activation {
  FunctionId function;
  std::uint32_t caller = none;  // the activation that calls it
};

/// Where threads were made one program: what it consists of. Each thread's statements lead to one
/// another and to the scheduler; that leads to all threads.
struct Schedule {
  struct Stop {
    StatementId leaves = none;   // leads to the scheduler
    StatementId resumes = none;  // where the thread goes on
  };
  struct Thread {
    FunctionId function;
    StatementId start = none;  // none: the thread is never started
    std::vector<Stop> stops;
    bool is_reused = false;  // when it has ended, it may be created again
    bool is_crowd = false;   // whichever stop it left at, it goes on at any
  };
  StatementId first = none;               // of the scheduler
  std::vector<Thread> threads;            // main's is the first; none: the program is of no threads
  std::optional<std::uint32_t> switches;  // the scheduler is entered at most so often
};

/// Who chose what an undefined function wrote.
constexpr const char* environment_name = "undefined.functions";

/// Of an Error that is reached where all threads wait.
constexpr const char* deadlock_text = "deadlock";
/// Of an Error that is reached where an access, of this kind, races with another.
constexpr const char* racing_read = "data race of a read";
constexpr const char* racing_write = "data race of a write";
/// Objects of the program in which races are errors: the first and the last byte of the other
/// access, and whether it writes.
constexpr const char* announced_first = "race.first";
constexpr const char* announced_last = "race.last";
constexpr const char* announced_writes = "race.writes";

/// A remark for the user that changes no answer, or qualifies it.
struct Remark {
  Position at;
  std::string text;
};

/// What a function has behind its statements Unsupported: of that nothing else is left.
struct Behind {
  std::vector<Remark> unsupported;   // more of these
  std::vector<FunctionId> mentions;  // functions that are called or whose address is taken
  std::vector<Position> starts;      // of C's statements
};

struct Function {
  std::string name;  // behind a dot, a number where several files have one
  Position at;
  std::uint32_t unit = 0;  // the file that defines it, by number
  bool is_defined = false;
  bool is_library = false;        // of the C library: users do not see inside
  std::vector<Place> parameters;  // cells of the formals' objects; addresses are Address
  std::vector<Type> results;      // cells of the result; empty for void
  bool returns_plain = false;     // an integer or a pointer
  std::vector<ObjectId> locals;   // formals first, then all others of the body, arbitrary at entry
  StatementId entry = none;
  std::vector<StatementId> statements;  // in the order of the text
  Behind behind;
  std::vector<Position> dead;  // starts of C's statements to which no way leads; they are left out
};

/// A block of C, within another one or none.
struct Scope {
  ScopeId parent;
};

/// Addresses, the last one included: of devices, perhaps.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

struct Program {
  DataModel data_model;
  std::vector<std::string> files;
  std::vector<Expr> exprs;
  std::vector<Object> objects;
  ById<FunctionId, Function> functions;
  std::vector<Statement> statements;
  ById<ScopeId, Scope> scopes;
  std::vector<Enumeration> enumerations;
  FunctionId main;
  FunctionId environment;              // what undefined functions do, if that is anything
  std::vector<std::string> undefined;  // functions that are called and defined nowhere, each once
  std::vector<Remark> remarks;
  std::vector<AddressRange> reserved;       // by address: no object is there
  std::vector<std::string> assumptions;     // what answers rest on, in words for users, each once
  std::shared_ptr<const Program> threaded;  // the program with threads that this one is made of
  std::vector<Activation> activations;      // likewise: what was expanded
  Schedule schedule;                        // likewise
};

}  // namespace hardbop::c
