// SPDX-License-Identifier: MIT
// Streams of stdio.h. A stream is a block of one byte that is allocated as it is opened, and freed
// as it is closed; the standard streams are objects of static storage, and the library notes which
// of them were closed (src/c/library/stdio.c). Whoever gets a stream reads that byte, so a null or
// closed one is an invalid access where it is used. SV-COMP's properties and rules do not ask for
// that, and have pointers to streams of which nothing is known: there nothing is checked, as no run
// may end that C goes on with.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

namespace {

constexpr const char* standard_names[] = {"stdin", "stdout", "stderr"};

bool is_text(const clang::Expr* argument) {
  const clang::QualType type = argument->getType();
  return type->isPointerType() && type->getPointeeType()->isAnyCharacterType() &&
         !clang::isa<clang::StringLiteral>(argument->IgnoreParenCasts());
}

}  // namespace

/// What a standard stream points to: nobody else knows it.
ObjectId Translator::standard_stream(std::size_t number) {
  ObjectId& found = standard_streams_[number];
  if (found != none) return found;
  found = make_object(std::string("*") + standard_names[number], context_->CharTy,
                      Object::Storage::Global, {});
  program_.objects[found].is_temporary = true;
  return found;
}

/// One of stdin, stdout and stderr; none where a variable is something else.
std::optional<std::size_t> Translator::standard_number(const clang::VarDecl* variable) const {
  const std::string name = variable->getNameAsString();
  if (!is_external(variable) || variables_by_name_.contains(name) ||
      !variable->getType()->isPointerType())
    return std::nullopt;
  const auto* const found = std::ranges::find(standard_names, name);
  if (found == std::end(standard_names)) return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(standard_names));
}

ObjectId Translator::make_stream(const clang::VarDecl* variable, std::size_t number) {
  const ObjectId stream = make_object(variable->getNameAsString(), variable->getType(),
                                      Object::Storage::Global, variable->getLocation());
  set_initial(stream, 0, build_.pointer(), build_.address(standard_stream(number), 0));
  stream_variables_.insert(stream);
  return stream;
}

/// A standard stream is followed as long as its variable is only read.
void Translator::refuse_stream_variable(ExprId address, const std::string& what,
                                        clang::SourceLocation at) {
  const Expr& place = build_.expr(address);
  if (place.kind == Expr::Kind::Address && stream_variables_.contains(place.object))
    unsupported(what + " '" + program_.objects[place.object].name + "'", at);
}

/// Nothing closes the standard streams where nothing is closed at all.
bool Translator::closes_streams() const {
  return is_referred_to("fclose") || is_referred_to("freopen");
}

bool Translator::is_open_stream(const clang::Expr* argument) const {
  const auto* reference = clang::dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenCasts());
  const auto* variable =
      reference == nullptr ? nullptr : clang::dyn_cast<clang::VarDecl>(reference->getDecl());
  return variable != nullptr && standard_number(variable) && !closes_streams();
}

/// An argument that is checked to be a stream later; none where it need not be.
ExprId Translator::keep_stream(const clang::Expr* argument) {
  if (strict_memory_ && argument->getType()->isPointerType() && !is_open_stream(argument))
    return keep(argument);
  effect(argument);
  return none;
}

void Translator::use_stream(const clang::CallExpr* expression, const LibraryFunction& function,
                            ExprId stream) {
  if (function.standard_stream && strict_memory_ && closes_streams())
    stream = build_.address(standard_stream(*function.standard_stream), 0);
  if (stream != none)
    call_part(copy_for(expression), std::string(function.stream_model), {stream}, {});
}

/// An argument that is a string, or must be one: it is read up to its end.
void Translator::read_string(const clang::CallExpr* expression, ExprId string) {
  const Type type{32, true, false, false};
  call_part(copy_for(expression), "__print_nowhere",
            {string, build_.constant(type, ~std::uint64_t{0})}, {});
}

/// Null, or the address of an object that nobody else knows; to a rule that is about it, any.
void Translator::open_file(const clang::CallExpr* expression, const std::string& name,
                           const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  for (const clang::Expr* argument : expression->arguments())
    is_text(argument) ? read_string(expression, keep(argument)) : effect(argument);
  change_errno(at);
  if (results.empty()) {
    emit(Kind::Skip, at, name);
    return;
  }
  if (watched_.contains(name)) {
    note_assumption("'" + name + "' returns any pointer and changes nothing else");
    return arbitrary(results[0], name, at);
  }
  const Place succeeds = temporary({8, false, false, false}, at);
  arbitrary(succeeds, "", at);
  const Choice ways = branch(build_.truth(build_.load(succeeds)), at);
  build_.add_pending(ways.yes);
  Statement file;
  file.kind = Kind::Allocate;
  file.text = name;
  file.is_stream = true;
  file.values = {build_.constant(build_.pointer(), 1)};
  file.places = {results[0]};
  file.at = position(at);
  build_.emit(std::move(file));
  const Exits opened = build_.take_pending();
  build_.add_pending(ways.no);
  assign(results[0], build_.constant(build_.pointer(), 0), at);
  build_.add_pending(opened);
}

void Translator::end_stream(const clang::CallExpr* expression) {
  Statement end;
  end.kind = Kind::Free;
  end.is_stream = true;
  end.values = {value(expression->getArg(0))};
  end.at = position(expression->getExprLoc());
  build_.emit(std::move(end));
}

}  // namespace hardbop::c
