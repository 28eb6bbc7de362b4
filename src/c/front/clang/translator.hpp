// SPDX-License-Identifier: MIT
// Translates Clang's syntax trees to the intermediate language. Several translation units become
// one program; a function is translated when something refers to it.
#pragma once

#include <array>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <deque>
#include <functional>
#include <llvm/Support/SaveAndRestore.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "c/front/clang/attributes.hpp"
#include "c/front/clang/block.hpp"
#include "c/front/clang/definitions.hpp"
#include "c/front/clang/guarded.hpp"
#include "c/front/clang/ignored.hpp"
#include "c/front/clang/lvalue.hpp"
#include "c/front/front_end.hpp"
#include "c/il/builder.hpp"
#include "c/il/il.hpp"
#include "c/il/scopes.hpp"
#include "c/il/shapes.hpp"
#include "c/library/format.hpp"
#include "c/library/library.hpp"
#include "c/library/models.hpp"

namespace hardbop::c {

/// Parses a file of the C library; the tree lives as long as the translator.
using ReadLibrary = std::function<clang::ASTContext*(const LibraryFile&)>;

class Translator : private Shapes {
 public:
  Translator(Program& program, std::vector<clang::ASTContext*> units, const ParseOptions& options,
             std::vector<std::vector<Ignored>> ignored, ReadLibrary read_library);

  /// All that `main` refers to; without it, everything. Conflicts of definitions are told alone.
  [[nodiscard]] std::vector<Finding> run();

 private:
  Program& program_;
  Builder build_;
  std::vector<clang::ASTContext*> units_;
  Errors errors_;
  bool error_labels_;
  bool strict_memory_;
  bool finds_deadlocks_;
  Volatile volatile_;
  Undefined undefined_;
  Malloc malloc_;
  const std::vector<AddressRange>& device_ranges_;
  Entry entry_;
  bool copies_allocators_;
  std::vector<std::string> roots_;
  Interrupts interrupts_;
  std::set<std::string> watched_;
  StackGauge stack_;
  ReadLibrary read_library_;

  // The translation unit, and the function, that are being lowered.
  std::size_t unit_ = 0;
  clang::ASTContext* context_ = nullptr;
  FunctionId function_;
  const clang::FunctionDecl* declaration_ = nullptr;
  std::unordered_map<const clang::LabelDecl*, Label> labels_;
  std::vector<Loop> loops_;
  std::vector<const clang::VarDecl*> cleanups_;  // in scope
  std::unordered_map<const clang::SwitchCase*, Exits> cases_;
  std::unordered_map<const clang::OpaqueValueExpr*, ExprId> opaque_;
  std::unordered_map<const clang::Expr*, ExprId> evaluated_;  // before their turn
  std::unordered_map<const clang::Expr*, ObjectId> literals_;
  std::unordered_map<const clang::Decl*, ObjectId> variable_arrays_;  // pointers to them
  std::unordered_map<const clang::Expr*, ObjectId> lengths_;          // of types: their values
  std::map<std::string, unsigned> names_;
  Position scope_end_;                 // of the innermost block
  const clang::Expr* full_ = nullptr;  // the expression that is part of no other
  bool has_labels_ = false;
  unsigned temporaries_ = 0;

  [[nodiscard]] Block block_until(clang::SourceLocation end) {
    return {build_, scope_end_, position(end)};
  }

  // Of the whole program.
  // By symbol: what is defined with external linkage; of each unit, all that is defined; and what
  // must be defined somewhere.
  std::map<std::string, Definition> functions_by_name_;
  std::map<std::string, Definition> variables_by_name_;
  std::vector<std::unordered_map<std::string, const clang::NamedDecl*>> defined_;
  std::set<std::string> strong_references_;
  std::set<const clang::Decl*> externally_named_;   // by an alias
  bool has_aliases_ = false;                        // two names can be one thing
  std::map<std::string, unsigned> internal_names_;  // how many there are
  std::vector<Finding> conflicts_;
  std::map<std::string, FunctionId> external_functions_;
  std::map<std::string, ObjectId> external_objects_;
  std::unordered_map<const clang::Decl*, FunctionId> functions_;  // what a declaration means
  std::unordered_map<const clang::Decl*, ObjectId> objects_;
  std::unordered_map<const clang::Decl*, FunctionId> defined_functions_;  // what it defines
  std::unordered_map<const clang::Decl*, ObjectId> defined_objects_;
  std::unordered_map<const clang::Expr*, ObjectId> strings_;  // and static literals
  std::vector<ObjectId> arbitrary_objects_;                   // declared, but defined nowhere
  std::vector<StatementId> arguments_of_main_;                // chosen at its start
  bool reads_arguments_ = false;                              // it has `argv`
  std::vector<ObjectId> bad_initialisers_;                    // that Clang could not evaluate
  // Attributes that are not followed: of declarations, and of nothing that is reached or not.
  std::vector<std::vector<Ignored>> ignored_;
  std::unordered_map<const clang::Decl*, Remark> marked_;
  std::vector<Remark> problems_;
  std::deque<Waiting> waiting_;
  std::set<std::string> remarked_;
  std::map<std::string, std::uint32_t> files_;
  std::unordered_map<const clang::Stmt*, bool> plain_;
  std::unordered_map<const clang::Stmt*, bool> modifies_;
  std::unordered_map<const clang::DeclContext*, std::set<const clang::ValueDecl*>> addressed_;
  std::unordered_map<const clang::Stmt*, bool> overflows_;
  std::unordered_map<const clang::RecordDecl*, std::vector<BitUnit>> bit_units_;
  bool reaches_padding_ = false;  // the word of a bit-field may have bytes that belong to no member
  std::unordered_map<const clang::EnumDecl*, std::uint32_t> enumerations_;
  std::set<ObjectId> volatile_objects_;            // external ones, in whole or in part
  std::vector<VolatileAccess> volatile_accesses_;  // through pointers
  std::vector<AddressRange> devices_;              // where something volatile is
  std::optional<bool> refers_to_errno_;
  std::unordered_map<ObjectId, TypeIn> types_of_objects_;
  std::unordered_map<FunctionId, TypeIn> types_of_functions_;
  std::map<std::string, std::uint32_t> type_numbers_;
  std::vector<PointedType> pointed_types_;

