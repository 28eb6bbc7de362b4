// SPDX-License-Identifier: MIT
// A program like a predicate abstraction of a driver: mostly skip, calls and branches on unknown
// conditions, a few flags, and a lock with the rule that it is taken and released in turn.
//
// The calls between procedures form a tree, so that each procedure is reached; additional calls go
// to later procedures. Each procedure is called either always with the lock or always without it,
// and leaves the lock as it was. While a body is written, we know at each place whether the lock is
// held, except between two statements that take and release it under the same local condition.
// Every branch continues and every loop may end, so every statement is reached. In the unsafe form,
// the last procedure takes the lock twice for one outcome of a choice.
#include <algorithm>

#include "base/util/random_numbers.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

constexpr std::uint32_t lines_per_procedure = 67;
constexpr std::uint32_t most_flags = 5;

struct DriverProcedure {
  std::string name;
  std::uint32_t results = 0;
  Names formals;
  Names locals;
  bool has_lock = false;                // when it is called
  std::vector<std::uint32_t> children;  // it calls these whatever happens
};

class Drivers {
 public:
  Drivers(std::uint32_t lines, std::uint64_t seed)
      : random_(seed),
        count_(std::max(lines / lines_per_procedure, 3U)),
        flags_(numbered("flag", std::clamp(count_ / 4, 2U, most_flags))),
        wanted_(lines) {}

  std::string run(Form form) {
    text_.line("decl locked;");
    text_.line("decl {};", joined(flags_));
    for (std::uint32_t i = 0; i < count_; ++i) procedures_.push_back(draw(i));
    for (std::uint32_t i = 1; i < count_; ++i)
      procedures_[(i - 1) / 3 + random_.below(i - (i - 1) / 3)].children.push_back(i);
    write_lock("acquire", "locked", "T");
    write_lock("release", "!locked", "F");
    text_.procedure("void error()");
    text_.line("ERROR: skip;");
    text_.close("end");
    for (std::uint32_t i = 0; i < count_; ++i)
      write_procedure(i, form == Form::Unsafe && i + 1 == count_);
    return text_.take();
  }

 private:
  Random random_;
  std::uint32_t count_;
  Names flags_;
  std::uint32_t wanted_;
  Text text_;
  std::vector<DriverProcedure> procedures_;

  // of the procedure at hand
  std::uint32_t index_ = 0;
  Names visible_;
  std::string kept_;  // a local not to be assigned now; empty where there is none
  bool has_lock_ = false;
  bool may_call_ = true;
  std::uint32_t labels_ = 0;

  /// Few variables in most procedures, many in one of thirty.
  std::uint32_t draw_count(std::uint32_t most) {
    if (random_.percent(3)) return most - random_.below(most / 2);
    return random_.percent(55) ? 0 : 1 + random_.below(2);
  }

  DriverProcedure draw(std::uint32_t index) {
    DriverProcedure own;
    own.name = index == 0 ? "main" : fmt::format("dispatch{}", index);
    if (index > 0) {
      own.results = draw_count(10);
      own.formals = numbered("a", draw_count(9));
      own.has_lock = index + 1 < count_ && random_.percent(30);
    }
    own.locals = numbered("v", std::max(draw_count(12), 1U));
    return own;
  }

  void write_lock(const char* name, const char* wrong, const char* value) {
    text_.procedure(fmt::format("void {}()", name));
    text_.open("if ({}) then", wrong);
    text_.line("error();");
    text_.close("fi");
    text_.line("locked := {};", value);
    text_.close("end");
  }

  void write_procedure(std::uint32_t index, bool slips) {
    const DriverProcedure& own = procedures_[index];
    index_ = index;
    labels_ = 0;
    has_lock_ = own.has_lock;
    visible_ = flags_;
    visible_.insert(visible_.end(), own.formals.begin(), own.formals.end());
    visible_.insert(visible_.end(), own.locals.begin(), own.locals.end());
    const std::string type = own.results == 0   ? "void"
                             : own.results == 1 ? "bool"
                                                : fmt::format("bool<{}>", own.results);
    // Long and short ones in turn of chance, together as long as wanted.
    const std::uint32_t share = (wanted_ - std::min(wanted_, text_.lines())) / (count_ - index);
    const std::uint32_t until =
        text_.lines() + (index + 1 == count_ ? share : share / 3 + random_.upto(share));
    text_.procedure(fmt::format("{} {}({})", type, own.name, joined(own.formals)));
    text_.line("decl {};", joined(own.locals));
    text_.line("{} := {};", joined(own.locals), joined(Names(own.locals.size(), "*")));
    if (index == 0) {
      text_.line("locked := F;");
      for (const std::string& flag : flags_) text_.line("{} := F;", flag);
    }
    const auto calls = static_cast<std::uint32_t>(own.children.size());
    for (std::uint32_t i = 0; i < calls; ++i) {
      const std::uint32_t part =
          text_.lines() + (until - std::min(until, text_.lines())) / (calls + 1 - i);
      write_until(part);
      write_call_in_any_state(own.children[i]);
    }
    write_until(until);
    if (slips) write_slip();
    if (own.results > 0) text_.line("return {};", values(own.results));
    text_.close("end");
  }

