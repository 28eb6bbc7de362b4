// SPDX-License-Identifier: MIT
// Functions and variables. An entity with external linkage is one entity in all translation units.
// Unused functions and variables are omitted.
#include <clang/AST/Attr.h>

#include "c/environment/environment.hpp"
#include "c/front/clang/ignored.hpp"
#include "c/front/clang/translator.hpp"
#include "c/il/padding.hpp"
#include "c/il/specialise.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

namespace {

constexpr std::uint64_t most_arbitrary_cells = 1024;

}  // namespace

Translator::Translator(Program& program, std::vector<clang::ASTContext*> units,
                       const ParseOptions& options, std::vector<std::vector<Ignored>> ignored,
                       ReadLibrary read_library)
    : program_(program),
      build_(program),
      units_(std::move(units)),
      errors_(options.errors),
      error_labels_(options.errors == Errors::Calls && options.error_labels),
      strict_memory_(options.strict_memory),
      finds_deadlocks_(options.finds_deadlocks),
      volatile_(options.volatile_reads),
      undefined_(options.undefined),
      malloc_(options.malloc),
      device_ranges_(options.devices),
      entry_(options.entry),
      copies_allocators_(options.copies_allocators),
      roots_(options.roots),
      interrupts_(options.interrupts),
      watched_(options.watched.begin(), options.watched.end()),
      read_library_(std::move(read_library)),
      ignored_(std::move(ignored)),
      first_library_unit_(units_.size()) {}

std::vector<Finding> Translator::run() {
  collect_definitions();
  if (!conflicts_.empty()) return std::move(conflicts_);
  const std::optional<Definition> start = find_start();
  if (!conflicts_.empty()) return std::move(conflicts_);
  require_handlers();
  if (!conflicts_.empty()) return std::move(conflicts_);
  if (start) {
    use_unit(start->unit);
    program_.main = function_of(clang::cast<clang::FunctionDecl>(start->declaration));
  } else {
    for (const auto& [name, definition] : functions_by_name_) {
      use_unit(definition.unit);
      static_cast<void>(function_of(clang::cast<clang::FunctionDecl>(definition.declaration)));
    }
  }
  for (const std::string& name : roots_) {
    const auto found = functions_by_name_.find(name);
    if (found == functions_by_name_.end()) continue;
    use_unit(found->second.unit);
    static_cast<void>(function_of(clang::cast<clang::FunctionDecl>(found->second.declaration)));
  }
  for (const std::string& name : interrupts_.handlers) static_cast<void>(handler_of(name));
  if (!program_.main.is_none()) prepare_ends();
  lower_waiting();
  if (lower_exported()) lower_waiting();
  if (is_main_called() || has_ends() || has_entry()) call_main();
  if (has_entry()) lower_callbacks();
  lower_ends();
  start_program();
  add_interrupts();
  check_calls();
  settle_threads();
  settle_volatile_accesses();
  remove_unreachable();
  remove_unused_temporaries();
  if (copies_allocators_) specialise_allocators(program_);
  assume_environment();
  add_environment(program_, *this);
  add_padding(program_, reaches_padding_);
  return {};
}

void Translator::lower_waiting() {
  while (!waiting_.empty()) {
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    lower_function(next);
  }
}

/// Undefined functions know all that other files can name, also what main does not refer to.
/// Whether there is a function that a pointer leads to.
bool Translator::lower_exported() {
  if (undefined_ != Undefined::Havoc || program_.undefined.empty()) return false;
  for (const auto& [name, definition] : variables_by_name_) {
    use_unit(definition.unit);
    const auto* variable = clang::cast<clang::VarDecl>(definition.declaration);
    const clang::QualType type = context_->getBaseElementType(variable->getType());
    if (variable->getAnyInitializer() == nullptr || type->isArithmeticType()) continue;
    static_cast<void>(object_of(variable));
  }
  return !waiting_.empty();
}

