// SPDX-License-Identifier: MIT
// Two ways to count far. The stepped counter has one state after another, so that an engine
// goes round its loop 2^N times. The doubled one starts with all values at once: its lowest
// procedure steps the counter, each other calls the next one twice, and the summaries are
// additions of 1, 2, 4, …, each found in a few steps from the one before.
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

void write_increment(Text& text, const Names& bits) {
  text.line("carry := T;");
  for (const std::string& bit : bits) text.line("{0}, carry := {0} ^ carry, {0} & carry;", bit);
}

void write_error(Text& text, const std::string& condition) {
  text.open("if ({}) then", condition);
  text.line("ERROR: skip;");
  text.close("fi");
}

}  // namespace

std::string generate_stepped_counter(std::uint32_t bits, Form form) {
  const Names counter = numbered("b", bits);
  Text text;
  text.line("void main()");
  text.open("begin");
  text.line("decl {}, carry, odd;", joined(counter));
  for (const std::string& bit : counter) text.line("{} := F;", bit);
  text.line("odd := F;");
  text.open("while (!({})) do", joined(counter, " & "));
  write_increment(text, counter);
  text.line("odd := !odd;");
  text.close("od");
  write_error(text, form == Form::Safe ? "!odd" : "odd");
  text.close("end");
  return text.take();
}

std::string generate_doubled_counter(std::uint32_t bits, Form form) {
  const Names counter = numbered("b", bits);
  Text text;
  text.line("decl {};", joined(counter));
  text.procedure("void main()");
  const Names start = numbered("start", bits);
  text.line("decl {};", joined(start));
  for (std::uint32_t i = 0; i < bits; ++i) text.line("{} := {};", start[i], counter[i]);
  text.line("level1();");
  text.line("level1();");
  Names same;
  for (std::uint32_t i = 0; i < bits; ++i)
    same.push_back(fmt::format("({} = {})", start[i], counter[i]));
  write_error(text, (form == Form::Safe ? "!(" : "(") + joined(same, " & ") + ")");
  text.close("end");
  for (std::uint32_t level = 1; level < bits; ++level) {
    text.procedure(fmt::format("void level{}()", level));
    text.line("level{}();", level + 1);
    text.line("level{}();", level + 1);
    text.close("end");
  }
  text.procedure(fmt::format("void level{}()", bits));
  text.line("decl carry;");
  write_increment(text, counter);
  text.close("end");
  return text.take();
}

}  // namespace hardbop::bp
