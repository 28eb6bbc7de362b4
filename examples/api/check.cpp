// SPDX-License-Identifier: MIT
// Checks a program held in a string, and prints the answer.
#include <iostream>

#include <hardbop/hardbop.hpp>

int main() {
  const char* const text = R"(
    decl locked;
    void main() begin
      locked := F;
      while (*) do
        acquire();
      od
    end
    void acquire() begin
      assert(!locked);
      locked := T;
    end
  )";
  const hardbop::ParseResult parsed = hardbop::parse(text, {.name = "lock.bp"});
  for (const hardbop::Message& message : parsed.messages) std::cerr << message.to_string();
  if (!parsed.program) return 2;

  hardbop::Question question;
  question.traces = true;
  const hardbop::Answer answer = hardbop::check(*parsed.program, question);
  std::cout << hardbop::to_text(answer);

  // The second call fails: that is what this example expects.
  const bool found =
      answer.results.size() == 1 && answer.results.front().verdict == hardbop::Verdict::Violated;
  return found ? 0 : 1;
}
