// SPDX-License-Identifier: MIT
// Calls of C library functions that need no memory model; library.hpp lists them. A result is
// chosen freely and then assumed to be possible, so that a run shows what a call returned.
// Characters are those of the locale "C", which a program cannot change: setlocale is unsupported.
#include <algorithm>

#include "c/front/clang/translator.hpp"
#include "c/library/library.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

struct Span {
  unsigned first = 1;
  unsigned last = 0;
};

struct CharacterClass {
  std::string_view name;
  Span spans[4];
};

constexpr CharacterClass classes[] = {
    {"isalnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
    {"isalpha", {{'A', 'Z'}, {'a', 'z'}}},
    {"isblank", {{' ', ' '}, {'\t', '\t'}}},
    {"iscntrl", {{0, 31}, {127, 127}}},
    {"isdigit", {{'0', '9'}}},
    {"isgraph", {{33, 126}}},
    {"islower", {{'a', 'z'}}},
    {"isprint", {{32, 126}}},
    {"ispunct", {{33, 47}, {58, 64}, {91, 96}, {123, 126}}},
    {"isspace", {{9, 13}, {' ', ' '}}},
    {"isupper", {{'A', 'Z'}}},
    {"isxdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
};

/// What a format says without its arguments.
struct Format {
  std::int64_t plain = 0;    // characters that are printed as they are
  unsigned conversions = 0;  // of arguments
  bool writes_back = false;  // to an argument
};

Format read_format(llvm::StringRef text) {
  Format out;
  for (const FormatPiece& piece : read_print_format(text)) {
    out.plain += static_cast<std::int64_t>(piece.text.size());
    out.conversions += piece.conversion != 0 ? 1 : 0;
    out.writes_back = out.writes_back || piece.conversion == 'n';
  }
  return out;
}

const clang::StringLiteral* literal_of(const clang::Expr* expression) {
  return clang::dyn_cast<clang::StringLiteral>(expression->IgnoreParenCasts());
}

}  // namespace

void Translator::assume(ExprId condition, clang::SourceLocation at) {
  if (build_.is_constant(condition, 1)) return;
  Statement statement;
  statement.kind = Kind::Assume;
  statement.values = {condition};
  statement.at = position(at);
  build_.emit(std::move(statement));
}

void Translator::call_listed(const clang::CallExpr* expression, const std::string& name,
                             const LibraryFunction& function, const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (function.support == Support::Harmless && (!function.needs_rule || watched_.contains(name)))
    return call_harmless(expression, name, function, results);
  if (call_modelled(expression, name, results)) return;
  if (const auto known = known_value(expression)) return give_back(*known, results, at);
  if (function.stream < expression->getNumArgs()) {
    ExprId stream = none;
    for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
      if (i == function.stream)
        stream = keep_stream(expression->getArg(i));
      else
        effect(expression->getArg(i));
    }
    use_stream(expression, function, stream);
  }
  unsupported("call of " + name, at);
}

/// A format that is not known may write where a pointer behind it points to.
bool Translator::may_write_back(const clang::CallExpr* expression, unsigned format) const {
  if (const clang::StringLiteral* text = literal_of(expression->getArg(format)))
    return text->getCharByteWidth() != 1 || read_format(text->getString()).writes_back;
  for (unsigned i = format + 1; i < expression->getNumArgs(); ++i)
    if (expression->getArg(i)->getType()->isPointerType()) return true;
  return false;
}

bool Translator::is_called_as_declared(const clang::CallExpr* expression,
                                       const LibraryFunction& function) {
  const unsigned count = expression->getNumArgs();
  const clang::QualType type = expression->getType();
  return (function.bound == LibraryFunction::no_argument ||
          (function.bound < count &&
           expression->getArg(function.bound)->getType()->isIntegerType())) &&
         (function.format == LibraryFunction::no_argument || function.format < count) &&
         (!function.gives_back ||
          (count > 0 && expression->getArg(0)->getType()->isIntegerType())) &&
         (type->isVoidType() || type->isIntegerType());
}

/// A call that prints, if its format is not in the text, or if something is wrong with it.
bool Translator::call_by_format(const clang::CallExpr* expression, const std::string& name,
                                const LibraryFunction& function,
                                const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  if (literal_of(expression->getArg(function.format)) == nullptr &&
      call_model(expression, "__pointer_" + name, results)) {
    note_any_result(name, function);
    return true;
  }
  if (may_write_back(expression, function.format)) {
    unsupported("call of " + name + ", which may write to its arguments", at);
    return true;
  }
  const std::string problem =
      strict_memory_ ? missing_argument(expression, function.format) : std::string();
  if (!problem.empty()) fail(Defect::Memory, "call of " + name + " with " + problem, at);
  return !problem.empty();
}

