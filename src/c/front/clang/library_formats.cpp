// SPDX-License-Identifier: MIT
// Calls of the families of printf and scanf. What is printed to a stream is seen by nobody, but
// strings are read up to their ends, so that an invalid one is found. sprintf and snprintf store
// exactly what they print: each part of the format is a call of a function in
// src/c/library/print.c. What scanf reads is arbitrary, as far as the format allows it. If the
// format is not in the text, or if it has conversions of floating-point numbers, such a call is
// unsupported.
#include "c/front/clang/translator.hpp"
#include "c/library/format.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr Type int_type{32, true, false, false};
constexpr Type word_type_64{64, false, false, false};
constexpr int upper_flag = 32;
constexpr int sign_flags = 2 | 4;

const clang::StringLiteral* format_text(const clang::Expr* expression) {
  const auto* text = clang::dyn_cast<clang::StringLiteral>(expression->IgnoreParenCasts());
  return text != nullptr && text->getCharByteWidth() == 1 ? text : nullptr;
}

/// As src/c/library/print.c has them; only signed numbers have a sign to show.
int flags_of(const FormatPiece& piece) {
  const bool has_sign = piece.conversion == 'd' || piece.conversion == 'i';
  const int shown = has_sign ? piece.flags : piece.flags & ~sign_flags;
  return piece.conversion == 'X' ? shown | upper_flag : shown;
}

bool is_integer_conversion(char conversion) {
  return std::string_view("diouxX").find(conversion) != std::string_view::npos;
}

bool is_float_conversion(char conversion) {
  return std::string_view("fFeEgGaA").find(conversion) != std::string_view::npos;
}

/// The largest number that has so many digits, if it is less than the limit.
std::optional<std::uint64_t> largest_with_digits(int digits, unsigned base, std::uint64_t limit) {
  std::uint64_t out = 1;
  for (int i = 0; i < digits; ++i) {
    if (out > limit / base) return std::nullopt;
    out *= base;
  }
  return out - 1;
}

/// Of the functions that print to memory: which argument is the size, and which the format.
struct Printing {
  std::string_view name;
  unsigned size;
  unsigned format;
};
constexpr unsigned no_size = ~0U;
constexpr Printing printing[] = {{"sprintf", no_size, 1},
                                 {"snprintf", 1, 2},
                                 {"__sprintf_chk", no_size, 3},
                                 {"__snprintf_chk", 1, 4}};

}  // namespace

/// A call of a library function with values that are no arguments of a call in the text.
void Translator::call_part(const Copy* copy, const std::string& name, std::vector<ExprId> values,
                           const std::vector<Place>& results) {
  Statement call;
  call.kind = Kind::Call;
  call.callee = copy_model(*model_of(name), copy);
  call.values = std::move(values);
  call.places = results;
  call.at = copy->at;
  build_.emit(std::move(call));
}

/// The arguments of a conversion, in their order.
class Translator::Arguments {
 public:
  Arguments(Translator& translator, const clang::CallExpr* call, unsigned first)
      : translator_(translator), call_(call), next_(first) {}

  [[nodiscard]] const clang::Expr* next() {
    return next_ < call_->getNumArgs() ? call_->getArg(next_++) : nullptr;
  }

  /// A width or precision.
  [[nodiscard]] ExprId number(int written) {
    if (written != FormatPiece::from_argument)
      return translator_.build_.constant(int_type, static_cast<std::uint64_t>(written));
    const clang::Expr* argument = next();
    if (argument == nullptr) return translator_.build_.constant(int_type, 0);
    return translator_.build_.resize(translator_.keep(argument), int_type, true);
  }

 private:
  Translator& translator_;
  const clang::CallExpr* call_;
  unsigned next_;
};