  // types.cpp
  [[nodiscard]] std::optional<Type> scalar(clang::QualType type) const;
  [[nodiscard]] Type scalar_or_word(clang::QualType type) const;
  [[nodiscard]] bool is_signed(clang::QualType type) const;
  [[nodiscard]] static bool is_floating(clang::QualType type);
  [[nodiscard]] std::optional<std::uint64_t> size_of(clang::QualType type) const;
  [[nodiscard]] std::uint64_t count_cells(clang::QualType type) const;
  void describe(clang::QualType type, Cell& cell);
  void add_cells(clang::QualType type, std::uint32_t offset, const std::string& name,
                 std::vector<Cell>& cells);
  void add_record_cells(const clang::RecordDecl* record, std::uint32_t offset,
                        const std::string& name, std::vector<Cell>& cells);
  [[nodiscard]] std::vector<Cell> cells_of(clang::QualType type);
  [[nodiscard]] BitUnit bit_unit(const clang::FieldDecl* field);
  [[nodiscard]] static bool is_in_bytes(const LValue& place);
  ExprId read_bytes_of_field(const LValue& from, clang::SourceLocation at);
  void write_bytes_of_field(const LValue& to, ExprId value, clang::SourceLocation at);
  [[nodiscard]] std::vector<BitUnit> layout_bit_fields(const clang::RecordDecl* record) const;
  [[nodiscard]] Position position(clang::SourceLocation at);
  [[nodiscard]] std::string source_text(clang::SourceRange range) const;

  // environment.cpp
  void call_environment(const clang::CallExpr* expression, const std::string& name,
                        const std::vector<Place>& results);
  void call_environment(Statement call, const std::string& name, clang::QualType result,
                        clang::SourceLocation at);
  void add_argument(const clang::CallExpr* expression, unsigned argument, Statement& call);
  void assume_environment();
  [[nodiscard]] std::vector<ExprId> words_of_bytes(clang::QualType type,
                                                   const std::vector<ExprId>& values);
  [[nodiscard]] bool lower_exported();
  void lower_waiting();
  void end_by_environment(const std::string& name, clang::SourceLocation at);
  [[nodiscard]] std::uint32_t number_of(clang::QualType type);
  [[nodiscard]] Target target_of(clang::QualType pointer);
  [[nodiscard]] std::vector<Target> targets_of(clang::QualType type);
  void add_parts(clang::QualType type, std::uint32_t offset, bool is_constant,
                 std::vector<Part>& out);
  [[nodiscard]] std::vector<Part> parts(ObjectId object) override;
  [[nodiscard]] std::uint32_t type_of(FunctionId function) override;
  [[nodiscard]] PointedType type(std::uint32_t id) const override { return pointed_types_[id]; }

  // linking.cpp
  void use_unit(std::size_t unit);
  void collect_definitions();
  void collect(const clang::FunctionDecl* function);
  void collect(const clang::VarDecl* variable);
  void collect(const clang::NamedDecl* declaration, unsigned strength,
               std::map<std::string, Definition>& known);
  void conflict(const clang::NamedDecl* declaration, const Definition& other,
                const std::string& text);
  void report(const clang::NamedDecl* declaration, const std::string& text);
  void collect_reference(const clang::NamedDecl* declaration);
  void check_aliases();
  [[nodiscard]] const clang::NamedDecl* target_of_alias(const clang::NamedDecl* alias) const;
  [[nodiscard]] Definition end_of_aliases(Definition definition) const;
  /// What a name means in the present unit, if that is defined anywhere.
  [[nodiscard]] std::optional<Definition> definition_of(const clang::NamedDecl* declaration) const;
  [[nodiscard]] bool is_absent(const clang::NamedDecl* declaration) const;
  [[nodiscard]] static bool is_external(const clang::NamedDecl* declaration);
  [[nodiscard]] static bool is_weak_reference(const clang::NamedDecl* declaration);
  [[nodiscard]] static std::string symbol(const clang::NamedDecl* declaration);
  [[nodiscard]] static std::string known_name(const clang::FunctionDecl* function);
  [[nodiscard]] std::string internal_name(const std::string& name);
  [[nodiscard]] std::string shown_name(const Definition& definition,
                                       const std::map<std::string, Definition>& all);

  // library_builtins.cpp
  struct Operand {
    ExprId word = none;  // of 64 bits
    bool is_signed = false;
    std::uint8_t bits = 0;
  };
  struct Checked {
    ExprId result = none;
    ExprId overflows = none;
  };
  bool call_checked(const clang::CallExpr* expression, const std::string& name,
                    const std::vector<Place>& results);
  bool call_hint(const clang::CallExpr* expression, const std::string& name,
                 const std::vector<Place>& results);
  bool call_on_bits(const clang::CallExpr* expression, const std::string& name,
                    const std::vector<Place>& results);
  [[nodiscard]] ExprId fits_type(ExprId exact, Type type);
  [[nodiscard]] ExprId sign_word(ExprId word, bool is_signed);
  [[nodiscard]] Checked checked_sum(words::Op op, const Operand& a, const Operand& b, Type type);
  [[nodiscard]] Checked checked_product(const Operand& a, const Operand& b, Type type);
  [[nodiscard]] Checked checked_short_product(const Operand& a, const Operand& b, Type type);