void Translator::call_harmless(const clang::CallExpr* expression, const std::string& name,
                               const LibraryFunction& function, const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const unsigned count = expression->getNumArgs();
  if (!is_called_as_declared(expression, function))
    return unsupported("call of " + name + " with unexpected types", at);
  if (function.format != LibraryFunction::no_argument &&
      call_by_format(expression, name, function, results))
    return;
  const std::vector<PrintedString> strings = printed_strings(expression, function);
  std::map<unsigned, ExprId> kept;
  for (const PrintedString& string : strings) kept[string.argument] = kept[string.limit] = none;
  ExprId bound = none;
  ExprId stream = none;
  for (unsigned i = 0; i < count; ++i) {
    const clang::Expr* argument = expression->getArg(i);
    const clang::QualType given = argument->getType();
    const bool is_read = kept.contains(i);
    if (given->isPointerType() && !given->getPointeeType()->isRecordType() && !is_read &&
        literal_of(argument) == nullptr)
      note_assumption("pointers passed to '" + name + "' are valid");
    if ((i == function.bound || (function.gives_back && i == 0)) && !results.empty())
      bound = keep(argument);
    else if (i == function.stream)
      stream = keep_stream(argument);
    else if (is_read)
      kept[i] = keep(argument);
    else
      effect(argument);
  }
  use_stream(expression, function, stream);
  read_strings(expression, function, strings, kept);
  if (function.sets_errno) change_errno(at);
  if (results.empty()) {
    emit(Kind::Skip, at, name);
    return;
  }
  LibraryFunction possible = function;
  if (function.format != LibraryFunction::no_argument)
    if (const clang::StringLiteral* text = literal_of(expression->getArg(function.format))) {
      const Format format = read_format(text->getString());
      possible.is_range_exact = format.conversions == 0;
      if (possible.is_range_exact) possible.most = format.plain;
    }
  arbitrary(results[0], name, at);
  assume_range(results[0], possible, bound, at);
  if (!possible.is_range_exact) note_any_result(name, possible);
}

void Translator::note_any_result(const std::string& name, const LibraryFunction& function) {
  note_assumption("'" + name + "' returns any value from " + std::to_string(function.least) +
                  " to " + std::to_string(function.most) + " and changes nothing else");
}

void Translator::assume_range(const Place& result, const LibraryFunction& function, ExprId bound,
                              clang::SourceLocation at) {
  const Type type = result.type;
  const ExprId value = build_.load(result);
  const auto word = [&](std::int64_t number) {
    return build_.constant(type, static_cast<std::uint64_t>(number));
  };
  if (function.gives_back) {
    const ExprId character = build_.resize(bound, {8, false, false, false}, false);
    return assume(
        build_.binary(Op::Or, build_.binary(Op::Equal, value, word(-1)),
                      build_.binary(Op::Equal, value, build_.resize(character, type, false))),
        at);
  }
  if (bound != none) {
    const bool widens = type.bits > build_.expr(bound).type.bits;
    const Type wide = widens ? type : build_.expr(bound).type;
    const ExprId most = build_.resize(bound, wide, false);
    ExprId possible = build_.binary(Op::LessEqualUnsigned, build_.resize(value, wide, false), most);
    if (function.least < 0)
      possible = build_.binary(
          Op::Or, build_.binary(Op::Equal, value, word(-1)),
          build_.binary(Op::And, possible, build_.binary(Op::LessEqualSigned, word(0), value)));
    return assume(possible, at);
  }
  if (function.format != LibraryFunction::no_argument && function.is_range_exact)
    return assume(build_.binary(Op::Or, build_.binary(Op::Equal, value, word(-1)),
                                build_.binary(Op::Equal, value, word(function.most))),
                  at);
  const Op compare = type.is_signed ? Op::LessEqualSigned : Op::LessEqualUnsigned;
  const std::int64_t least =
      type.is_signed ? function.least : std::max<std::int64_t>(0, function.least);
  const auto greatest = static_cast<std::int64_t>(words::mask(type.bits) >>
                                                  (type.is_signed || type.bits == 64 ? 1U : 0U));
  assume(build_.binary(Op::And, build_.binary(compare, word(least), value),
                       build_.binary(compare, value, word(std::min(function.most, greatest)))),
         at);
}

bool Translator::call_modelled(const clang::CallExpr* expression, const std::string& name,
                               const std::vector<Place>& results) {
  if (name == "fopen" || name == "fopen64" || name == "fdopen" || name == "tmpfile" ||
      name == "tmpfile64" || name == "popen") {
    if (!expression->getType()->isPointerType()) return false;
    open_file(expression, name, results);
    return true;
  }
  const bool is_unary = expression->getNumArgs() == 1;
  if (name == "time" && is_unary && expression->getArg(0)->getType()->isPointerType() &&
      expression->getType()->isIntegerType()) {
    tell_time(expression, results);
    return true;
  }
  return is_unary && expression->getArg(0)->getType()->isIntegerType() &&
         expression->getType()->isIntegerType() && call_on_character(expression, name, results);
}

void Translator::tell_time(const clang::CallExpr* expression, const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const ExprId to = stabilise(value(expression->getArg(0)), at);
  const Type type = scalar_or_word(expression->getType());
  const Place now = temporary(type, at);
  arbitrary(now, "time", at);
  assume(build_.binary(Op::LessEqualSigned, build_.constant(type, ~std::uint64_t{0}),
                       build_.load(now)),
         at);
  note_assumption("'time' returns any value from -1");
  const Choice ways = branch(build_.truth(to), at);
  build_.add_pending(ways.yes);
  if (build_.is_reachable()) assign({to, type}, build_.load(now), at);
  build_.add_pending(ways.no);
  give_back(build_.load(now), results, at);
}