FunctionId Translator::function_of(const clang::FunctionDecl* function) {
  const clang::Decl* key = function->getCanonicalDecl();
  if (const auto found = functions_.find(key); found != functions_.end()) return found->second;
  const std::optional<Definition> definition = definition_of(function);
  if (!definition) return functions_[key] = undefined_function(function);
  const clang::Decl* defined = definition->declaration->getCanonicalDecl();
  const FunctionId id = program_.functions.next();
  const auto [known, is_new] = defined_functions_.try_emplace(defined, id);
  functions_[key] = known->second;
  if (!is_new) return known->second;
  types_of_functions_[id] = {function->getType(), unit_};
  Function made;
  made.name = shown_name(*definition, functions_by_name_);
  made.unit = static_cast<std::uint32_t>(definition->unit);
  made.is_defined = true;
  program_.functions.add(std::move(made));
  const std::size_t unit = unit_;
  const FunctionId outer = function_;
  use_unit(definition->unit);
  function_ = id;
  lower_parameters(clang::cast<clang::FunctionDecl>(definition->declaration));
  function_ = outer;
  use_unit(unit);
  waiting_.push_back({id, *definition});
  return id;
}

FunctionId Translator::undefined_function(const clang::FunctionDecl* function) {
  const std::string name = known_name(function);
  const FunctionId id = program_.functions.next();
  if (is_external(function)) {
    const auto [known, is_new] = external_functions_.try_emplace(name, id);
    if (!is_new) return known->second;
  }
  types_of_functions_[id] = {function->getType(), unit_};
  Function made;
  made.name = is_external(function) ? name : internal_name(name);
  made.unit = static_cast<std::uint32_t>(unit_);
  made.at = position(function->getLocation());
  return program_.functions.add(std::move(made));
}

void Translator::lower_parameters(const clang::FunctionDecl* function) {
  const llvm::SaveAndRestore<Position> scope(scope_end_, {});
  program_.functions[function_].at = position(function->getLocation());
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    objects_[parameter] =
        add_parameter(parameter->getNameAsString(), parameter->getType(), parameter->getLocation());
  }
  add_hidden_parameter(function);
  add_results(function->getReturnType());
}

ObjectId Translator::add_parameter(const std::string& name, clang::QualType type,
                                   clang::SourceLocation at) {
  const ObjectId object = make_object(name, type, Object::Storage::Local, at);
  program_.objects[object].scope = ScopeId();
  program_.objects[object].is_constant = type.isConstQualified();
  for (const Place& cell : places_of(build_.address(object, 0), type))
    program_.functions[function_].parameters.push_back(cell);
  return object;
}

void Translator::add_results(clang::QualType type) {
  if (!scalar(type) && !type->isRecordType()) return;
  program_.functions[function_].returns_plain = is_plain_type(type);
  for (const Cell& cell : cells_of(type))
    program_.functions[function_].results.push_back(cell.type);
}

FunctionId Translator::function_behind_pointer(const clang::FunctionDecl* function) {
  const FunctionId id = function_of(function);
  if (program_.functions[id].is_defined) return id;
  program_.functions[id].is_defined = true;
  if (copy_behind_pointer(id, function)) return id;
  const FunctionId outer = function_;
  function_ = id;
  lower_parameters(function);
  function_ = outer;
  waiting_.push_back({id, {unit_, function}});
  return id;
}

/// Undefined functions return arbitrary values, but those with a meaning that a call through a
/// pointer would miss.
void Translator::lower_substitute(const clang::FunctionDecl* function) {
  const clang::SourceLocation at = function->getLocation();
  const std::string name = known_name(function);
  if (is_error_function(name)) {
    emit(Kind::Error, at, name);
    return;
  }
  if (has_known_meaning(name) || function->isNoReturn() || !function->hasPrototype() ||
      function->isVariadic()) {
    unsupported("call of " + name + " through a pointer", at);
    return;
  }
  Statement done;
  done.kind = Kind::Return;
  done.at = position(at);
  Statement call;
  const std::vector<Type> types = program_.functions[function_].results;
  for (const Type& type : types) {
    call.places.push_back(temporary(type, at));
    done.values.push_back(build_.load(call.places.back()));
  }
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    for (const Place& cell :
         places_of(build_.address(objects_[parameter], 0), parameter->getType()))
      call.values.push_back(build_.load(cell));
    for (const Target& target : targets_of(parameter->getType())) call.targets.push_back(target);
  }
  call_environment(std::move(call), name, function->getReturnType(), at);
  build_.emit(std::move(done));
}