  // atomics.cpp
  [[nodiscard]] LValue atomic_target(const clang::Expr* pointer);
  [[nodiscard]] std::optional<ExprId> combine_atomically(std::string_view op, ExprId old,
                                                         ExprId operand);
  [[nodiscard]] std::optional<ExprId> fetch_and_change(const LValue& target, std::string_view name,
                                                       const clang::Expr* argument);
  [[nodiscard]] ExprId compare_and_exchange(const LValue& target, const Place& expected,
                                            ExprId desired, clang::SourceLocation at);
  void note_order(const clang::AtomicExpr* expression);
  [[nodiscard]] ExprId value_of_atomic(const clang::AtomicExpr* expression);
  [[nodiscard]] std::optional<ExprId> execute_atomic(const clang::AtomicExpr* expression,
                                                     std::string_view name, const LValue& target,
                                                     bool is_by_pointer);
  bool call_atomic(const clang::CallExpr* expression, const std::string& full_name,
                   const std::vector<Place>& results);
  bool exchange_atomically(const clang::CallExpr* expression, std::string_view name,
                           const LValue& target, const std::vector<Place>& results);

  // computed_jumps.cpp
  std::unordered_map<const clang::LabelDecl*, std::uint64_t> label_numbers_;
  [[nodiscard]] ExprId address_of_label(const clang::LabelDecl* label);
  void lower_computed_goto(const clang::IndirectGotoStmt* statement);

  // variable_arguments.cpp
  struct Variadic {
    unsigned parameters = 0;   // that C sees
    bool starts_list = false;  // else nobody reads what it is passed beyond them
  };
  std::unordered_map<FunctionId, Variadic> variadic_;  // functions with the hidden parameter
  [[nodiscard]] std::optional<std::uint64_t> tag_of(clang::QualType type);
  void add_hidden_parameter(const clang::FunctionDecl* function);
  [[nodiscard]] static bool starts_list(const clang::Stmt* statement);
  void pass_variable_arguments(const clang::CallExpr* expression, unsigned first, bool is_read,
                               std::vector<ExprId>& values);
  [[nodiscard]] ExprId make_slots(const clang::CallExpr* expression, unsigned first,
                                  const std::vector<ExprId>& values, clang::SourceLocation at);
  [[nodiscard]] Place cursor_of(const clang::Expr* list);
  [[nodiscard]] ExprId copied_cursor(const clang::Expr* list);
  bool call_on_list(const clang::CallExpr* expression, const std::string& name);
  [[nodiscard]] ExprId next_argument(const clang::VAArgExpr* expression);
  [[nodiscard]] ExprId value_of_argument(const clang::VAArgExpr* expression);
  [[nodiscard]] bool is_argument_list(clang::QualType type) const;

  // library_models.cpp
  std::size_t first_library_unit_ = 0;                  // those of the program are before it
  std::unordered_map<std::string, Definition> models_;  // by name: what these define
  std::deque<Copy> copies_;
  std::map<std::string, FunctionId> environment_;  // getenv, by the variable's name
  const Copy* copy_ = nullptr;                     // that is being lowered
  std::vector<const clang::Decl*> copied_locals_;  // which mean something else in each copy
  [[nodiscard]] bool is_in_library() const { return unit_ >= first_library_unit_; }
  [[nodiscard]] std::optional<Definition> model_of(const std::string& name);
  void read_library(const LibraryFile& file);
  [[nodiscard]] FunctionId copy_model(const Definition& model, const Copy* copy);
  void declare_copy(FunctionId id, const Definition& model, const Copy* copy);
  bool copy_behind_pointer(FunctionId id, const clang::FunctionDecl* function);
  void begin_copy(const Waiting& waiting);
  void end_copy();
  /// Of a function that the library defines in C; false where it is none.
  bool call_model(const clang::CallExpr* expression, const std::string& name,
                  const std::vector<Place>& results);
  [[nodiscard]] const Copy* copy_for(const clang::CallExpr* expression);
  [[nodiscard]] clang::QualType element_of(const clang::CallExpr* expression) const;
  void call_within_library(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                           const std::vector<Place>& results);
  [[nodiscard]] std::optional<ExprId> constant_of_intrinsic(const clang::CallExpr* expression,
                                                            const std::string& name);
  bool call_intrinsic(const clang::CallExpr* expression, const std::string& name,
                      const std::vector<Place>& results);
  // threads.cpp
  void emit_thread_step(const clang::CallExpr* expression, const std::string& name,
                        const std::vector<Place>& results);
  void emit_atomic(ThreadStep step, clang::SourceLocation at);
  /// Around a change of what is atomic by its type; what it is changed by is computed before.
  void begin_change(LValue& target, const clang::Expr* by, clang::SourceLocation at);
  void end_change(const LValue& target, const clang::Expr* by, clang::SourceLocation at);
  /// Whether it is an object that is read and written in one step.
  [[nodiscard]] bool is_atomic(const LValue& place);
  [[nodiscard]] ExprId read_at_once(LValue from, clang::SourceLocation at);
  /// Whether it reads what another thread may write: then to read it or not makes a difference.
  [[nodiscard]] bool may_read_shared(const clang::Stmt* expression);
  [[nodiscard]] bool is_own(const clang::VarDecl* variable);
  /// Of a read of C: a number of its own where other threads may write before the next one.
  [[nodiscard]] std::uint64_t next_reading(const LValue& from);
  std::uint64_t readings_ = 0;
  bool is_one_step_ = false;  // what is evaluated: nobody writes in between
  /// A value that several statements use, if other threads may write what it is read from.
  [[nodiscard]] ExprId read_once(ExprId value, clang::SourceLocation at);
  ObjectId interrupts_are_off_ = none;
  [[nodiscard]] ObjectId interrupts_state();
  bool call_switch(const clang::CallExpr* expression, const std::string& name);
  void require_handlers();
  [[nodiscard]] std::string why_no_handler(const std::string& name) const;
  FunctionId handler_of(const std::string& name);
  [[nodiscard]] std::string first_file() const;
  void add_interrupts();
  [[nodiscard]] FunctionId add_interrupt(FunctionId handler);
  std::optional<bool> may_have_threads_;
  [[nodiscard]] bool may_have_threads();
  /// Without a statement Create there are no threads: what is meant for these is left out.
  void settle_threads();
  void move_elements(const clang::CallExpr* expression, bool swaps);
  void fill_element(const clang::CallExpr* expression);
  void fill_cells(ExprId to, const std::vector<Cell>& cells, ExprId byte, clang::SourceLocation at);