bool Translator::call_on_character(const clang::CallExpr* expression, const std::string& name,
                                   const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const auto* const found =
      std::find_if(std::begin(classes), std::end(classes),
                   [&](const CharacterClass& one) { return one.name == name; });
  const bool is_upper = name == "toupper";
  if (found == std::end(classes) && !is_upper && name != "tolower" && name != "isascii")
    return false;
  const ExprId character = stabilise(value(expression->getArg(0)), at);
  const Type type = build_.expr(character).type;
  const auto is_within = [&](const Span& span) {
    return build_.binary(
        Op::And, build_.binary(Op::LessEqualSigned, build_.constant(type, span.first), character),
        build_.binary(Op::LessEqualSigned, character, build_.constant(type, span.last)));
  };
  if (name == "isascii") {
    give_back(build_.word(is_within({0, 127}), scalar_or_word(expression->getType())), results, at);
    return true;
  }
  // Competitions of verifiers do not count it: machines have a table with more elements.
  const ExprId is_end =
      build_.binary(Op::Equal, character, build_.constant(type, ~std::uint64_t{0}));
  require(build_.binary(Op::Or, is_within({0, 255}), is_end),
          "call of " + name + " with a value that is not a character", at,
          strict_memory_ ? std::optional(Defect::Memory) : std::nullopt);
  if (found == std::end(classes)) {
    const ExprId moved =
        build_.binary(is_upper ? Op::Subtract : Op::Add, character, build_.constant(type, 32));
    const Span letters = is_upper ? Span{'a', 'z'} : Span{'A', 'Z'};
    give_back(build_.conditional(is_within(letters), moved, character), results, at);
    return true;
  }
  if (results.empty()) return true;
  ExprId belongs = build_.constant(Builder::truth_type, 0);
  for (const Span& span : found->spans)
    if (span.first <= span.last) belongs = build_.binary(Op::Or, belongs, is_within(span));
  arbitrary(results[0], name, at);
  assume(build_.binary(Op::Equal, build_.truth(build_.load(results[0])), belongs), at);
  return true;
}

bool Translator::is_unknown_of_library(const clang::VarDecl* variable) {
  const std::string name = variable->getNameAsString();
  if (!is_external(variable) || variables_by_name_.contains(name)) return false;
  if (name.starts_with("opt") && is_library_variable(name)) {
    static_cast<void>(model_of("getopt"));  // whose file has them
    return false;
  }
  return is_library_variable(name) || (name == "errno" && !refers_to_errno());
}

bool Translator::is_errno(const clang::FunctionDecl* callee) const {
  return callee->getNameAsString() == "__errno_location" && is_external(callee) &&
         !has_body(callee);
}

/// Whether the program mentions a function or variable.
bool Translator::is_referred_to(const char* name) const {
  for (std::size_t i = 0; i < first_library_unit_; ++i)
    for (const clang::NamedDecl* found :
         units_[i]->getTranslationUnitDecl()->lookup(&units_[i]->Idents.get(name)))
      if (found->isReferenced() || found->isUsed()) return true;
  return false;
}

/// The library's, not a variable of that name that the program has.
bool Translator::refers_to_errno() {
  if (refers_to_errno_) return *refers_to_errno_;
  refers_to_errno_ =
      (!functions_by_name_.contains("__errno_location") && is_referred_to("__errno_location")) ||
      (!variables_by_name_.contains("errno") && is_referred_to("errno"));
  return *refers_to_errno_;
}

ObjectId Translator::errno_object() {
  const std::string name = variables_by_name_.contains("errno") ? "*__errno_location()" : "errno";
  const auto [found, is_new] = external_objects_.try_emplace(name, none);
  if (is_new) {
    found->second = make_object(name, context_->IntTy, Object::Storage::Global, {});
    program_.objects[found->second].is_external = true;
    program_.objects[found->second].is_thread_local = true;
  }
  return found->second;
}

/// To any positive number, or not at all.
void Translator::change_errno(clang::SourceLocation at) {
  if (!refers_to_errno()) return;
  const Type type{32, true, false, false};
  const Place number{build_.address(errno_object(), 0), type};
  const Place chosen = temporary(type, at);
  arbitrary(chosen, "", at);
  const ExprId is_error =
      build_.binary(Op::LessSigned, build_.constant(type, 0), build_.load(chosen));
  assign(number, build_.conditional(is_error, build_.load(chosen), build_.load(number)), at);
}

/// Whether it calls a function that has a body: Clang may take one for the library's.
bool Translator::calls_own(const clang::Stmt* statement) const {
  if (statement == nullptr) return false;
  if (const auto* called = clang::dyn_cast<clang::CallExpr>(statement))
    if (const clang::FunctionDecl* callee = called->getDirectCallee();
        callee != nullptr && has_body(callee))
      return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return calls_own(child); });
}

}  // namespace hardbop::c