void Translator::lower_function(const Waiting& waiting) {
  use_unit(waiting.definition.unit);
  function_ = waiting.function;
  begin_copy(waiting);
  declaration_ = clang::cast<clang::FunctionDecl>(waiting.definition.declaration);
  labels_.clear();
  loops_.clear();
  cleanups_.clear();
  cases_.clear();
  opaque_.clear();
  literals_.clear();
  variable_arrays_.clear();
  lengths_.clear();
  names_.clear();
  temporaries_ = 0;
  for (const ObjectId local : program_.functions[function_].locals)
    ++names_[program_.objects[local].name];
  const MarkId entry = build_.mark();
  const StatementId first = build_.next_statement();
  if (const Remark* problem = problem_of(declaration_)) unsupported(*problem);
  if (!declaration_->hasBody() || is_error_function(declaration_->getNameAsString())) {
    lower_substitute(declaration_);
    return end_function(first, entry);
  }
  has_labels_ = contains_label(declaration_->getBody());
  if (function_ == program_.main && !has_entry()) start_main(declaration_);
  for (const clang::ParmVarDecl* parameter : declaration_->parameters())
    measure(parameter->getType(), parameter->getLocation());
  lower(declaration_->getBody());
  return_arbitrary(declaration_->getBody()->getEndLoc());
  end_function(first, entry);
}

void Translator::end_function(StatementId first, MarkId entry) {
  for (const auto& [declaration, label] : labels_) build_.lead(label.gotos, label.at);
  static_cast<void>(build_.take_pending());
  Function& function = program_.functions[function_];
  function.entry = build_.marked(entry);
  end_copy();
  for (StatementId id = first; id < build_.next_statement(); ++id)
    function.statements.push_back(id);
}

/// Nobody says what main is called with, at first.
void Translator::start_main(const clang::FunctionDecl* function) {
  const StatementId first = build_.next_statement();
  const auto is_used = [](const clang::ParmVarDecl* one) {
    return one->isUsed() || one->isReferenced();
  };
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    if (!is_used(parameter)) continue;
    for (const Place& cell :
         places_of(build_.address(objects_[parameter], 0), parameter->getType()))
      arbitrary(cell, parameter->getNameAsString(), parameter->getLocation());
  }
  reads_arguments_ = function->getNumParams() > 1 && is_used(function->getParamDecl(1));
  const bool reads_count = function->getNumParams() > 0 && is_used(function->getParamDecl(0));
  if (reads_arguments_ || reads_count) choose_arguments(program_.functions[function_].parameters);
  for (StatementId id = first; id < build_.next_statement(); ++id) {
    program_.statements[id].initialises = true;
    arguments_of_main_.push_back(id);
  }
}

bool Translator::is_main_called() const {
  const auto calls = [&](const Statement& one) { return one.callee == program_.main; };
  const auto names = [&](const Expr& one) {
    return one.kind == Expr::Kind::FunctionAddress && one.function == program_.main;
  };
  return !program_.main.is_none() && (std::ranges::any_of(program_.statements, calls) ||
                                      std::ranges::any_of(program_.exprs, names));
}

std::vector<Place> Translator::choose_any_arguments(const Function& called) {
  std::vector<Place> out;
  for (const Place& parameter : called.parameters) {
    const Place passed = temporary(parameter.type, {});
    Statement chosen;
    chosen.kind = Kind::Arbitrary;
    chosen.at = called.at;
    chosen.places = {passed};
    chosen.text = program_.objects[program_.exprs[parameter.address].object].name;
    build_.emit(std::move(chosen));
    out.push_back(passed);
  }
  choose_arguments(out);
  return out;
}

