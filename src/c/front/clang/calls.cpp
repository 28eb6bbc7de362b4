// SPDX-License-Identifier: MIT
// Calls: of functions with a body, of functions that verifiers and the C library define, and of all
// others, which return an arbitrary value.
#include <clang/Basic/Builtins.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

bool is_error_name(const std::string& name) {
  return name == "reach_error" || name == "__VERIFIER_error";
}

}  // namespace

std::vector<Place> Translator::places_of(ExprId address, clang::QualType type) {
  std::vector<Place> places;
  for (const Cell& cell : cells_of(type))
    places.push_back({build_.plus(address, cell.offset), cell.type});
  return places;
}

ExprId Translator::value_of_call(const clang::CallExpr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::FunctionDecl* callee = expression->getDirectCallee();
  const std::string name = callee != nullptr ? callee->getNameAsString() : "";
  if (name == "__builtin_expect") return value(expression->getArg(0));
  if (const auto known = constant_of_intrinsic(expression, name)) return *known;
  if (callee != nullptr && is_errno(callee)) return build_.address(errno_object(), 0);
  if (const auto type = scalar(expression->getType())) {
    const Place result = temporary(*type, at);
    call(expression, {result});
    return build_.load(result);
  }
  if (!expression->getType()->isVoidType())
    return unsupported_value("result of type '" + expression->getType().getAsString() + "'",
                             expression);
  call(expression, {});
  return build_.constant(scalar_or_word(expression->getType()), 0);
}

void Translator::effects_of_arguments(const clang::CallExpr* expression) {
  for (const clang::Expr* argument : expression->arguments()) effect(argument);
}

/// The cells of all arguments, from left to right.
std::vector<ExprId> Translator::arguments(const clang::CallExpr* expression) {
  std::vector<ExprId> values;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const clang::Expr* argument = expression->getArg(i);
    const clang::SourceLocation at = argument->getExprLoc();
    bool changes_later = false;
    for (unsigned k = i + 1; k < expression->getNumArgs(); ++k)
      changes_later = changes_later || modifies(expression->getArg(k));
    std::vector<ExprId> cells;
    if (argument->getType()->isRecordType()) {
      const ExprId source = aggregate(argument);
      for (const Place& cell : places_of(source, argument->getType()))
        cells.push_back(build_.load(cell, next_reading(LValue{source})));
    } else if (scalar(argument->getType())) {
      cells.push_back(value(argument));
    } else {
      unsupported("argument of type '" + argument->getType().getAsString() + "'", at);
    }
    for (const ExprId cell : cells) values.push_back(changes_later ? stabilise(cell, at) : cell);
  }
  return values;
}

bool Translator::has_body(const clang::FunctionDecl* callee) const {
  return definition_of(callee).has_value();
}

bool Translator::is_plain_type(clang::QualType type) const {
  return scalar(type) && !is_floating(type);
}

bool Translator::is_error_function(const std::string& name) const {
  return errors_ == Errors::Calls && is_error_name(name);
}

void Translator::call_directly(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                               const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const std::string name = known_name(callee);
  if (const Remark* problem = problem_of(callee)) {
    const bool is_of_library = !has_body(callee) && library_function(name);  // such as setjmp
    return is_of_library ? unsupported("call of " + name, at) : unsupported(*problem);
  }
  if (call_switch(expression, name)) return;
  if (is_absent(callee))
    return call_through(expression, build_.constant(build_.pointer(), 0), results);
  if (call_known(expression, callee, name, results)) return;
  const FunctionId function = function_of(callee);
  if (program_.functions[function].is_defined) {
    const bool is_atomic = name.starts_with("__VERIFIER_atomic_");
    call_function(expression, function, results, is_atomic);
    if (callee->isNoReturn())
      emit(Kind::Unsupported, at, "return from a function declared noreturn");
    return;
  }
  call_undefined(expression, callee, name, results);
}

/// The value of a scalar from now on, with C's type.
ExprId Translator::keep(const clang::Expr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const Type type = scalar_or_word(expression->getType());
  const ExprId word = build_.resize(value(expression), type, false);
  if (build_.is_constant(word)) return build_.constant(type, build_.expr(word).value);
  if (build_.is_fixed(word)) return word;
  const Place kept = temporary(type, at);
  assign(kept, word, at);
  return build_.load(kept);
}

/// The arguments as whoever watches sees them: they are not evaluated again.
std::vector<ExprId> Translator::evaluate_arguments(const clang::CallExpr* expression) {
  std::vector<ExprId> seen;
  for (const clang::Expr* argument : expression->arguments()) {
    const bool is_plain_argument = is_plain_type(argument->getType());
    ExprId known = build_.constant(Builder::truth_type, 0);
    if (is_plain_argument || (modifies(argument) && scalar(argument->getType()))) {
      const ExprId word = keep(argument);
      evaluated_[argument->IgnoreParens()] = word;
      if (is_plain_argument) known = word;
    } else if (modifies(argument)) {
      unsupported("argument of this type in a call that a rule observes", argument->getExprLoc());
    }
    seen.push_back(known);
  }
  return seen;
}