  // library_formats.cpp
  class Arguments;
  void call_part(const Copy* copy, const std::string& name, std::vector<ExprId> values,
                 const std::vector<Place>& results);
  [[nodiscard]] static bool can_print(const clang::CallExpr* expression, unsigned format);
  bool print_to_memory(const clang::CallExpr* expression, const std::string& name,
                       const std::vector<Place>& results);
  void print_piece(const Copy* copy, const FormatPiece& piece, const Output& output,
                   Arguments& arguments, clang::SourceLocation at);
  [[nodiscard]] ObjectId text_object(const std::string& text, clang::SourceLocation at);
  [[nodiscard]] static std::string missing_argument(const clang::CallExpr* expression,
                                                    unsigned format);
  [[nodiscard]] static std::vector<PrintedString> printed_strings(const clang::CallExpr* expression,
                                                                  const LibraryFunction& function);
  void read_strings(const clang::CallExpr* expression, const LibraryFunction& function,
                    const std::vector<PrintedString>& strings,
                    const std::map<unsigned, ExprId>& kept);
  bool scan(const clang::CallExpr* expression, const std::string& name,
            const std::vector<Place>& results);
  void scan_piece(const Copy* copy, const FormatPiece& piece, ExprId target,
                  clang::SourceLocation at);
  void scan_integer(const Copy* copy, const FormatPiece& piece, ExprId target);

  // met_attributes.cpp
  /// Functions and variables that have linkage, wherever they are declared; notes attributes.
  [[nodiscard]] std::vector<const clang::NamedDecl*> collect_declarations();
  [[nodiscard]] const Remark* problem_of(const clang::Decl* declaration) const;
  void note_problem(const clang::Decl* declaration);
  [[nodiscard]] static std::string problem_of_statement(const clang::AttributedStmt* statement);
  [[nodiscard]] bool compares_addresses(const clang::Stmt* statement) const;

  // cleanups.cpp
  [[nodiscard]] bool begin_cleanup(const clang::VarDecl* variable);
  void run_cleanups(std::size_t from);
  void end_scope(std::size_t from);

  // start_and_end.cpp
  std::vector<Automatic> constructors_;  // in the order of calls
  std::vector<Automatic> destructors_;
  ProgramEnd at_exit_{.registers = "atexit"};
  ProgramEnd at_quick_exit_{.registers = "at_quick_exit"};
  ObjectId is_ending_ = none;
  void collect_call_at_ends(const clang::FunctionDecl* function);
  void prepare_ends();
  [[nodiscard]] bool has_ends() const;
  /// Calls of exit, quick_exit, atexit and at_quick_exit; false where this is none.
  bool call_at_ends(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                    const std::string& name, const std::vector<Place>& results);
  void register_handler(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                        ProgramEnd& ending, const std::vector<Place>& results);
  void call_all(const std::vector<Automatic>& functions);
  void call_end(ProgramEnd& ending, Position at);
  void lower_ends();
  void lower_registering(const ProgramEnd& ending, unsigned most);
  void lower_running(const ProgramEnd& ending, unsigned most);
  void run_handlers(const ProgramEnd& ending, unsigned most);
  [[nodiscard]] FunctionId make_function(const std::string& name);
  [[nodiscard]] ObjectId make_state(const std::string& name, Type type, unsigned count);
  void emit_call(FunctionId callee, Position at);

  // declarations.cpp and initialisers.cpp
  [[nodiscard]] FunctionId function_of(const clang::FunctionDecl* function);
  [[nodiscard]] FunctionId undefined_function(const clang::FunctionDecl* function);
  /// One whose address is taken: undefined ones get a body that says what calling them does.
  [[nodiscard]] FunctionId function_behind_pointer(const clang::FunctionDecl* function);
  void lower_substitute(const clang::FunctionDecl* function);
  void end_function(StatementId first, MarkId entry);
  [[nodiscard]] ObjectId object_of(const clang::VarDecl* variable);
  [[nodiscard]] ObjectId undefined_object(const clang::VarDecl* variable);
  [[nodiscard]] ExprId address_of(const clang::VarDecl* variable, std::uint64_t offset);
  [[nodiscard]] ExprId address_of(const clang::FunctionDecl* function);
  [[nodiscard]] ObjectId make_object(const std::string& name, clang::QualType type,
                                     Object::Storage storage, clang::SourceLocation at);
  [[nodiscard]] ObjectId make_global(const clang::VarDecl* variable, std::size_t unit,
                                     const clang::Decl* key, const std::string& name);
  [[nodiscard]] ObjectId string_object(const clang::Expr* literal);
  [[nodiscard]] ObjectId static_literal(const clang::CompoundLiteralExpr* literal);
  [[nodiscard]] Place temporary(Type type, clang::SourceLocation at);
  /// A local that the program does not see.
  [[nodiscard]] ObjectId make_hidden(const std::string& name, std::vector<Cell> cells,
                                     std::uint32_t size, clang::SourceLocation at);
  [[nodiscard]] ObjectId temporary_object(clang::QualType type, clang::SourceLocation at);
  void initialise_statically(ObjectId object, const clang::VarDecl* variable);
  bool add_initial(ObjectId object, std::uint64_t offset, clang::QualType type,
                   const clang::APValue& value);
  bool add_initial_record(ObjectId object, std::uint64_t offset, clang::QualType type,
                          const clang::APValue& value);
  void add_initial_bits(ObjectId object, std::uint64_t offset, std::uint64_t bits,
                        std::uint32_t shift);
  void set_initial(ObjectId object, std::uint64_t offset, Type type, ExprId value);
  [[nodiscard]] std::optional<ExprId> constant_address(const clang::APValue& value);
  void lower_function(const Waiting& waiting);
  void lower_parameters(const clang::FunctionDecl* function);
  ObjectId add_parameter(const std::string& name, clang::QualType type, clang::SourceLocation at);
  void add_results(clang::QualType type);
  void start_main(const clang::FunctionDecl* function);
  void choose_arguments(const std::vector<Place>& parameters);
  [[nodiscard]] std::vector<Place> choose_any_arguments(const Function& called);
  [[nodiscard]] bool is_main_called() const;
  void call_main();
  void start_program();
  void emit_at(Statement::Kind kind, Position at, const std::string& text);
  void unsupported(const Remark& problem);
  void declare(const clang::VarDecl* variable);
  // variable_arrays.cpp
  void declare_variable_length(const clang::VarDecl* variable);
  void measure(clang::QualType type, clang::SourceLocation at);
  void keep_length(const clang::Expr* length, clang::SourceLocation at);
  [[nodiscard]] Type size_type() const;
  [[nodiscard]] std::optional<ExprId> bytes_of(clang::QualType type);
  [[nodiscard]] std::optional<ExprId> size_of_variable(
      const clang::UnaryExprOrTypeTraitExpr* trait);
  void note_first_value(ObjectId constant, StatementId first);
  void make_arbitrary(const clang::VarDecl* variable, ExprId address);
  void initialise(ExprId address, clang::QualType type, const clang::Expr* value);
  void initialise_list(ExprId address, clang::QualType type, const clang::InitListExpr* list);
  void initialise_string(ExprId address, clang::QualType type, const clang::Expr* literal);
  void zero(ExprId address, clang::QualType type, clang::SourceLocation at);
  void zero_elements(ExprId address, clang::QualType element, std::uint64_t from, std::uint64_t to,
                     clang::SourceLocation at);
  void remark_once(const std::string& text, clang::SourceLocation at);