/// Where the program calls main itself, or something runs before or after it, the first call is
/// made by a function that nobody calls.
void Translator::call_main() {
  for (const StatementId id : arguments_of_main_) {
    program_.statements[id].kind = Kind::Skip;
    program_.statements[id].places.clear();
    program_.statements[id].values.clear();
  }
  const Function called = program_.functions[program_.main];
  Function start;
  start.name = "the program";
  start.at = called.at;
  start.unit = called.unit;
  start.is_defined = true;
  start.results = called.results;
  start.returns_plain = called.returns_plain;
  function_ = program_.functions.add(std::move(start));
  temporaries_ = 0;
  const MarkId entry = build_.mark();
  const StatementId first = build_.next_statement();
  call_all(constructors_);
  Statement call;
  call.kind = Kind::Call;
  call.at = called.at;
  call.callee = program_.main;
  const std::vector<Place> all =
      has_entry() ? choose_entry_arguments() : choose_any_arguments(called);
  for (const Place& passed : all) call.values.push_back(build_.load(passed));
  Statement done;
  done.kind = Kind::Return;
  done.at = called.at;
  for (const Type& type : called.results) {
    call.places.push_back(temporary(type, {}));
    done.values.push_back(build_.load(call.places.back()));
  }
  build_.emit(std::move(call));
  if (has_entry())
    emit_at(Kind::Halt, called.at, "exit");  // its caller still has what it was given
  else
    call_end(at_exit_, called.at);
  build_.emit(std::move(done));
  end_function(first, entry);
  program_.main = function_;
}

/// What comes before main: variables that are defined nowhere can have any value.
void Translator::start_program() {
  if (program_.main.is_none() ||
      (arbitrary_objects_.empty() && bad_initialisers_.empty() && problems_.empty()))
    return;
  const MarkId entry = build_.mark();
  const StatementId first = build_.next_statement();
  for (const ObjectId id : arbitrary_objects_) {
    const Object object = program_.objects[id];
    if (object.cells.size() > most_arbitrary_cells || !object.has_cells || object.size == 0)
      unsupported({object.at, "undefined variable '" + object.name + "'"});
    else
      for (const Cell& cell : object.cells) {
        Statement statement;
        statement.kind = Kind::Arbitrary;
        statement.at = object.at;
        statement.places = {{build_.address(id, cell.offset), cell.type}};
        statement.text = object.name;
        statement.initialises = true;
        build_.emit(std::move(statement));
      }
  }
  for (const ObjectId id : bad_initialisers_) {
    const Object object = program_.objects[id];
    unsupported({object.at, "initialiser of '" + object.name + "'"});
  }
  for (const Remark& problem : problems_) unsupported(problem);
  Function& main = program_.functions[program_.main];
  build_.lead(build_.take_pending(), main.entry);
  main.entry = build_.marked(entry);
  std::vector<StatementId> all;
  for (StatementId id = first; id < build_.next_statement(); ++id) all.push_back(id);
  all.insert(all.end(), main.statements.begin(), main.statements.end());
  main.statements = std::move(all);
}

void Translator::emit_at(Kind kind, Position at, const std::string& text) {
  Statement statement;
  statement.kind = kind;
  statement.at = at;
  statement.text = text;
  build_.emit(std::move(statement));
}

void Translator::unsupported(const Remark& problem) {
  const StatementId id = build_.next_statement();
  emit_at(Kind::Unsupported, problem.at, problem.text);
  go_on_behind(id);
}

ObjectId Translator::make_object(const std::string& name, clang::QualType type,
                                 Object::Storage storage, clang::SourceLocation at) {
  const auto id = static_cast<ObjectId>(program_.objects.size());
  types_of_objects_[id] = {type, unit_};
  Object object;
  object.name = name;
  object.storage = storage;
  object.size = static_cast<std::uint32_t>(size_of(type).value_or(0));
  object.cells = cells_of(type);
  object.has_cells = count_cells(type) <= most_cells;
  object.at = position(at);
  object.is_integer = type->isIntegralOrEnumerationType();
  object.unit = static_cast<std::uint32_t>(unit_);
  object.is_constant =
      storage == Object::Storage::String ||
      (storage == Object::Storage::Global && context_->getBaseElementType(type).isConstQualified());
  if (storage == Object::Storage::Local) {
    object.function = function_;
    object.scope_end = scope_end_;
    object.scope = build_.scope();
    program_.functions[function_].locals.push_back(id);
  }
  program_.objects.push_back(std::move(object));
  return id;
}