/// Says where the call starts and ends, unless it turns out to have a body to look at.
void Translator::call_watched(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                              std::vector<Place> results) {
  const clang::QualType type = expression->getType();
  Statement mark;
  mark.callee = function_of(callee);
  mark.at = position(expression->getExprLoc());
  mark.values = evaluate_arguments(expression);
  const bool is_plain_result = is_plain_type(type);
  if (is_plain_result && results.empty())
    results = {temporary(*scalar(type), expression->getExprLoc())};
  const StatementId start = build_.emit(mark);
  call_directly(expression, callee, results);
  for (const clang::Expr* argument : expression->arguments())
    evaluated_.erase(argument->IgnoreParens());
  const Statement& last = program_.statements.back();
  if (last.kind == Kind::Call && last.callee == mark.callee) {
    program_.statements[start].callee = FunctionId();
    program_.statements[start].values.clear();
    return;
  }
  mark.is_end = true;
  mark.values.insert(mark.values.begin(), is_plain_result
                                              ? build_.load(results[0])
                                              : build_.constant(Builder::truth_type, 0));
  build_.emit(std::move(mark));
}

void Translator::call(const clang::CallExpr* expression, const std::vector<Place>& results) {
  const clang::FunctionDecl* callee = expression->getDirectCallee();
  if (callee != nullptr && is_in_library()) return call_within_library(expression, callee, results);
  if (callee != nullptr) {
    const std::string name = known_name(callee);
    const auto definition = watched_.contains(name) ? definition_of(callee) : std::nullopt;
    if (definition &&
        clang::cast<clang::FunctionDecl>(definition->declaration)->getNameAsString() != name)
      return unsupported("call of " + name + ", an alias that a rule observes",
                         expression->getExprLoc());
    const bool has_meaning = name.starts_with("__VERIFIER_") || name.starts_with("__CPROVER_");
    if (!watched_.contains(name) || (has_body(callee) && !has_meaning))
      return call_directly(expression, callee, results);
    return call_watched(expression, callee, results);
  }
  call_through(expression, value(expression->getCallee()), results);
}

void Translator::call_through(const clang::CallExpr* expression, ExprId target,
                              const std::vector<Place>& results) {
  bool changes = false;
  for (const clang::Expr* argument : expression->arguments())
    changes = changes || modifies(argument);
  if (changes) target = stabilise(target, expression->getExprLoc());
  Statement statement;
  statement.kind = Kind::Call;
  statement.values = arguments(expression);
  const clang::QualType pointer = expression->getCallee()->getType();
  const auto* type = pointer->isPointerType()
                         ? pointer->getPointeeType()->getAs<clang::FunctionProtoType>()
                         : nullptr;
  if (type != nullptr && type->isVariadic())
    pass_variable_arguments(expression, type->getNumParams(), true, statement.values);
  statement.values.push_back(target);
  statement.places = results;
  statement.at = position(expression->getExprLoc());
  build_.emit(std::move(statement));
}

void Translator::call_function(const clang::CallExpr* expression, FunctionId callee,
                               const std::vector<Place>& results, bool is_atomic) {
  Statement statement;
  statement.kind = Kind::Call;
  statement.values = arguments(expression);
  statement.places = results;
  statement.callee = callee;
  statement.at = position(expression->getExprLoc());
  const std::size_t wanted = program_.functions[callee].parameters.size();
  const clang::FunctionDecl* declared = expression->getDirectCallee();
  if (const auto more = variadic_.find(callee); more != variadic_.end())
    pass_variable_arguments(expression, more->second.parameters, more->second.starts_list,
                            statement.values);
  else if ((declared->isVariadic() || !declared->hasPrototype()) &&
           statement.values.size() > wanted)
    statement.values.resize(wanted);
  if (!is_atomic) return void(build_.emit(std::move(statement)));
  const clang::SourceLocation at = expression->getExprLoc();
  for (ExprId& argument : statement.values) argument = stabilise(argument, at);
  emit_atomic(ThreadStep::BeginAtomic, at);
  build_.emit(std::move(statement));
  emit_atomic(ThreadStep::EndAtomic, at);
}

void Translator::give_back(ExprId value, const std::vector<Place>& results,
                           clang::SourceLocation at) {
  if (results.size() == 1) assign(results[0], build_.resize(value, results[0].type, false), at);
}