/// Whether all arguments of a format are there, and of kinds that are followed.
bool Translator::can_print(const clang::CallExpr* expression, unsigned format) {
  const clang::StringLiteral* text = format_text(expression->getArg(format));
  if (text == nullptr) return false;
  unsigned argument = format + 1;
  const auto takes = [&](bool is_pointer) {
    if (argument >= expression->getNumArgs()) return false;
    const clang::QualType type = expression->getArg(argument++)->getType();
    return is_pointer ? type->isPointerType() : type->isIntegralOrEnumerationType();
  };
  for (const FormatPiece& piece : read_print_format(text->getString())) {
    if (piece.conversion == 0) continue;
    if (piece.is_numbered) return false;
    if (piece.width == FormatPiece::from_argument && !takes(false)) return false;
    if (piece.precision == FormatPiece::from_argument && !takes(false)) return false;
    const bool is_string = piece.conversion == 's' && piece.length.empty();
    const bool is_char = piece.conversion == 'c' && piece.length.empty();
    if (!is_string && !is_char &&
        (!is_integer_conversion(piece.conversion) || bits_of_length(piece.length, 32) == 0))
      return false;
    if (!takes(is_string)) return false;
  }
  return true;
}

bool Translator::print_to_memory(const clang::CallExpr* expression, const std::string& name,
                                 const std::vector<Place>& results) {
  const auto* const found =
      std::ranges::find_if(printing, [&](const Printing& one) { return one.name == name; });
  if (found == std::end(printing) || found->format >= expression->getNumArgs()) return false;
  const clang::SourceLocation at = expression->getExprLoc();
  if (!can_print(expression, found->format))
    return call_model(expression, "__pointer_" + name, results);
  const Copy* copy = copy_for(expression);
  Output output;
  output.to = keep(expression->getArg(0));
  output.size = found->size == no_size
                    ? build_.constant(build_.pointer(), ~std::uint64_t{0})
                    : build_.resize(keep(expression->getArg(found->size)), build_.pointer(), false);
  output.length = temporary({build_.pointer().bits, false, false, false}, at);
  assign(output.length, build_.constant(output.length.type, 0), at);
  Arguments arguments(*this, expression, found->format + 1);
  const clang::StringLiteral* text = format_text(expression->getArg(found->format));
  for (const FormatPiece& piece : read_print_format(text->getString()))
    print_piece(copy, piece, output, arguments, at);
  const Place count = temporary(int_type, at);
  call_part(copy, "__print_end", {output.to, output.size, build_.load(output.length)}, {count});
  give_back(build_.load(count), results, at);
  return true;
}

void Translator::print_piece(const Copy* copy, const FormatPiece& piece, const Output& output,
                             Arguments& arguments, clang::SourceLocation at) {
  std::vector<ExprId> values{output.to, output.size, build_.load(output.length)};
  const auto call = [&](const char* function, std::initializer_list<ExprId> more) {
    values.insert(values.end(), more);
    call_part(copy, function, values, {output.length});
  };
  if (piece.conversion == 0) {
    const ObjectId text = text_object(piece.text, at);
    return call("__print_text",
                {build_.address(text, 0), build_.constant(build_.pointer(), piece.text.size())});
  }
  const ExprId flags = build_.constant(int_type, static_cast<std::uint64_t>(flags_of(piece)));
  const bool is_simple = piece.flags == 0 && piece.width == -1 && piece.precision == -1;
  const ExprId width = arguments.number(piece.width);
  const ExprId precision = arguments.number(piece.precision);
  const clang::Expr* argument = arguments.next();
  const ExprId given = keep(argument);
  if (piece.conversion == 's' && is_simple) return call("__print_plain", {given});
  if (piece.conversion == 's') return call("__print_string", {given, flags, width, precision});
  if (piece.conversion == 'c')
    return call("__print_char", {build_.resize(given, int_type, true), flags, width});
  const bool has_sign = piece.conversion == 'd' || piece.conversion == 'i';
  const auto bits =
      static_cast<std::uint8_t>(bits_of_length(piece.length, program_.data_model.pointer_bits));
  const Type type{bits, has_sign, false, false};
  const ExprId number = build_.resize(given, type, is_signed(argument->getType()));
  const ExprId negative = has_sign ? build_.binary(Op::LessSigned, number, build_.constant(type, 0))
                                   : build_.constant(Builder::truth_type, 0);
  const ExprId magnitude = build_.conditional(negative, build_.unary(Op::Negate, number), number);
  const ExprId is_negative = build_.word(negative, int_type);
  const unsigned base = piece.conversion == 'o' ? 8 : (piece.conversion | 32) == 'x' ? 16 : 10;
  if (is_simple && base == 10 && bits <= 32)
    return call("__print_short",
                {build_.resize(magnitude, {32, false, false, false}, false), is_negative});
  call("__print_number",
       {build_.resize(magnitude, word_type_64, false), is_negative,
        build_.constant({32, false, false, false}, base), flags, width, precision});
}