  // entry.cpp
  const clang::FunctionDecl* entry_declaration_ = nullptr;  // where it is not main
  std::size_t entry_unit_ = 0;
  std::map<std::uint32_t, Callback> callbacks_;  // which it is given, by type
  [[nodiscard]] bool has_entry() const { return !entry_.function.empty(); }
  /// One of that name with external linkage, or else of a single file.
  [[nodiscard]] std::optional<Definition> find_function(const std::string& name) const;
  [[nodiscard]] std::optional<Definition> find_start();
  [[nodiscard]] FunctionId callback_of(clang::QualType type);
  void lower_callbacks();
  void lower_callback(const Callback& callback);
  [[nodiscard]] std::vector<Place> choose_entry_arguments();
  /// Lets the pointers of what is at the address, of this type, lead to new objects.
  void choose_pointers(ExprId address, clang::QualType type, const std::string& name,
                       unsigned level);
  void choose_pointer(const Place& to, clang::QualType type, const std::string& name,
                      unsigned level);
  void terminate_string(const Place& made, ExprId size, clang::QualType element);
  [[nodiscard]] ExprId size_of_argument(clang::QualType element, const std::string& name);
  [[nodiscard]] bool has_pointers(clang::QualType type) const;

  // finish.cpp
  void check_calls();
  [[nodiscard]] std::string check_call(Statement& call);
  [[nodiscard]] std::set<FunctionId> mentioned_in(const Statement& statement) const;
  void end_unsupported();
  void note_left_out();
  void remove_unreachable();
  void remove_unused_temporaries();

  // statements.cpp
  void lower(const clang::Stmt* statement);
  void lower_inside(const clang::Stmt* statement);
  void lower_compound(const clang::CompoundStmt* statement);
  void lower_block(const clang::Stmt* statement);
  [[nodiscard]] bool stays_in_block(MarkId head);
  void lower_declarations(const clang::DeclStmt* statement);
  void lower_if(const clang::IfStmt* statement);
  void lower_while(const clang::WhileStmt* statement);
  void lower_do(const clang::DoStmt* statement);
  void lower_for(const clang::ForStmt* statement);
  void lower_switch(const clang::SwitchStmt* statement);
  void lower_case(const clang::SwitchCase* statement);
  void lower_label(const clang::LabelStmt* statement);
  void lower_goto(const clang::GotoStmt* statement);
  void lower_return(const clang::ReturnStmt* statement);
  void begin_loop(bool is_switch);
  void return_arbitrary(clang::SourceLocation at);
  void lower_asm(const clang::AsmStmt* statement);
  void note_head(MarkId head, clang::SourceLocation at);
  void end_loop(MarkId head, const Exits& condition_failed, clang::SourceLocation at);
  StatementId emit(Statement::Kind kind, clang::SourceLocation at, std::string text = {});
  void assign(const Place& place, ExprId value, clang::SourceLocation at);
  void arbitrary(const Place& place, const std::string& who, clang::SourceLocation at);
  void unsupported(const std::string& what, clang::SourceLocation at);
  void go_on_behind(StatementId unsupported);
  struct Choice {
    Exits yes;
    Exits no;
  };
  [[nodiscard]] Choice branch(ExprId condition, clang::SourceLocation at, bool is_negated = false);
  /// The run ends here, since C does not say how it goes on.
  void fail(Defect defect, const std::string& text, clang::SourceLocation at);
  /// Goes on only where the condition holds; elsewhere there is a Fault, or a statement
  /// Unsupported.
  void require(ExprId condition, const std::string& otherwise, clang::SourceLocation at,
               std::optional<Defect> defect = std::nullopt);

