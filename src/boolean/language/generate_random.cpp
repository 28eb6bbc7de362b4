// SPDX-License-Identifier: MIT
// Signatures are drawn first, so that calls can be made right; labels are counted out for
// each procedure before its body, so that a goto can name one that comes later. No call has two
// arguments that draw: compilers differ in which they evaluate first.
#include "boolean/language/generate_random.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "base/util/random_numbers.hpp"

namespace hardbop::bp {

namespace {

struct Signature {
  std::string name;
  std::uint32_t results = 0;
  bool is_typed = true;
  std::vector<std::string> formals;
};

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomProgramSize& size) : random_(seed), size_(size) {}

  std::string run() {
    if (size_.threads > 0) return run_concurrent();
    globals();
    const std::uint32_t count = 1 + random_.upto(std::max(size_.procedures, 1U) - 1);
    for (std::uint32_t p = 0; p < count; ++p) signatures_.push_back(signature(p));
    for (const Signature& own : signatures_) procedure(own);
    return std::move(out_);
  }

 private:
  /// How a program's threads are written.
  enum class Style : std::uint8_t { None, Blocks, Numbered, Started };

  Random random_;
  RandomProgramSize size_;
  Style style_ = Style::None;
  std::uint32_t next_async_ = 0;
  std::vector<std::string> own_globals_;  // of the thread block at hand
  std::string out_;
  std::vector<std::string> globals_;
  std::vector<Signature> signatures_;
  std::vector<std::string> visible_;  // in the procedure at hand
  const Signature* own_ = nullptr;
  std::uint32_t labels_ = 0;
  std::uint32_t next_label_ = 0;
  std::uint32_t late_locals_ = 0;
  unsigned indent_ = 0;

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_.append(2 * std::size_t{indent_}, ' ');
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  /// An initialiser may read globals that come later in the text, and its own.
  void globals() {
    const std::uint32_t count = 1 + random_.upto(std::max(size_.globals, 1U) - 1);
    for (std::uint32_t i = 0; i < count; ++i) globals_.push_back(fmt::format("g{}", i));
    visible_ = globals_;
    for (const std::string& name : globals_) {
      if (random_.percent(30)) {
        line("decl {} := {};", name, expression(1));
      } else {
        line("decl {};", name);
      }
    }
  }

  Signature signature(std::uint32_t p) {
    Signature own;
    own.name = p == 0 ? "main" : fmt::format("p{}", p);
    own.results = random_.percent(40) ? 0 : random_.upto(size_.results);
    own.is_typed = !random_.percent(20);
    const std::uint32_t formals = p == 0 ? random_.upto(1) : random_.upto(size_.formals);
    for (std::uint32_t i = 0; i < formals; ++i) own.formals.push_back(fmt::format("a{}", i));
    if (!own.formals.empty() && random_.percent(10)) own.formals.back() = globals_.back();
    return own;
  }

  // Threads

  std::string run_concurrent() {
    globals();
    const std::uint32_t style = random_.below(100);
    style_ = style < 60 ? Style::Blocks : style < 75 ? Style::Numbered : Style::Started;
    const std::uint32_t count = 1 + random_.upto(std::max(size_.procedures, 1U) - 1);
    for (std::uint32_t p = 0; p < count; ++p) signatures_.push_back(signature(p));
    const bool has_init = style_ != Style::Started && random_.percent(30);
    for (std::uint32_t p = 1; p < count; ++p) procedure(signatures_[p]);
    if (style_ == Style::Started) {
      procedure(signatures_[0]);
      return std::move(out_);
    }
    const std::uint32_t kinds = std::min(size_.threads, 2 + random_.upto(1));
    for (std::uint32_t i = 0; i < kinds; ++i) thread(i, kinds);
    if (has_init) {
      signatures_[0].name = "init";
      procedure(signatures_[0]);
    }
    return std::move(out_);
  }

