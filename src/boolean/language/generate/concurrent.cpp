// SPDX-License-Identifier: MIT
// Two threads that recurse without a bound. One sends messages, each a vector of bits made from
// the one before, in a call inside the call that sent the one before; the other receives them,
// likewise. A shared flag says whose turn it is, and each keeps the parity of all bits it has
// seen. When a message has been received, and before the next is sent, the parities are equal.
// In the unsafe form the sender forgets to count the third message if it is a certain one:
// the threads have to take turns three times each, which takes five context switches.
#include "base/util/random_numbers.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

class Messages {
 public:
  Messages(std::uint32_t variables, std::uint64_t seed)
      : random_(seed),
        sent_(numbered("a", (variables - 6) / 2)),
        received_(numbered("b", (variables - 6) / 2)),
        message_(numbered("x", (variables - 6) / 2)) {}

  std::string run(Form form) {
    text_.line("decl turn := F, sent := F, got := F;");
    text_.line("decl {};", joined(message_));
    write_sender(form);
    write_receiver();
    return text_.take();
  }

 private:
  Random random_;
  Names sent_;
  Names received_;
  Names message_;
  Text text_;

  void write_sender(Form form) {
    text_.line("");
    text_.open("thread sender begin");
    text_.procedure("void main()");
    text_.line("send({}, F, F);", joined(Names(sent_.size(), "*")));
    text_.close("end");
    text_.procedure(fmt::format("void send({}, second, third)", joined(sent_)));
    text_.line("decl odd;");
    text_.line("odd := {};", joined(sent_, " ^ "));
    if (form == Form::Unsafe) {
      text_.open("if (third & {}) then", a_message());
      text_.line("odd := !odd;");
      text_.close("fi");
    }
    text_.line("assume(!turn);");
    text_.line("{} := {};", joined(message_), joined(sent_));
    text_.line("sent := sent ^ odd;");
    text_.line("turn := T;");
    text_.open("if (*) then");
    text_.line("send({}, !second & !third, second);", joined(next_message()));
    text_.close("fi");
    text_.close("end");
    text_.close("end");
  }

  void write_receiver() {
    text_.line("");
    text_.open("thread receiver begin");
    text_.procedure("void main()");
    text_.line("receive();");
    text_.close("end");
    text_.procedure("void receive()");
    text_.line("decl {};", joined(received_));
    text_.line("assume(turn);");
    text_.line("{} := {};", joined(received_), joined(message_));
    text_.line("got := got ^ ({});", joined(received_, " ^ "));
    text_.open("if (sent != got) then");
    text_.line("ERROR: skip;");
    text_.close("fi");
    text_.line("turn := F;");
    text_.open("if (*) then");
    text_.line("receive();");
    text_.close("fi");
    text_.close("end");
    text_.close("end");
  }

  std::string a_message() {
    Names bits;
    for (const std::string& bit : sent_) bits.push_back((random_.percent(50) ? "" : "!") + bit);
    return joined(bits, " & ");
  }

  /// Some bits of the last one in another order, the others anew.
  Names next_message() {
    Names bits = sent_;
    random_.shuffle(bits);
    for (std::size_t i = 0; i < bits.size(); i += 2) bits[i] = "*";
    return bits;
  }
};

}  // namespace

std::string generate_concurrent(std::uint32_t variables, std::uint64_t seed, Form form) {
  return Messages(variables, seed).run(form);
}

}  // namespace hardbop::bp