  // expressions.cpp, conditions.cpp and shape.cpp
  /// The value of a scalar expression.
  [[nodiscard]] ExprId value(const clang::Expr* expression);
  [[nodiscard]] ExprId deep_value(const clang::Expr* expression);
  /// What the compiler takes an expression of several for; null where it has no such choice.
  [[nodiscard]] static const clang::Expr* chosen_by_compiler(const clang::Expr* expression);
  [[nodiscard]] std::optional<ExprId> value_so_far(const clang::Expr* expression) const;
  [[nodiscard]] ExprId value_of_reference(const clang::DeclRefExpr* expression);
  [[nodiscard]] ExprId value_of_cast(const clang::CastExpr* cast);
  [[nodiscard]] ExprId value_of_unary(const clang::UnaryOperator* expression);
  [[nodiscard]] ExprId value_of_binary(const clang::BinaryOperator* expression);
  [[nodiscard]] ExprId value_of_logic(const clang::Expr* expression);
  [[nodiscard]] ExprId value_of_conditional(const clang::AbstractConditionalOperator* expression);
  [[nodiscard]] ExprId value_of_builtin(const clang::Expr* expression);
  [[nodiscard]] ExprId operate(clang::BinaryOperatorKind op, ExprId a, clang::QualType type_a,
                               ExprId b, clang::QualType type_b, clang::SourceLocation at);
  [[nodiscard]] ExprId shift(bool left, ExprId a, clang::QualType type_a, ExprId b,
                             clang::SourceLocation at);
  [[nodiscard]] ExprId distance(ExprId to, ExprId from, clang::QualType element,
                                clang::SourceLocation at);
  [[nodiscard]] ExprId move_pointer(ExprId pointer, clang::QualType type, ExprId index,
                                    clang::QualType index_type, bool back,
                                    clang::SourceLocation at);
  [[nodiscard]] ExprId convert(ExprId value, clang::QualType from, clang::QualType to,
                               clang::SourceLocation at);
  [[nodiscard]] ExprId unsupported_value(const std::string& what, const clang::Expr* expression);
  [[nodiscard]] std::optional<ExprId> known_value(const clang::Expr* expression);
  /// Truth of a condition as a word of width 1; needs no control flow.
  [[nodiscard]] ExprId truth(const clang::Expr* expression);
  [[nodiscard]] Choice condition(const clang::Expr* expression, bool is_negated = false);
  /// Executes an expression whose value is not wanted.
  void effect(const clang::Expr* expression);
  void effect_of_unary(const clang::UnaryOperator* expression);
  void effect_of_binary(const clang::BinaryOperator* expression);
  void effect_of_conditional(const clang::AbstractConditionalOperator* expression);
  [[nodiscard]] ExprId stabilise(ExprId value, clang::SourceLocation at);
  [[nodiscard]] ExprId value_of_block(const clang::StmtExpr* expression);
  [[nodiscard]] bool is_local_address(ExprId value) const;
  [[nodiscard]] static bool contains_label(const clang::Stmt* statement);
  [[nodiscard]] bool is_plain(const clang::Expr* expression);
  [[nodiscard]] bool is_plain_number(const clang::Expr* expression) const;
  [[nodiscard]] bool is_plain_inside(const clang::Expr* expression);
  [[nodiscard]] bool is_plain_place(const clang::Expr* expression);
  [[nodiscard]] bool is_plain_address(const clang::Expr* expression);
  [[nodiscard]] bool is_plain_binary(const clang::BinaryOperator* expression);
  [[nodiscard]] bool is_plain_choice(const clang::AbstractConditionalOperator* choice);
  [[nodiscard]] bool modifies(const clang::Stmt* statement);

  // floats.cpp
  /// A float or double.
  [[nodiscard]] bool is_float(clang::QualType type) const;
  [[nodiscard]] bool rounds_as_usual(const clang::Expr* expression) const;
  [[nodiscard]] bool is_float_cast(const clang::CastExpr* cast) const;
  [[nodiscard]] ExprId float_constant(Type type, double number);
  [[nodiscard]] ExprId negative(ExprId number);
  [[nodiscard]] ExprId operate_on_floats(clang::BinaryOperatorKind op, ExprId a, ExprId b,
                                         clang::SourceLocation at);
  [[nodiscard]] ExprId convert_to_float(ExprId value, Type from, Type to, clang::SourceLocation at);
  [[nodiscard]] ExprId fits_integer(ExprId number, Type to);
  [[nodiscard]] ExprId convert_to_integer(ExprId number, Type to, clang::SourceLocation at);

  // rounding.cpp
  std::optional<bool> changes_rounding_;
  [[nodiscard]] bool changes_rounding();
  [[nodiscard]] Place rounding_mode();
  /// A result that is rounded as the program has set it, kept if there is a place.
  [[nodiscard]] ExprId rounded(words::Op op, Type to, ExprId a, ExprId b, clang::SourceLocation at);
  bool call_on_rounding(const clang::CallExpr* expression, std::string_view name,
                        const std::vector<Place>& results);

  // overflow.cpp
  [[nodiscard]] static bool is_division(const clang::Stmt* statement);
  [[nodiscard]] bool checks_overflow() const { return errors_ == Errors::Overflows; }
  /// Whether it has arithmetic that is checked.
  [[nodiscard]] bool may_overflow(const clang::Stmt* statement);
  [[nodiscard]] bool is_checked(const clang::Stmt* statement) const;
  /// Goes on only where the result fits; elsewhere there is a statement Error.
  void check_overflow(clang::BinaryOperatorKind op, ExprId a, ExprId b, clang::SourceLocation at);
  void check_negation(ExprId a, clang::SourceLocation at);
  [[nodiscard]] ExprId fits(clang::BinaryOperatorKind op, ExprId a, ExprId b);
  [[nodiscard]] ExprId sum_fits(ExprId a, std::int64_t added);
  [[nodiscard]] ExprId product_fits(ExprId a, ExprId b);
  [[nodiscard]] ExprId is_not_smallest(ExprId a);
  [[nodiscard]] ExprId is_not_negative(ExprId a);
  void fail_unless(ExprId condition, clang::SourceLocation at);