  void thread(std::uint32_t number, std::uint32_t kinds) {
    if (style_ == Style::Numbered) {
      signatures_[0].name = fmt::format("thread{}", number);
      return procedure(signatures_[0]);
    }
    const bool copies = kinds == 2 && random_.percent(20);
    line("");
    line("thread t{}{} begin", number, copies ? " * 2" : "");
    ++indent_;
    for (std::uint32_t i = random_.percent(40) ? 1 : 0; i > 0; --i) {
      const std::string name = random_.percent(20) ? globals_.back() : fmt::format("o{}", i);
      visible_ = globals_;
      const std::string value = random_.percent(50) ? " := " + expression(1) : std::string();
      line("decl {}{};", name, value);
      if (name != globals_.back()) own_globals_.push_back(name);
    }
    procedure(signatures_[0]);
    own_globals_.clear();
    --indent_;
    line("end");
  }

  /// A statement that only concurrent programs have, or false.
  bool concurrent_statement(const std::string& prefix) {
    const std::uint32_t kind = random_.below(100);
    if (kind < 10) {
      line("{}atomic_begin;", prefix);
    } else if (kind < 20) {
      line("{}atomic_end;", prefix);
    } else if (kind < 22) {
      line("{}end_thread;", prefix);
    } else if (kind < (style_ == Style::Started ? 45 : 25)) {
      start_thread(prefix);
    } else {
      return false;
    }
    return true;
  }

  void start_thread(const std::string& prefix) {
    if (labels_ > 0 && random_.percent(30))
      return line("{}start_thread goto L{};", prefix, random_.below(labels_));
    if (signatures_.size() == 1) return line("{}skip;", prefix);
    const Signature& callee =
        signatures_[1 + random_.below(static_cast<std::uint32_t>(signatures_.size()) - 1)];
    const std::string arguments = expressions(static_cast<std::uint32_t>(callee.formals.size()), 1);
    if (random_.percent(40))
      return line("{}ASYNC_{}: {}({});", prefix, next_async_++, callee.name, arguments);
    line("{}start_thread {}({});", prefix, callee.name, arguments);
  }

  // Expressions

  std::string variable() {
    return visible_[random_.below(static_cast<std::uint32_t>(visible_.size()))];
  }

  std::string atom(bool next_state = false) {
    const std::uint32_t kind = random_.below(100);
    if (kind < 8) return "*";
    if (kind < 14) return random_.percent(50) ? "T" : "F";
    std::string name = variable();
    return next_state && random_.percent(60) ? "'" + name : name;
  }

  std::string expression(std::uint32_t depth, bool next_state = false) {
    if (depth == 0 || random_.percent(25)) return atom(next_state);
    const auto operand = [&] { return expression(depth - 1, next_state); };
    switch (random_.below(10)) {
      case 0:
      case 1: return "!" + wrapped(operand());
      case 2: {
        const std::string a = operand();
        const bool bracket = random_.percent(70);
        return fmt::format("{}{}, {}{}", bracket ? "schoose[" : "choose(", a, operand(),
                           bracket ? "]" : ")");
      }
      case 3: {
        const std::string condition = operand();
        const std::string a = operand();
        return fmt::format("({} ? {} : {})", condition, a, operand());
      }
      default: {
        static constexpr const char* operators[] = {"&", "|", "^", "=", "!=", "=>"};
        const std::string a = operand();
        const char* const op = operators[random_.below(6)];
        return fmt::format("({} {} {})", a, op, operand());
      }
    }
  }

  static std::string wrapped(const std::string& text) {
    return text.starts_with('(') || text.size() == 1 ? text : fmt::format("({})", text);
  }