/// A literal that is no expression of the text.
ObjectId Translator::text_object(const std::string& text, clang::SourceLocation at) {
  const auto length = static_cast<unsigned>(text.size() + 1);
  const clang::QualType type = context_->getConstantArrayType(
      context_->CharTy, llvm::APInt(32, length), nullptr, clang::ArraySizeModifier::Normal, 0);
  const ObjectId object = make_object("\"" + text + "\"", type, Object::Storage::String, at);
  const Type letter = scalar_or_word(context_->CharTy);
  for (std::size_t i = 0; i < text.size(); ++i)
    set_initial(object, i, letter, build_.constant(letter, static_cast<unsigned char>(text[i])));
  return object;
}

/// What a format in the text wants of an argument that is not there, or cannot be that; else empty.
/// Integers of other sizes are read as on most machines.
std::string Translator::missing_argument(const clang::CallExpr* expression, unsigned format) {
  const clang::StringLiteral* text = format_text(expression->getArg(format));
  if (text == nullptr) return {};
  unsigned next = format + 1;
  for (const FormatPiece& piece : read_print_format(text->getString())) {
    if (piece.conversion == 0 || piece.conversion == '?') continue;
    if (piece.is_numbered) return {};
    next += piece.width == FormatPiece::from_argument ? 1 : 0;
    next += piece.precision == FormatPiece::from_argument ? 1 : 0;
    const bool is_there = next < expression->getNumArgs();
    const clang::QualType type = is_there ? expression->getArg(next)->getType() : clang::QualType();
    const bool is_string = piece.conversion == 's';
    const bool is_number = is_float_conversion(piece.conversion);
    const std::string wanted = "%" + piece.length + piece.conversion + " of its format";
    if (!is_there) return "no argument for " + wanted;
    if (is_string ? !type->isPointerType() : is_number != type->isRealFloatingType())
      return "an argument of type '" + type.getAsString() + "' for " + wanted;
    ++next;
  }
  return {};
}

/// Strings that are printed where nobody sees them; literals are known to be valid.
std::vector<PrintedString> Translator::printed_strings(const clang::CallExpr* expression,
                                                       const LibraryFunction& function) {
  std::vector<PrintedString> out;
  const unsigned count = expression->getNumArgs();
  const auto add = [&](unsigned argument, int precision, unsigned limit) {
    if (argument < count && expression->getArg(argument)->getType()->isPointerType() &&
        format_text(expression->getArg(argument)) == nullptr)
      out.push_back({argument, precision, limit});
  };
  add(function.string, -1, function.string);
  const clang::StringLiteral* text =
      function.format < count ? format_text(expression->getArg(function.format)) : nullptr;
  if (text == nullptr) return out;
  unsigned next = function.format + 1;
  for (const FormatPiece& piece : read_print_format(text->getString())) {
    if (piece.conversion == 0) continue;
    if (piece.is_numbered) return {};
    if (piece.width == FormatPiece::from_argument) ++next;
    const unsigned limit = next;
    if (piece.precision == FormatPiece::from_argument) ++next;
    if (piece.conversion == 's' && piece.length.empty())
      add(next, piece.precision, limit == next || limit >= count ? next : limit);
    ++next;
  }
  return out;
}

void Translator::read_strings(const clang::CallExpr* expression, const LibraryFunction& function,
                              const std::vector<PrintedString>& strings,
                              const std::map<unsigned, ExprId>& kept) {
  for (const PrintedString& string : strings) {
    if (function.string_may_be_null) {
      call_part(copy_for(expression), "__print_nowhere_or_null", {kept.at(string.argument)}, {});
      continue;
    }
    const ExprId precision =
        string.limit == string.argument
            ? build_.constant(int_type, static_cast<std::uint64_t>(string.precision))
            : build_.resize(kept.at(string.limit), int_type, true);
    call_part(copy_for(expression), "__print_nowhere", {kept.at(string.argument), precision}, {});
  }
}