ObjectId Translator::object_of(const clang::VarDecl* variable) {
  const clang::VarDecl* key = variable->getCanonicalDecl();
  if (const auto found = objects_.find(key); found != objects_.end()) return found->second;
  const std::string name = variable->getNameAsString();
  if (variable->hasLocalStorage()) {
    if (copy_ != nullptr) copied_locals_.push_back(key);
    const unsigned same = ++names_[name];
    const ObjectId object =
        make_object(same == 1 ? name : name + "." + std::to_string(same), variable->getType(),
                    Object::Storage::Local, variable->getLocation());
    program_.objects[object].is_constant =
        context_->getBaseElementType(variable->getType()).isConstQualified();
    return objects_[key] = object;
  }
  if (variable->isStaticLocal() && copy_ != nullptr) copied_locals_.push_back(key);
  if (variable->isStaticLocal())
    return make_global(variable, unit_, key, program_.functions[function_].name + "." + name);
  std::optional<Definition> definition = definition_of(variable);
  if (!definition && is_external(variable)) return objects_[key] = undefined_object(variable);
  if (!definition) definition = Definition{unit_, variable};
  const auto* defined = clang::cast<clang::VarDecl>(definition->declaration);
  const auto known = defined_objects_.find(defined->getCanonicalDecl());
  if (known != defined_objects_.end()) return objects_[key] = known->second;
  if (!is_external(defined)) {
    const clang::VarDecl* acting = defined->getDefinition();
    if (acting == nullptr) acting = defined->getActingDefinition();
    if (acting != nullptr) defined = acting;
  }
  return make_global(defined, definition->unit, key, shown_name(*definition, variables_by_name_));
}

/// Null where it is weak and defined nowhere.
ExprId Translator::address_of(const clang::VarDecl* variable, std::uint64_t offset) {
  if (is_absent(variable)) return build_.constant(build_.pointer(), offset);
  return build_.address(object_of(variable), offset);
}

ExprId Translator::address_of(const clang::FunctionDecl* function) {
  if (is_absent(function)) return build_.constant(build_.pointer(), 0);
  return build_.function_address(function_behind_pointer(function));
}

ObjectId Translator::undefined_object(const clang::VarDecl* variable) {
  const std::string name = symbol(variable);
  if (const auto known = external_objects_.find(name); known != external_objects_.end())
    return known->second;
  if (name == "errno") return errno_object();
  if (const auto number = standard_number(variable))
    return external_objects_[name] = make_stream(variable, *number);
  const ObjectId object =
      make_object(name, variable->getType(), Object::Storage::Global, variable->getLocation());
  program_.objects[object].is_external = true;
  note_volatile(object, variable->getType());
  note_problem(variable);
  arbitrary_objects_.push_back(object);
  external_objects_[name] = object;
  return object;
}

ObjectId Translator::make_global(const clang::VarDecl* variable, std::size_t unit,
                                 const clang::Decl* key, const std::string& name) {
  const std::size_t outer = unit_;
  use_unit(unit);
  clang::QualType type = variable->getType();
  if (const auto* open = context_->getAsIncompleteArrayType(type))  // int a[]; has one element
    type = context_->getConstantArrayType(open->getElementType(), llvm::APInt(64, 1), nullptr,
                                          clang::ArraySizeModifier::Normal, 0);
  const ObjectId object = make_object(name, type, Object::Storage::Global, variable->getLocation());
  objects_[key] = defined_objects_[variable->getCanonicalDecl()] = object;
  program_.objects[object].is_external =
      is_external(variable) || externally_named_.contains(variable->getCanonicalDecl());
  program_.objects[object].is_temporary = copy_ != nullptr;
  program_.objects[object].is_thread_local = variable->getTLSKind() != clang::VarDecl::TLS_None;
  if (!may_have_threads()) note_volatile(object, type);
  note_problem(variable);
  if (type->isRecordType() && variable->getAnyInitializer() != nullptr)
    program_.objects[object].size +=
        static_cast<std::uint32_t>(variable->getFlexibleArrayInitChars(*context_).getQuantity());
  initialise_statically(object, variable);
  use_unit(outer);
  return object;
}