  std::string expressions(std::uint32_t count, std::uint32_t depth) {
    std::string out;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) out += ", ";
      out += expression(depth);
    }
    return out;
  }

  /// Different variables; `_` now and then where results may be discarded.
  std::string targets(std::uint32_t count, bool may_discard) {
    std::vector<std::string> left = visible_;
    std::string out;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) out += ", ";
      if (may_discard && (left.empty() || random_.percent(10))) {
        out += "_";
        continue;
      }
      const std::uint32_t pick = random_.below(static_cast<std::uint32_t>(left.size()));
      out += left[pick];
      left.erase(left.begin() + pick);
    }
    return out;
  }

  // Statements

  std::string label() {
    if (next_label_ >= labels_ || !random_.percent(25)) return {};
    return fmt::format("L{}: ", next_label_++);
  }

  void statements(std::uint32_t count, std::uint32_t depth) {
    for (std::uint32_t i = 0; i < count; ++i) statement(depth);
  }

  void statement(std::uint32_t depth) {
    const std::string prefix = label();
    if (style_ != Style::None && concurrent_statement(prefix)) return;
    const std::uint32_t kind = random_.below(100);
    if (kind < 32) return assignment(prefix);
    if (kind < 50) return call(prefix);
    if (kind < 70 && depth > 0) return compound(prefix, depth);
    if (kind < 78) return line("{}assert({});", prefix, expression(2));
    if (kind < 83) return assumption(prefix);
    simple(prefix);
  }

  void assumption(const std::string& prefix) {
    static constexpr const char* spellings[] = {"assume", "assume", "constrain", "abortif"};
    const std::string condition = expression(1);
    line("{}{}({});", prefix, spellings[random_.below(4)], condition);
  }

  void assignment(const std::string& prefix) {
    const auto most = std::min<std::uint32_t>(3, static_cast<std::uint32_t>(visible_.size()));
    const std::uint32_t count = 1 + random_.below(most);
    const std::string left = targets(count, false);
    const std::string right = expressions(count, 2);
    const std::string constrain =
        random_.percent(12) ? " constrain " + expression(2, true) : std::string();
    line("{}{} := {}{};", prefix, left, right, constrain);
  }

  /// Mostly one that comes later in the text, so that most programs get somewhere; recursion,
  /// also of main, now and then.
  const Signature& choose_callee() {
    const auto count = static_cast<std::uint32_t>(signatures_.size());
    const auto own = static_cast<std::uint32_t>(own_ - signatures_.data());
    if (own + 1 < count && random_.percent(80))
      return signatures_[own + 1 + random_.below(count - own - 1)];
    if (style_ != Style::None && style_ != Style::Started && own != 0)
      return signatures_[1 + random_.below(count - 1)];
    return signatures_[random_.percent(5) || count == 1 ? 0 : 1 + random_.below(count - 1)];
  }

  void call(const std::string& prefix) {
    const Signature& callee = choose_callee();
    if (&callee <= own_ && random_.percent(60)) return assignment(prefix);
    const bool takes =
        callee.results > 0 && callee.results <= visible_.size() && random_.percent(75);
    const std::string word = random_.percent(10) ? "call " : "";
    const std::string left = takes ? targets(callee.results, true) + " := " : word;
    line("{}{}{}({});", prefix, left, callee.name,
         expressions(static_cast<std::uint32_t>(callee.formals.size()), 1));
  }

  void simple(const std::string& prefix) {
    switch (random_.below(7)) {
      case 0: return line("{}skip;", prefix);
      case 1: return line("{}print({});", prefix, expression(1));
      case 2: return line("{}dead {};", prefix, variable());
      case 3: return late_declaration(prefix);
      case 4: return return_statement(prefix);
      default: return jump(prefix);
    }
  }

  void late_declaration(const std::string& prefix) {
    if (late_locals_ >= 1) return line("{}skip;", prefix);
    ++late_locals_;
    const std::string value = expression(1);
    line("{}decl late := {};", prefix, value);
  }

  void return_statement(const std::string& prefix) {
    if (own_->results == 0 || random_.percent(20)) return line("{}return;", prefix);
    line("{}return {};", prefix, expressions(own_->results, 1));
  }

  void jump(const std::string& prefix) {
    if (labels_ == 0) return line("{}skip;", prefix);
    std::string where = fmt::format("L{}", random_.below(labels_));
    if (random_.percent(50)) where += fmt::format(", L{}", random_.below(labels_));
    line("{}goto {};", prefix, where);
  }

  void compound(const std::string& prefix, std::uint32_t depth) {
    const bool loops = random_.percent(30);
    line("{}{} ({}) {}", prefix, loops ? "while" : "if", expression(2), loops ? "do" : "then");
    nested(depth);
    if (!loops && random_.percent(30)) {
      line("elsif ({}) then", expression(1));
      nested(depth);
    }
    if (!loops && random_.percent(50)) {
      line("else");
      nested(depth);
    }
    line("{}", loops ? "od" : "fi");
  }

  void nested(std::uint32_t depth) {
    ++indent_;
    statements(random_.upto(2), depth - 1);
    --indent_;
  }

  // Procedures

  void procedure(const Signature& own) {
    own_ = &own;
    labels_ = random_.upto(3);
    next_label_ = 0;
    late_locals_ = 0;
    std::string formals;
    for (const std::string& formal : own.formals) formals += (formals.empty() ? "" : ", ") + formal;
    line("");
    line("{}{}{}({}) begin", random_.percent(5) ? "dfs " : "", type_of(own), own.name, formals);
    ++indent_;
    visible_ = globals_;
    visible_.insert(visible_.end(), own_globals_.begin(), own_globals_.end());
    for (const std::string& formal : own.formals)
      if (formal != globals_.back()) visible_.push_back(formal);
    locals();
    if (random_.percent(12)) line("enforce {};", expression(1));
    if (!own.formals.empty() && random_.percent(25)) hand_on(own);
    statements(1 + random_.below(std::max(size_.statements, 1U)), size_.depth);
    while (next_label_ < labels_) line("L{}: skip;", next_label_++);
    if (&own == signatures_.data() || random_.percent(25)) line("assert({});", expression(2));
    if (own.results > 0 && (!own.is_typed || random_.percent(80)))
      line("return {};", expressions(own.results, 1));
    --indent_;
    line("end");
  }

  /// A global takes the value of a formal: what happens to callers' arguments shows elsewhere.
  void hand_on(const Signature& own) {
    const std::string& formal = random_.one_of(own.formals);
    line("{} := {};", random_.one_of(globals_), formal);
  }

  static std::string type_of(const Signature& own) {
    if (!own.is_typed) return "";
    if (own.results == 0) return "void ";
    return own.results == 1 ? "bool " : fmt::format("bool<{}> ", own.results);
  }

  /// Now and then one that hides a global.
  void locals() {
    for (std::uint32_t i = random_.upto(size_.locals); i > 0; --i) {
      const bool hides = random_.percent(15);
      const std::string name = hides ? globals_.front() : fmt::format("l{}", i);
      const bool known = std::ranges::find(own_->formals, name) != own_->formals.end();
      if (known || (hides && i > 1)) continue;
      if (!hides) visible_.push_back(name);
      line("decl {};", name);
    }
  }
};

}  // namespace

RandomProgramSize varied_size(std::uint64_t seed) {
  RandomProgramSize size;
  Random random(~seed);
  switch (random.below(6)) {
    case 0: return {2, 4, 1, 1, 1, 3, 1};   // small: what is wrong is soon seen
    case 1: return {5, 5, 3, 3, 3, 10, 3};  // large
    case 2: return {2, 7, 2, 2, 2, 5, 2};   // many procedures
    case 3: return {4, 3, 3, 4, 3, 14, 2};  // long ones
    default: return size;
  }
}

std::string generate_random(std::uint64_t seed, const RandomProgramSize& size) {
  return Generator(seed, size).run();
}

}  // namespace hardbop::bp