bool Translator::scan(const clang::CallExpr* expression, const std::string& name,
                      const std::vector<Place>& results) {
  const unsigned format = name == "scanf" || name == "__isoc99_scanf" ? 0 : 1;
  if (format == 1 && name != "fscanf" && name != "__isoc99_fscanf") return false;
  const clang::SourceLocation at = expression->getExprLoc();
  const clang::StringLiteral* text =
      expression->getNumArgs() > format ? format_text(expression->getArg(format)) : nullptr;
  std::vector<FormatPiece> pieces;
  if (text != nullptr) pieces = read_scan_format(text->getString());
  std::erase_if(pieces, [](const FormatPiece& piece) { return !piece.is_assigned; });
  const auto is_followed = [](const FormatPiece& piece) {
    return !piece.is_numbered &&
           (is_integer_conversion(piece.conversion) ||
            (is_float_conversion(piece.conversion) &&
             (piece.length.empty() || piece.length == "l")) ||
            (std::string_view("cs[").find(piece.conversion) != std::string_view::npos &&
             piece.length.empty()));
  };
  if (text == nullptr || !std::ranges::all_of(pieces, is_followed) ||
      expression->getNumArgs() != format + 1 + pieces.size()) {
    unsupported("call of " + name + " with this format", at);
    return true;
  }
  const Copy* copy = copy_for(expression);
  if (format == 1) {
    const ExprId stream = keep_stream(expression->getArg(0));
    if (stream != none) call_part(copy, "__use_stream", {stream}, {});
  }
  std::vector<ExprId> targets;
  for (unsigned i = format + 1; i < expression->getNumArgs(); ++i)
    targets.push_back(keep(expression->getArg(i)));
  const Place count = temporary(int_type, at);
  call_part(copy, "__scan_count", {build_.constant(int_type, pieces.size())}, {count});
  Exits ends;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Choice ways =
        branch(build_.binary(Op::LessSigned, build_.constant(int_type, i), build_.load(count)), at);
    ends.insert(ends.end(), ways.no.begin(), ways.no.end());
    build_.add_pending(ways.yes);
    scan_piece(copy, pieces[i], targets[i], at);
  }
  build_.add_pending(ends);
  give_back(build_.load(count), results, at);
  return true;
}

void Translator::scan_piece(const Copy* copy, const FormatPiece& piece, ExprId target,
                            clang::SourceLocation at) {
  const Type word = build_.pointer();
  const auto number = [&](std::uint64_t value) { return build_.constant(word, value); };
  if (piece.conversion == 'c')
    return call_part(
        copy, "__scan_chars",
        {target, number(piece.width < 0 ? 1 : static_cast<std::uint64_t>(piece.width))}, {});
  if (is_float_conversion(piece.conversion))
    return call_part(copy, piece.length == "l" ? "__scan_double" : "__scan_float", {target}, {});
  if (is_integer_conversion(piece.conversion)) return scan_integer(copy, piece, target);
  const ExprId most = number(piece.width < 0 ? words::mask(word.bits) / 4
                                             : static_cast<std::uint64_t>(piece.width));
  if (piece.conversion == 's') return call_part(copy, "__scan_string", {target, most}, {});
  call_part(copy, "__scan_set",
            {target, most, build_.address(text_object(piece.set, at), 0), number(piece.set.size()),
             build_.constant(int_type, piece.is_excluding ? 1 : 0)},
            {});
}

/// A width limits the number of digits, one of which may be a sign.
void Translator::scan_integer(const Copy* copy, const FormatPiece& piece, ExprId target) {
  const unsigned bits = bits_of_length(piece.length, program_.data_model.pointer_bits);
  const unsigned base = piece.conversion == 'o' ? 8 : (piece.conversion | 32) == 'x' ? 16 : 10;
  std::uint64_t most = words::mask(static_cast<std::uint8_t>(bits)) >> 1U;
  std::uint64_t least = ~most;
  if (const auto limit =
          piece.width > 0 ? largest_with_digits(piece.width, base, most) : std::nullopt) {
    most = *limit;
    least = ~largest_with_digits(piece.width - 1, base, most + 1).value_or(0) + 1;
  }
  const Type type{64, true, false, false};
  call_part(copy, "__scan_" + std::to_string(bits),
            {target, build_.constant(type, least), build_.constant(type, most)}, {});
}

}  // namespace hardbop::c