  // places.cpp
  [[nodiscard]] LValue place(const clang::Expr* expression);
  [[nodiscard]] LValue place_inside(const clang::Expr* expression);
  [[nodiscard]] LValue place_of_reference(const clang::DeclRefExpr* expression);
  [[nodiscard]] ExprId address_of_literal(const clang::CompoundLiteralExpr* literal);
  [[nodiscard]] LValue place_of_member(const clang::MemberExpr* expression);
  [[nodiscard]] LValue place_of_element(const clang::ArraySubscriptExpr* expression);
  [[nodiscard]] LValue unsupported_place(const std::string& what, const clang::Expr* expression);
  [[nodiscard]] ExprId read(const LValue& from, clang::SourceLocation at);
  void write(const LValue& to, ExprId value, clang::SourceLocation at);
  void assign_to(const clang::BinaryOperator* expression);
  [[nodiscard]] ExprId value_of_assignment(const clang::BinaryOperator* expression);
  /// The new value of a compound assignment's left side.
  [[nodiscard]] ExprId combine(const clang::CompoundAssignOperator* expression, const LValue& left);
  [[nodiscard]] ExprId step(const clang::UnaryOperator* expression, const LValue& operand,
                            ExprId known = none);
  [[nodiscard]] LValue place_to_assign(const clang::Expr* left, const clang::Expr* right);
  [[nodiscard]] ExprId as_stored(const LValue& to, ExprId value);
  /// Where a structure's value is: of calls and choices, in a temporary.
  [[nodiscard]] ExprId aggregate(const clang::Expr* expression);
  void copy(ExprId to, ExprId from, clang::QualType type, clang::SourceLocation at);
  void copy_choice(ExprId to, const clang::ConditionalOperator* choice);
  void copy_result(ExprId to, const clang::StmtExpr* block);

  // bounds.cpp
  [[nodiscard]] static const clang::Expr* subscripted_array(
      const clang::ArraySubscriptExpr* expression);
  [[nodiscard]] bool may_be_last(const clang::Expr* part) const;
  [[nodiscard]] std::optional<ExprId> count_in_part(const clang::Expr* array);
  void note_bound(const clang::ArraySubscriptExpr* expression, ExprId index, LValue& out);
  void keep_bounds(LValue& place, clang::SourceLocation at);
  void check_bounds(const LValue& place, clang::SourceLocation at);

  // volatile.cpp
  [[nodiscard]] bool is_volatile(clang::QualType type) const;
  [[nodiscard]] bool is_device(const clang::Expr* place);
  [[nodiscard]] bool is_device_address(const clang::Expr* pointer);
  [[nodiscard]] bool is_given_device(ExprId address) const;
  void note_volatile(ObjectId object, clang::QualType type);
  /// The object that an address is in, where that is certain.
  [[nodiscard]] ObjectId base_of(ExprId address) const;
  /// What a volatile place holds; nothing where it is like others.
  [[nodiscard]] std::optional<ExprId> read_volatile(const LValue& from, Type type,
                                                    clang::SourceLocation at);
  void write_to_device(clang::SourceLocation at);
  [[nodiscard]] ExprId aggregate_of_place(const clang::Expr* expression);
  [[nodiscard]] Choice branch_on_volatile(ExprId address, bool is_to_device,
                                          clang::SourceLocation at);
  /// A pointer to volatile memory, where it is a number.
  void note_device(clang::QualType pointer, std::uint64_t address);
  void write_volatile(const Place& to, ExprId value, clang::SourceLocation at);
  void settle_volatile_accesses();
  [[nodiscard]] ExprId is_in_volatile_object(ExprId address);
  [[nodiscard]] ExprId is_in_device(ExprId address);
  void note_assumption(const std::string& text);

  // calls.cpp
  /// Executes a call; its result's cells go to `results`.
  void call(const clang::CallExpr* expression, const std::vector<Place>& results);
  void call_directly(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                     const std::vector<Place>& results);
  void call_watched(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                    std::vector<Place> results);
  [[nodiscard]] std::vector<ExprId> evaluate_arguments(const clang::CallExpr* expression);
  [[nodiscard]] ExprId keep(const clang::Expr* expression);
  [[nodiscard]] bool has_body(const clang::FunctionDecl* callee) const;
  [[nodiscard]] bool is_plain_type(clang::QualType type) const;
  [[nodiscard]] ExprId value_of_call(const clang::CallExpr* expression);
  [[nodiscard]] std::vector<Place> places_of(ExprId address, clang::QualType type);
  [[nodiscard]] std::vector<ExprId> arguments(const clang::CallExpr* expression);
  void call_function(const clang::CallExpr* expression, FunctionId callee,
                     const std::vector<Place>& results, bool is_atomic = false);
  [[nodiscard]] static bool has_known_meaning(const std::string& name);
  void call_through(const clang::CallExpr* expression, ExprId target,
                    const std::vector<Place>& results);
  /// The functions whose calls are errors.
  [[nodiscard]] bool is_error_function(const std::string& name) const;
  /// Functions with a meaning of their own; false where this is none.
  bool call_known(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                  const std::string& name, const std::vector<Place>& results);
  bool call_verifier(const clang::CallExpr* expression, const std::string& name, bool is_defined,
                     const std::vector<Place>& results);
  bool call_error(const clang::CallExpr* expression, const std::string& name, bool is_defined);
  bool call_assertion(const clang::CallExpr* expression, const std::string& name);
  bool call_library(const clang::CallExpr* expression, const std::string& name,
                    const std::vector<Place>& results);
  bool call_builtin(const clang::CallExpr* expression, const std::string& name,
                    const std::vector<Place>& results);