Place Translator::temporary(Type type, clang::SourceLocation at) {
  std::uint8_t bits = 8;
  while (bits < type.bits) bits = static_cast<std::uint8_t>(bits * 2U);
  type.bits = bits;
  const ObjectId id =
      make_hidden("$" + std::to_string(++temporaries_), {{0, type, ""}}, bits / 8U, at);
  return {build_.address(id, 0), type};
}

ObjectId Translator::make_hidden(const std::string& name, std::vector<Cell> cells,
                                 std::uint32_t size, clang::SourceLocation at) {
  const auto id = static_cast<ObjectId>(program_.objects.size());
  Object object;
  object.name = name;
  object.storage = Object::Storage::Local;
  object.function = function_;
  object.is_temporary = true;
  object.scope = build_.scope();
  object.size = size;
  object.cells = std::move(cells);
  object.at = position(at);
  program_.functions[function_].locals.push_back(id);
  program_.objects.push_back(std::move(object));
  return id;
}

ObjectId Translator::temporary_object(clang::QualType type, clang::SourceLocation at) {
  const ObjectId id =
      make_object("$" + std::to_string(++temporaries_), type, Object::Storage::Local, at);
  program_.objects[id].is_temporary = true;
  return id;
}

/// A local that is declared again, in a loop, is arbitrary again.
void Translator::declare(const clang::VarDecl* variable) {
  if (!variable->hasLocalStorage()) return;
  const clang::QualType type = variable->getType();
  measure(type, variable->getLocation());
  if (type->isVariablyModifiedType() && !type->isPointerType())
    return declare_variable_length(variable);
  if (const Remark* problem = problem_of(variable)) return unsupported(*problem);
  const ObjectId object = object_of(variable);
  const ExprId address = build_.address(object, 0);
  const StatementId first = build_.next_statement();
  bool repeats = has_labels_;
  for (const Loop& loop : loops_) repeats = repeats || !loop.is_switch;
  if (const clang::Expr* initial = variable->getInit())
    initialise(address, type, initial);
  else if (repeats)
    make_arbitrary(variable, address);
  if (program_.objects[object].is_constant) note_first_value(object, first);
}

/// From this statement on, what is written to a constant is its value.
void Translator::note_first_value(ObjectId constant, StatementId first) {
  const auto is_written = [&](const Place& place) {
    const Expr* address = &build_.expr(place.address);
    while (address->kind == Expr::Kind::Operation) address = &build_.expr(address->a);
    return address->kind == Expr::Kind::Address && address->object == constant;
  };
  for (StatementId id = first; id < build_.next_statement(); ++id)
    if (std::ranges::any_of(program_.statements[id].places, is_written))
      program_.statements[id].initialises = true;
}

void Translator::make_arbitrary(const clang::VarDecl* variable, ExprId address) {
  const clang::SourceLocation at = variable->getLocation();
  const clang::QualType type = variable->getType();
  if (count_cells(type) > most_arbitrary_cells)
    return remark_once("'" + variable->getNameAsString() +
                           "' is large; it keeps its values if its declaration is executed again",
                       at);
  for (const Place& cell : places_of(address, type)) arbitrary(cell, "", at);
}

void Translator::remark_once(const std::string& text, clang::SourceLocation at) {
  if (remarked_.insert(text).second) program_.remarks.push_back({position(at), text});
}

}  // namespace hardbop::c
