// SPDX-License-Identifier: MIT
// The grammar of docs/manual/language.md turned round: each rule writes one of its spellings,
// token by token, and the gap before a token is drawn anew each time.
#include "boolean/language/random_text.hpp"

#include <array>
#include <random>
#include <string_view>

namespace hardbop::bp::test {

namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed)
      : random_(seed), blanks_only_(chance(2)), roomy_(chance(3)), braces_(chance(2)) {}

  std::string run() {
    if (chance(20)) out_ += "\xEF\xBB\xBF";
    for (unsigned i = below(5); i > 0; --i) item(true);
    if (chance(2)) gap();
    if (chance(3)) out_ += '\n';
    return std::move(out_);
  }

 private:
  std::mt19937_64 random_;
  std::string out_;
  bool blanks_only_;  // no comments
  bool roomy_;        // often a new line
  bool braces_;       // prefers braces to words
  unsigned depth_ = 0;

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance(unsigned one_in) { return below(one_in) == 0; }

  template <std::size_t N>
  std::string_view any(const std::array<std::string_view, N>& choices) {
    return choices[below(N)];
  }

  // Gaps and tokens

  void gap() {
    static constexpr std::array<std::string_view, 8> blanks = {" ",    " ",      "  ",   "\t",
                                                               "\n  ", "\r\n  ", "\n\n", "\n \n\n"};
    static constexpr std::array<std::string_view, 9> comments = {"/* c */",
                                                                 "/**/",
                                                                 "// c\n",
                                                                 "//\n",
                                                                 "/* two\n   lines */",
                                                                 "/* t\r\n u\r\r\n*/",
                                                                 "// trailing \t\r\n",
                                                                 "/***/",
                                                                 "// \xC3\xA4 */ /* \n"};
    out_ += blanks[below(roomy_ ? 8 : 4)];
    while (!blanks_only_ && chance(5)) {
      out_ += any(comments);
      if (chance(2)) out_ += blanks[below(8)];
    }
  }

  /// Writes a token; `tight` where none of the tokens of this text glue to the one before.
  void put(std::string_view token, bool tight = false) {
    if (!tight || chance(3)) gap();
    out_ += token;
  }
  void sign(std::string_view token) { put(token, true); }

  void name() {
    static constexpr std::array<std::string_view, 14> names = {
        "a",      "b",        "c",     "x$",   "_",      "a.b",        "n#1",
        "{x==y}", "{p -> q}", "{/* }", "{//}", "{a\nb}", "{*p & 0x1}", "longer_name_42"};
    put(any(names));
  }
  void plain_name() {
    static constexpr std::array<std::string_view, 5> names = {"f", "g", "main", "p.q", "{f(x)}"};
    put(any(names));
  }
  void label() {
    static constexpr std::array<std::string_view, 6> names = {"L",  "M1",    "7",
                                                              "42", "{L 1}", "ASYNC_1"};
    put(any(names));
  }
  void names(unsigned limit) {
    name();
    for (unsigned i = below(limit); i > 0; --i) sign(","), name();
  }

  // Expressions

  void atom() {
    static constexpr std::array<std::string_view, 8> constants = {"T", "F", "true", "false",
                                                                  "0", "1", "*",    "?"};
    chance(3) ? put(any(constants)) : name();
  }

  void expression(unsigned depth, bool next_state = false) {
    static constexpr std::array<std::string_view, 14> operators = {
        "=>", "==>", "->", "|", "||", "^", "&", "&&", "=", "==", "!=", "<=>", "&", "|"};
    const auto inner = [&] { expression(depth - 1, next_state); };
    if (depth == 0) return next_state && chance(2) ? (put("'"), gap_or_not(), name()) : atom();
    switch (below(9)) {
      case 0: return atom();
      case 1: return put(chance(2) ? "!" : "~"), inner();
      case 2: return put("("), inner(), sign(")");
      case 3: return inner(), put("?"), inner(), put(":"), inner();
      case 4: return put("schoose"), sign("["), inner(), sign(","), inner(), sign("]");
      case 5: return put("choose"), sign("("), inner(), sign(","), inner(), sign(")");
      default: return inner(), put(any(operators)), inner();
    }
  }
  void gap_or_not() {
    if (chance(3)) gap();
  }

  void expressions(unsigned limit) {
    expression(below(3));
    for (unsigned i = below(limit); i > 0; --i) sign(","), expression(below(3));
  }

  void arguments() {
    sign("(");
    if (!chance(3)) expressions(3);
    sign(")");
  }

  // Statements

  void decl() {
    put("decl");
    for (unsigned i = below(3) + 1; i > 0; --i) {
      name();
      if (chance(4)) put(chance(2) ? ":=" : "="), expression(below(3));
      if (i > 1) sign(",");
    }
  }

  void assignment() {
    names(3);
    put(chance(2) ? ":=" : "=");
    if (chance(4)) return plain_name(), arguments();
    // An operand that is a name and a following '(' would be a call.
    sign("(");
    expression(below(4));
    sign(")");
    if (chance(2)) sign(","), expressions(2);
    if (chance(5)) put("constrain"), expression(below(3), true);
  }

  void assumption() {
    static constexpr std::array<std::string_view, 4> words = {"assert", "assume", "abortif",
                                                              "constrain"};
    const std::string_view word = any(words);
    put(word);
    expression(below(4), word == "constrain");
  }

  void simple() {
    switch (below(14)) {
      case 0: return put("skip");
      case 1: return put("print"), arguments();
      case 2: return put("goto"), label(), chance(2) ? (sign(","), label()) : void();
      case 3: return put("return"), chance(2) ? expressions(3) : void();
      case 4:
      case 5:
      case 6: return assignment();
      case 7: return chance(2) ? put("call") : void(), plain_name(), arguments();
      case 8:
      case 9: return assumption();
      case 10: return put("dead"), names(2);
      case 11: return decl();
      case 12:
        return chance(2) ? (put("start_thread"), put("goto"), label())
                         : (put("start_thread"), plain_name(), arguments());
      default:
        static constexpr std::array<std::string_view, 3> words = {"atomic_begin", "atomic_end",
                                                                  "end_thread"};
        return put(any(words));
    }
  }

  /// Whether the statement just written needs its ';'.
  bool statement() {
    for (unsigned i = chance(4) ? below(3) : 0; i > 0; --i) label(), sign(":");
    if (depth_ >= 4 || !chance(3)) return simple(), true;
    ++depth_;
    chance(3) ? loop() : choice();
    --depth_;
    return false;
  }

  void sequence() {
    for (unsigned i = below(4); i > 0; --i) {
      const bool needed = statement();
      if ((needed && i > 1) || chance(2)) sign(";");
      if (chance(20)) sign(";");
    }
  }

  void block() { put("{"), sequence(), put("}"); }

  void condition_in_parens() { sign("("), expression(below(3)), sign(")"); }

  void condition() { chance(2) ? condition_in_parens() : expression(below(3)); }

  void loop() {
    put("while");
    if (braces_) return condition_in_parens(), block();
    condition(), put("do"), sequence(), put("od");
  }

  void choice() {
    put("if");
    if (braces_) {
      condition_in_parens(), block();
      while (chance(3)) put("else"), put("if"), condition_in_parens(), block();
      if (chance(2)) put("else"), block();
      return;
    }
    condition(), put("then"), sequence();
    while (chance(3)) put("elsif"), condition(), put("then"), sequence();
    if (chance(2)) put("else"), sequence();
    put("fi");
  }

  // Programs

  void procedure() {
    static constexpr std::array<std::string_view, 5> types = {"", "void", "bool", "bool<3>",
                                                              "bool < 1 >"};
    if (chance(4)) put("dfs");
    put(any(types));
    plain_name();
    sign("(");
    if (chance(2)) names(3);
    sign(")");
    put(braces_ ? "{" : "begin");
    while (chance(3)) decl(), sign(";");
    if (chance(4)) put("enforce"), expression(below(3)), sign(";");
    sequence();
    put(braces_ ? "}" : "end");
    if (chance(5)) sign(";");
  }

  void item(bool top) {
    if (chance(3)) return decl(), sign(";");
    if (!top || !chance(5)) return procedure();
    put("thread"), plain_name();
    if (chance(2)) put("*"), put("3");
    put("begin");
    for (unsigned i = below(3); i > 0; --i) item(false);
    put("end");
    if (chance(5)) sign(";");
  }
};

}  // namespace

std::string random_text(std::uint64_t seed) {
  return Writer(seed).run();
}

}  // namespace hardbop::bp::test