bool Translator::call_known(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                            const std::string& full_name, const std::vector<Place>& results) {
  const bool is_defined = has_body(callee);
  if (call_verifier(expression, full_name, is_defined, results)) return true;
  if (is_defined) return false;
  if (call_at_ends(expression, callee, full_name, results)) return true;
  const std::string prefix = "__builtin_";
  const bool is_builtin = full_name.starts_with(prefix);
  const std::string name = is_builtin ? full_name.substr(prefix.size()) : full_name;
  if (is_builtin && call_builtin(expression, name, results)) return true;
  if (call_atomic(expression, full_name, results)) return true;
  if ((is_builtin || is_external(callee)) && call_library(expression, name, results)) return true;
  if (is_builtin || full_name.starts_with("__sync_") || full_name.starts_with("__atomic_") ||
      full_name.starts_with("__c11_atomic")) {
    if (const auto known = known_value(expression))
      give_back(*known, results, expression->getExprLoc());
    else
      unsupported("call of " + full_name, expression->getExprLoc());
    return true;
  }
  return false;
}

/// The names that competitions of verifiers agree on.
bool Translator::call_verifier(const clang::CallExpr* expression, const std::string& name,
                               bool is_defined, const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (call_error(expression, name, is_defined)) return true;
  if ((name == "__VERIFIER_assume" || name == "__CPROVER_assume") && expression->getNumArgs() > 0) {
    Statement statement;
    statement.kind = Kind::Assume;
    statement.values = {truth(expression->getArg(0))};
    statement.at = position(at);
    build_.emit(std::move(statement));
    return true;
  }
  if (name == "__VERIFIER_atomic_begin" || name == "__VERIFIER_atomic_end") {
    emit_atomic(name.ends_with("begin") ? ThreadStep::BeginAtomic : ThreadStep::EndAtomic, at);
    return true;
  }
  if (is_defined) return false;
  if (call_assertion(expression, name)) return true;
  if (name.starts_with("__VERIFIER_nondet_")) {
    effects_of_arguments(expression);
    for (const Place& result : results) arbitrary(result, name, at);
    if (results.empty()) emit(Kind::Skip, at, name);
    return true;
  }
  return false;
}

/// The functions that must not be called, where that is asked, and where it is not.
bool Translator::call_error(const clang::CallExpr* expression, const std::string& name,
                            bool is_defined) {
  const bool is_asked = is_error_function(name);
  if (!is_asked && (is_defined || !is_error_name(name))) return false;
  effects_of_arguments(expression);
  const bool returns = name == "reach_error" && !expression->getDirectCallee()->isNoReturn();
  const Kind otherwise = returns ? Kind::Skip : Kind::Halt;
  emit(is_asked ? Kind::Error : otherwise, expression->getExprLoc(), name);
  return true;
}

/// Assertions by their names, and what they call where they fail.
bool Translator::call_assertion(const clang::CallExpr* expression, const std::string& name) {
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::Expr* argument = expression->getNumArgs() > 0 ? expression->getArg(0) : nullptr;
  if (name == "__assert_fail" || name == "__assert_rtn" || name == "__assert") {
    std::string text = "assertion";
    const auto* literal =
        argument == nullptr
            ? nullptr
            : clang::dyn_cast<clang::StringLiteral>(argument->IgnoreParenImpCasts());
    if (literal != nullptr) text += " " + literal->getString().str();
    emit(errors_ == Errors::Calls ? Kind::Error : Kind::Halt, at, text);
    return true;
  }
  if (argument == nullptr ||
      (name != "assert" && name != "__CPROVER_assert" && name != "__VERIFIER_assert"))
    return false;
  assertion(argument, "assertion " + source_text(argument->getSourceRange()), at);
  return true;
}

void Translator::assertion(const clang::Expr* asserted, const std::string& text,
                           clang::SourceLocation at) {
  const Choice ways = condition(asserted);
  build_.add_pending(ways.no);
  if (build_.is_reachable()) emit(errors_ == Errors::Calls ? Kind::Error : Kind::Halt, at, text);
  build_.add_pending(ways.yes);
}

bool Translator::call_builtin(const clang::CallExpr* expression, const std::string& name,
                              const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (call_hint(expression, name, results) || call_checked(expression, name, results) ||
      call_on_bits(expression, name, results))
    return true;
  if (name == "unreachable") {
    emit(Kind::Unsupported, at, "reachable __builtin_unreachable");
    return true;
  }
  if (name == "trap") {
    emit(Kind::Halt, at, name);
    return true;
  }
  if (name == "constant_p") {
    give_back(known_value(expression).value_or(build_.constant({32, true, false, false}, 0)),
              results, at);
    return true;
  }
  if (call_on_list(expression, name)) return true;
  return false;
}

void Translator::call_undefined(const clang::CallExpr* expression,
                                const clang::FunctionDecl* callee, const std::string& name,
                                const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (name == "printk" && callee->isVariadic()) {
    note_assumption("'printk' returns any value and changes nothing that the program reads");
    effects_of_arguments(expression);
    for (const Place& result : results) arbitrary(result, name, at);
    if (results.empty()) emit(Kind::Skip, at, name);
    return;
  }
  for (const clang::Expr* argument : expression->arguments())
    if (is_argument_list(argument->getType()))
      return unsupported("va_list that undefined function " + name + " gets", at);
  call_environment(expression, name, results);
  if (callee->isNoReturn()) end_by_environment(name, at);
}

}  // namespace hardbop::c
