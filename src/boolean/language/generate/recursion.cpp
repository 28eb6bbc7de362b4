// SPDX-License-Identifier: MIT
// Procedures that compute the parity of their formals together. A procedure either removes a formal
// that is true, lets another procedure compute the parity of the rest, and inverts it; or it passes
// its formals on in another order, any number of times. So every procedure is called in every
// context. The globals count the same parity as the results. In the unsafe form, one procedure
// forgets to invert if one particular formal and no other is true.
#include <algorithm>

#include "base/util/random_numbers.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

class Recursion {
 public:
  Recursion(std::uint32_t procedures, std::uint64_t seed)
      : random_(seed),
        procedures_(procedures),
        formals_(numbered("x", std::clamp(procedures / 2, 3U, 10U))) {}

  std::string run(Form form) {
    text_.line("decl even, count;");
    write_main();
    const std::uint32_t forgetful = form == Form::Safe ? procedures_ : random_.below(procedures_);
    for (std::uint32_t i = 0; i < procedures_; ++i) write_procedure(i, i == forgetful);
    return text_.take();
  }

 private:
  Random random_;
  std::uint32_t procedures_;
  Names formals_;
  Text text_;

  void write_main() {
    text_.procedure("void main()");
    text_.line("decl {}, r;", joined(formals_));
    text_.line("even, count := T, F;");
    text_.line("r := parity0({});", joined(formals_));
    text_.open("if ((r != ({})) | (even = r) | (count != r)) then", joined(formals_, " ^ "));
    text_.line("ERROR: skip;");
    text_.close("fi");
    text_.close("end");
  }

  void write_procedure(std::uint32_t index, bool forgetful) {
    text_.procedure(fmt::format("bool parity{}({})", index, joined(formals_)));
    text_.line("decl r;");
    text_.open("if (!({})) then", joined(formals_, " | "));
    text_.line("return F;");
    text_.close("fi");
    if (forgetful) write_slip();
    const auto first = random_.below(static_cast<std::uint32_t>(formals_.size()));
    for (std::uint32_t i = 0; i < formals_.size(); ++i)
      write_case((first + i) % static_cast<std::uint32_t>(formals_.size()));
    Names order = formals_;
    random_.shuffle(order);
    text_.line("r := parity{}({});", (index + 1) % procedures_, joined(order));
    text_.line("return r;");
    text_.close("end");
  }

  void write_case(std::uint32_t formal) {
    Names rest = formals_;
    rest[formal] = "F";
    text_.open("if ({} & *) then", formals_[formal]);
    text_.line("r := parity{}({});", random_.below(procedures_), joined(rest));
    text_.line("even, count := !even, !count;");
    text_.line("return !r;");
    text_.close("fi");
  }

  void write_slip() {
    const std::uint32_t chosen = random_.below(static_cast<std::uint32_t>(formals_.size()));
    Names condition;
    for (std::uint32_t i = 0; i < formals_.size(); ++i)
      condition.push_back((i == chosen ? "" : "!") + formals_[i]);
    text_.open("if ({}) then", joined(condition, " & "));
    text_.line("return F;");
    text_.close("fi");
  }
};

}  // namespace

std::string generate_recursion(std::uint32_t procedures, std::uint64_t seed, Form form) {
  return Recursion(procedures, seed).run(form);
}

}  // namespace hardbop::bp
