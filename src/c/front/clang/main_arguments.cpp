// SPDX-License-Identifier: MIT
// What main is called with: `argc` and that many strings, then a null pointer. The strings start
// anywhere in one text with arbitrary bytes and a zero at its end, so they may be parts of each
// other. There is at least one, the program's name, and there is a limit to their number and
// length: assumptions.
#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

constexpr unsigned most_arguments = 7;
constexpr unsigned argument_bytes = 64;

}  // namespace

/// Assigns the first two of main's parameters, or of what is passed to it, if they are as usual;
/// others are not known. Where main reads only the number of its arguments, that is not negative.
void Translator::choose_arguments(const std::vector<Place>& parameters) {
  const clang::SourceLocation at;
  if (!reads_arguments_) {
    if (parameters.empty() || parameters[0].type.is_pointer) return;
    const ExprId zero = build_.constant(parameters[0].type, 0);
    return assume(build_.binary(Op::LessEqualSigned, zero, build_.load(parameters[0])), at);
  }
  const bool are_usual =
      parameters.size() == 2 && !parameters[0].type.is_pointer && parameters[1].type.is_pointer;
  if (!are_usual) return unsupported("parameters of 'main'", at);
  note_assumption(fmt::format("main is called with 1 to {} strings, of at most {} bytes in all",
                              most_arguments, argument_bytes));
  const Type byte{8, false, false, false, false};
  const ObjectId list = make_state("main.argv", build_.pointer(), most_arguments + 1);
  const ObjectId text = make_state("main.text", byte, argument_bytes);
  const ExprId count = build_.load(parameters[0]);
  const Type number = parameters[0].type;
  const ExprId one = build_.constant(number, 1);
  assume(build_.binary(Op::LessUnsigned, build_.binary(Op::Subtract, count, one),
                       build_.constant(number, most_arguments)),
         at);
  Statement chosen;
  chosen.kind = Kind::Arbitrary;
  chosen.text = "argv";
  for (unsigned i = 0; i + 1 < argument_bytes; ++i)
    chosen.places.push_back({build_.address(text, i), byte});
  build_.emit(std::move(chosen));
  const std::uint32_t step = build_.pointer().bits / 8U;
  for (unsigned i = 0; i < most_arguments; ++i) {
    const Place start = temporary(byte, at);
    arbitrary(start, "argv", at);
    const ExprId offset = build_.load(start);
    assume(build_.binary(Op::LessUnsigned, offset, build_.constant(byte, argument_bytes)), at);
    const ExprId string = build_.binary(Op::Add, build_.address(text, 0),
                                        build_.resize(offset, build_.pointer(), false));
    const ExprId is_there = build_.binary(Op::LessUnsigned, build_.constant(number, i), count);
    assign({build_.address(list, i * step), build_.pointer()},
           build_.conditional(is_there, string, build_.constant(build_.pointer(), 0)), at);
  }
  assign(parameters[1], build_.address(list, 0), at);
}

}  // namespace hardbop::c