  // library_calls.cpp
  /// A function of the library that has no other meaning yet.
  void call_listed(const clang::CallExpr* expression, const std::string& name,
                   const LibraryFunction& function, const std::vector<Place>& results);
  void call_harmless(const clang::CallExpr* expression, const std::string& name,
                     const LibraryFunction& function, const std::vector<Place>& results);
  void note_any_result(const std::string& name, const LibraryFunction& function);
  [[nodiscard]] static bool is_called_as_declared(const clang::CallExpr* expression,
                                                  const LibraryFunction& function);
  bool call_by_format(const clang::CallExpr* expression, const std::string& name,
                      const LibraryFunction& function, const std::vector<Place>& results);
  bool call_modelled(const clang::CallExpr* expression, const std::string& name,
                     const std::vector<Place>& results);
  [[nodiscard]] bool may_write_back(const clang::CallExpr* expression, unsigned format) const;
  void assume(ExprId condition, clang::SourceLocation at);
  void assume_range(const Place& result, const LibraryFunction& function, ExprId bound,
                    clang::SourceLocation at);
  void tell_time(const clang::CallExpr* expression, const std::vector<Place>& results);
  bool call_on_character(const clang::CallExpr* expression, const std::string& name,
                         const std::vector<Place>& results);
  /// A variable that is the library's, and whose value is not known.
  [[nodiscard]] bool is_unknown_of_library(const clang::VarDecl* variable);
  [[nodiscard]] bool is_referred_to(const char* name) const;
  [[nodiscard]] bool is_errno(const clang::FunctionDecl* callee) const;
  [[nodiscard]] bool refers_to_errno();
  [[nodiscard]] ObjectId errno_object();
  void change_errno(clang::SourceLocation at);
  [[nodiscard]] bool calls_own(const clang::Stmt* statement) const;

  // library_streams.cpp
  std::array<ObjectId, 3> standard_streams_{none, none, none};  // what they point to
  std::set<ObjectId> stream_variables_;                         // that point there
  [[nodiscard]] ObjectId standard_stream(std::size_t number);
  [[nodiscard]] std::optional<std::size_t> standard_number(const clang::VarDecl* variable) const;
  [[nodiscard]] ObjectId make_stream(const clang::VarDecl* variable, std::size_t number);
  void refuse_stream_variable(ExprId address, const std::string& what, clang::SourceLocation at);
  [[nodiscard]] bool closes_streams() const;
  [[nodiscard]] bool is_open_stream(const clang::Expr* argument) const;
  [[nodiscard]] ExprId keep_stream(const clang::Expr* argument);
  void use_stream(const clang::CallExpr* expression, const LibraryFunction& function,
                  ExprId stream);
  void read_string(const clang::CallExpr* expression, ExprId string);
  void open_file(const clang::CallExpr* expression, const std::string& name,
                 const std::vector<Place>& results);
  void end_stream(const clang::CallExpr* expression);

  // library_floats.cpp
  bool call_on_floats(const clang::CallExpr* expression, const std::string& full_name,
                      const std::vector<Place>& results);
  bool call_on_float(const clang::CallExpr* expression, std::string_view name,
                     const std::vector<Place>& results);
  bool call_on_two_floats(const clang::CallExpr* expression, std::string_view name,
                          const std::vector<Place>& results);
  bool call_to_integer(const clang::CallExpr* expression, std::string_view name,
                       const std::vector<Place>& results);
  bool call_test(const clang::CallExpr* expression, std::string_view name,
                 const std::vector<Place>& results);
  bool classify(const clang::CallExpr* expression, const std::vector<Place>& results);
  bool make_nan(const clang::CallExpr* expression, const std::vector<Place>& results);
  void divide_floats(const Place& rest, ExprId divisor, clang::SourceLocation at);
  bool call_remainder(const clang::CallExpr* expression, const std::vector<Place>& results);
  bool split_float(const clang::CallExpr* expression, const std::vector<Place>& results);
  /// Whether all arguments are of the same type, float or double.
  [[nodiscard]] bool takes_floats(const clang::CallExpr* expression, unsigned count) const;
  [[nodiscard]] bool is_single(const clang::CallExpr* expression) const;
  /// A call whose result is only compared with zero; nothing where it is no test of a number.
  [[nodiscard]] std::optional<ExprId> truth_of_test(const clang::CallExpr* expression);
  [[nodiscard]] ExprId test_of(std::string_view name, ExprId number);
  [[nodiscard]] ExprId comparison_of(std::string_view name, ExprId a, ExprId b);
  [[nodiscard]] ExprId extreme_of(bool is_least, ExprId a, ExprId b, clang::SourceLocation at);
  void note_use_of_sign(ExprId number);
  [[nodiscard]] ExprId copy_sign(ExprId number, ExprId from);
  [[nodiscard]] ExprId nonzero_if(ExprId holds, Type type, clang::SourceLocation at);
  void set_errno_if(ExprId fails, int number, clang::SourceLocation at);

  // calls.cpp
  bool fill_memory(const clang::CallExpr* expression);
  bool copy_memory(const clang::CallExpr* expression);
  [[nodiscard]] std::optional<std::vector<Cell>> cells_in(ExprId address, std::uint64_t size) const;
  // library_allocation.cpp
  bool call_allocation(const clang::CallExpr* expression, const std::string& name,
                       const std::vector<Place>& results);
  [[nodiscard]] std::vector<ExprId> arguments_from(const clang::CallExpr* expression,
                                                   unsigned from);
  [[nodiscard]] Exits fail_to_allocate(const std::string& name, const Place& to,
                                       clang::SourceLocation at);
  void make_block(const std::string& name, std::vector<ExprId> values, const Place& to,
                  clang::SourceLocation at);
  void allocate_aligned(const std::string& name, ExprId to, ExprId size,
                        const std::vector<Place>& results, clang::SourceLocation at);
  void allocate(const std::string& name, std::vector<ExprId> values,
                const std::vector<Place>& results, clang::SourceLocation at);
  [[nodiscard]] ExprId product(ExprId a, ExprId b, clang::SourceLocation at);
  void reallocate(const std::string& name, ExprId old, ExprId size,
                  const std::vector<Place>& results, clang::SourceLocation at);
  void assertion(const clang::Expr* condition, const std::string& text, clang::SourceLocation at);
  void call_undefined(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                      const std::string& name, const std::vector<Place>& results);
  void give_back(ExprId value, const std::vector<Place>& results, clang::SourceLocation at);
  void effects_of_arguments(const clang::CallExpr* expression);
};

}  // namespace hardbop::c