  void write_until(std::uint32_t line) {
    while (text_.lines() + 2 < line) write_statement(3);
  }

  void write_block(std::uint32_t depth) {
    for (std::uint32_t i = 1 + random_.below(4); i > 0; --i) write_statement(depth - 1);
  }

  void write_statement(std::uint32_t depth) {
    const std::uint32_t kind = random_.below(100);
    if (kind < 14 && may_call_) return write_any_call();
    if (kind < 28) return write_assignment();
    if (depth == 0 || kind >= 62) return text_.line("skip;");
    if (kind < 38) return write_if(depth);
    if (kind < 50) return write_jumps(depth);
    if (kind < 54) return write_loop(depth);
    if (has_lock_ || !may_call_) return text_.line("skip;");
    if (kind < 59) return write_section(depth);
    write_guarded_section();
  }

  std::string value() {
    const std::uint32_t kind = random_.below(10);
    if (kind < 2) return "*";
    if (kind < 5) return random_.percent(50) ? "T" : "F";
    const std::string& variable = random_.one_of(visible_);
    if (kind < 6) return fmt::format("schoose[{}, {}]", variable, "F");
    return (random_.percent(30) ? "!" : "") + variable;
  }

  std::string values(std::uint32_t count) {
    Names all;
    for (std::uint32_t i = 0; i < count; ++i) all.push_back(value());
    return joined(all);
  }

  void write_assignment() {
    const std::string& variable = random_.one_of(visible_);
    if (variable == kept_) return text_.line("skip;");
    text_.line("{} := {};", variable, value());
  }

  void write_if(std::uint32_t depth) {
    text_.open("if ({}) then", value());
    write_block(depth);
    if (random_.percent(60)) {
      text_.middle("else");
      write_block(depth);
    }
    text_.close("fi");
  }

  /// As SLAM writes an if of C.
  void write_jumps(std::uint32_t depth) {
    const std::uint32_t label = labels_;
    labels_ += 3;
    const std::string condition = random_.one_of(visible_);
    text_.line("goto L{}, L{};", label, label + 1);
    text_.line("L{}: assume({});", label, condition);
    write_block(depth);
    text_.line("goto L{};", label + 2);
    text_.line("L{}: assume(!{});", label + 1, condition);
    write_block(depth);
    text_.line("L{}: skip;", label + 2);
  }

  void write_loop(std::uint32_t depth) {
    text_.open("while (*) do");
    write_block(depth);
    text_.close("od");
  }

  void write_section(std::uint32_t depth) {
    text_.line("acquire();");
    has_lock_ = true;
    write_block(depth);
    has_lock_ = false;
    text_.line("release();");
  }

  /// Takes the lock if a local is true and releases it if that still is.
  void write_guarded_section() {
    kept_ = random_.one_of(procedures_[index_].locals);
    may_call_ = false;
    const auto guarded = [this](const char* what) {
      text_.open("if ({}) then", kept_);
      text_.line("{}();", what);
      text_.close("fi");
    };
    guarded("acquire");
    write_block(1);
    guarded("release");
    may_call_ = true;
    kept_.clear();
  }

  // Calls

  void write_call(std::uint32_t callee) {
    const DriverProcedure& called = procedures_[callee];
    const auto formals = static_cast<std::uint32_t>(called.formals.size());
    Names targets = visible_;
    random_.shuffle(targets);
    targets.resize(called.results, "_");
    const std::string left = targets.empty() ? std::string() : joined(targets) + " := ";
    text_.line("{}{}({});", left, called.name, values(formals));
  }

  void write_any_call() {
    if (index_ + 1 == count_) return text_.line("skip;");
    const std::uint32_t callee = index_ + 1 + random_.below(count_ - index_ - 1);
    if (procedures_[callee].has_lock == has_lock_) return write_call(callee);
    if (procedures_[index_].has_lock != has_lock_ || index_ == 0) return text_.line("skip;");
    text_.open("if (*) then");
    write_call(index_);
    text_.close("fi");
  }

  void write_call_in_any_state(std::uint32_t callee) {
    const bool needs = procedures_[callee].has_lock;
    if (needs == has_lock_) return write_call(callee);
    text_.line("{}();", needs ? "acquire" : "release");
    write_call(callee);
    text_.line("{}();", needs ? "release" : "acquire");
  }

  void write_slip() {
    text_.line("acquire();");
    text_.open("if (*) then");
    text_.line("release();");
    text_.close("fi");
    text_.line("acquire();");
    text_.line("release();");
  }
};

}  // namespace

std::string generate_drivers(std::uint32_t lines, std::uint64_t seed, Form form) {
  return Drivers(lines, seed).run(form);
}

}  // namespace hardbop::bp
