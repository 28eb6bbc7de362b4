// SPDX-License-Identifier: MIT
// Each statement becomes one of the Boolean program. `if` and `do` choose among the guards that are
// true, so they are a goto to assumptions; the branch of `else` assumes that no guard is true, and
// without one a run ends where none is. Variables of an enumeration have its values only: where one
// becomes arbitrary, that is assumed.
#include "boolean/import/remopla.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/import/program_text.hpp"
#include "boolean/import/remopla_expression.hpp"

namespace hardbop::importing {

namespace {

using Texts = std::vector<std::string>;

class RemoplaReader {
 public:
  explicit RemoplaReader(std::string_view text)
      : tokens_(text), scope_(tokens_), expressions_(tokens_, scope_) {}

  std::string run() {
    while (!tokens_.at_end()) top_level();
    if (init_.text.empty())
      throw Refusal{tokens_.look().at, "there is no init", "write init main;"};
    const RemoplaModule* const first = scope_.module(init_.text);
    if (first == nullptr)
      throw Refusal{init_.at, fmt::format("no module {}", quote_name(init_.text))};
    write_globals();
    write_start(*first);
    for (const auto& [name, module] : scope_.modules) write_module(name, module);
    return std::move(out_);
  }

 private:
  MopedTokens tokens_;
  RemoplaScope scope_;
  RemoplaExpressions expressions_;
  MopedToken init_;
  std::string out_;
  // Of the module at hand
  const RemoplaModule* module_ = nullptr;
  std::set<std::string, std::less<>> labels_;
  std::vector<MopedToken> jumps_;
  std::size_t blocks_ = 0;        // that have labels of their own
  std::vector<std::size_t> dos_;  // that are open
  unsigned depth_ = 0;

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_ += "  ";
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  // The file

  void top_level() {
    if (tokens_.is("define")) return scope_.define();
    if (tokens_.is("module")) return module();
    if (scope_.at_declaration()) {
      const Texts names = scope_.declare(scope_.globals);
      scope_.global_names.insert(scope_.global_names.end(), names.begin(), names.end());
      return;
    }
    if (tokens_.skip_if("init")) {
      init_ = tokens_.take_name("the module that runs start in");
      if (!tokens_.is(";"))
        throw Refusal{tokens_.look().at, "an initial stack of several symbols is not supported"};
      tokens_.expect(";");
      return;
    }
    const bool is_rule = tokens_.look(1).text == "<";
    throw Refusal{tokens_.look().at,
                  is_rule ? "rules are not supported in Remopla"
                          : "expected define, a declaration, init or module",
                  is_rule ? "a file with rules alone can be read as a pushdown system, *.pds" : ""};
  }

  void module() {
    const std::string name = scope_.module_head();
    if (tokens_.skip_if(";")) return;
    RemoplaModule& made = scope_.modules.find(name)->second;
    if (made.body != 0) throw Refusal{tokens_.look().at, "the module has a body already"};
    made.body = tokens_.position();
    tokens_.skip_braces();
  }

  // Writing

  [[nodiscard]] static std::string module_text(std::string_view name) {
    return name_text(fmt::format("module {}", name));
  }

  void write_globals() {
    for (const std::string& name : scope_.global_names)
      out_ += fmt::format("decl {};\n", joined(scope_.globals.find(name)->second.bits));
  }

  void assume_in_range(const RemoplaVariable& variable) {
    if (variable.type.is_partial())
      line("assume({});",
           less_text(variable.bits, number_bits(variable.type.values, variable.type.bits + 1)));
  }

  void write_start(const RemoplaModule& first) {
    out_ += "\nvoid main() begin\n";
    for (const std::string& name : scope_.global_names)
      assume_in_range(scope_.globals.find(name)->second);
    Texts arguments;
    for (const RemoplaVariable& formal : first.formals)
      arguments.insert(arguments.end(), formal.bits.size(), "*");
    const Texts results(first.result.bits, "_");
    line("{}{}{}({});", joined(results), results.empty() ? "" : " := ", module_text(init_.text),
         joined(arguments));
    out_ += "end\n";
  }

  void write_module(const std::string& name, const RemoplaModule& module) {
    if (module.body == 0)
      throw Refusal{module.at, fmt::format("module {} has no body", quote_name(name))};
    module_ = &module;
    labels_.clear();
    jumps_.clear();
    tokens_.return_to(module.body);
    RemoplaVariables locals = module.scope;
    Texts formals;
    for (const RemoplaVariable& formal : module.formals)
      formals.insert(formals.end(), formal.bits.begin(), formal.bits.end());
    const unsigned results = module.result.bits;
    out_ +=
        fmt::format("\n{} {}({}) begin\n", results == 0 ? "void" : fmt::format("bool<{}>", results),
                    module_text(name), joined(formals));
    tokens_.expect("{");
    while (scope_.at_declaration())
      for (const std::string& local : scope_.declare(locals))
        line("decl {};", joined(locals.find(local)->second.bits));
    expressions_.enter(locals);
    for (const auto& [local, variable] : locals) assume_in_range(variable);
    statements("}");
    tokens_.expect("}");
    out_ += "end\n";
    for (const MopedToken& jump : jumps_)
      if (!labels_.contains(jump.text))
        throw Refusal{jump.at, fmt::format("no label {} in this module", quote_name(jump.text)),
                      "jumps from one module into another are not supported"};
  }

  // Statements

  void statements(std::string_view end, std::string_view other_end = "::") {
    if (++depth_ > deepest_nesting / 2) throw Refusal{tokens_.look().at, "nested too deeply"};
    while (!tokens_.is(end) && !tokens_.is(other_end)) {
      if (tokens_.at_end()) throw Refusal{tokens_.look().at, "the file ends inside a module"};
      statement();
    }
    --depth_;
  }

  void statement() {
    if (tokens_.look().kind == MopedToken::Kind::Name && tokens_.look(1).text == ":") {
      const MopedToken label = tokens_.take();
      tokens_.expect(":");
      if (!labels_.insert(std::string(label.text)).second)
        throw Refusal{label.at, fmt::format("label {} is there twice", quote_name(label.text))};
      out_ += fmt::format("{}: skip;\n", name_text(label.text));
    }
    if (tokens_.skip_if("if")) return choice("fi");
    if (tokens_.skip_if("do")) return choice("od");
    simple();
    tokens_.expect(";");
  }

  void simple() {
    if (tokens_.skip_if("skip")) return skip();
    if (tokens_.skip_if("return")) return give_back();
    if (tokens_.skip_if("goto")) {
      jumps_.push_back(tokens_.take_name("a label"));
      line("goto {};", name_text(jumps_.back().text));
      return refuse_more();
    }
    if (tokens_.is("break")) {
      if (dos_.empty()) throw Refusal{tokens_.look().at, "break outside of do"};
      tokens_.take();
      line("goto {{end {}}};", dos_.back());
      return;
    }
    if (tokens_.is("fork")) throw Refusal{tokens_.look().at, "threads are not supported"};
    if (tokens_.look(1).text == "(") {
      const MopedToken name = tokens_.take();
      call(name, nullptr);
      return refuse_more();
    }
    if (tokens_.look(1).text == "=" && tokens_.look(3).text == "(" &&
        tokens_.look(2).kind == MopedToken::Kind::Name) {
      const MopedToken left = tokens_.take();
      const RemoplaVariable& variable = expressions_.variable(left);
      tokens_.expect("=");
      const MopedToken name = tokens_.take();
      call(name, &variable);
      return refuse_more();
    }
    assign();
  }

  void refuse_more() const {
    if (tokens_.is(","))
      throw Refusal{tokens_.look().at, "assignments beside a call or jump are not supported",
                    "write them as a statement before it"};
  }

  void skip() {
    if (!tokens_.skip_if("(")) return line("skip;");
    const std::string condition = expressions_.condition();
    tokens_.expect(")");
    line("assume({});", condition);
  }

  /// As bits of a type; what a variable has beyond them must be zero, or there is no such step.
  [[nodiscard]] Texts fitted(RemoplaValue value, const RemoplaType& type) {
    const bool is_bool = type.kind == RemoplaType::Kind::Bool;
    if (value.is_bool != is_bool)
      throw Refusal{value.at, is_bool ? "expected a Boolean value" : "expected a number"};
    if (!is_bool) value.expect_below(type.values);
    if (type.is_partial())
      line("assume({});", less_text(value.bits, number_bits(type.values, type.bits + 1)));
    for (std::size_t i = type.bits; i < value.bits.size(); ++i) line("assume(!{});", value.bits[i]);
    value.bits.resize(type.bits, "F");
    return value.bits;
  }

  void assign() {
    Texts left;
    Texts right;
    std::vector<const RemoplaVariable*> arbitrary;
    do {
      const MopedToken name = tokens_.take_name("a statement");
      const RemoplaVariable& variable = expressions_.variable(name);
      tokens_.expect("=");
      left.insert(left.end(), variable.bits.begin(), variable.bits.end());
      if (tokens_.skip_if("undef")) {
        right.insert(right.end(), variable.bits.size(), "*");
        arbitrary.push_back(&variable);
        continue;
      }
      const Texts bits = fitted(expressions_.value(), variable.type);
      right.insert(right.end(), bits.begin(), bits.end());
    } while (tokens_.skip_if(","));
    Texts sorted = left;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
      throw Refusal{tokens_.look().at, "a variable is assigned twice in one statement"};
    line("{} := {};", joined(left), joined(right));
    for (const RemoplaVariable* const variable : arbitrary) assume_in_range(*variable);
  }

  void call(const MopedToken& name, const RemoplaVariable* result) {
    const RemoplaModule* const callee = scope_.module(name.text);
    if (callee == nullptr)
      throw Refusal{name.at, fmt::format("no module {}", quote_name(name.text))};
    if (result != nullptr &&
        (result->type.kind != callee->result.kind || result->type.bits < callee->result.bits))
      throw Refusal{name.at, "the module's result has another type"};
    tokens_.expect("(");
    Texts arguments;
    for (std::size_t i = 0; i < callee->formals.size(); ++i) {
      if (i > 0) tokens_.expect(",");
      const RemoplaType& type = callee->formals[i].type;
      const Texts bits =
          tokens_.skip_if("undef") ? Texts(type.bits, "*") : fitted(expressions_.value(), type);
      arguments.insert(arguments.end(), bits.begin(), bits.end());
    }
    tokens_.expect(")");
    Texts left(callee->result.bits, "_");
    if (result != nullptr) std::copy_n(result->bits.begin(), left.size(), left.begin());
    line("{}{}{}({});", joined(left), left.empty() ? "" : " := ", module_text(name.text),
         joined(arguments));
    if (result == nullptr) return;
    for (std::size_t i = left.size(); i < result->bits.size(); ++i)
      line("{} := F;", result->bits[i]);
  }

  void give_back() {
    if (tokens_.is(";")) {
      if (module_->result.kind != RemoplaType::Kind::Void)
        throw Refusal{tokens_.look().at, "return needs a value here"};
      return line("return;");
    }
    if (module_->result.kind == RemoplaType::Kind::Void)
      throw Refusal{tokens_.look().at, "the module gives no value back"};
    line("return {};", joined(fitted(expressions_.value(), module_->result)));
  }

  // Branches

  void choice(std::string_view end) {
    const std::size_t number = blocks_++;
    const bool is_loop = end == "od";
    if (is_loop) dos_.push_back(number);
    out_ += fmt::format("{{head {}}}: skip;\n", number);
    const std::string before = std::move(out_);
    out_.clear();
    Texts labels;
    Texts guards;
    bool has_else = false;
    while (tokens_.skip_if("::")) {
      if (has_else) throw Refusal{tokens_.look().at, "else must be the last branch"};
      labels.push_back(fmt::format("{{branch {}.{}}}", number, labels.size()));
      has_else = tokens_.skip_if("else");
      std::string condition;
      if (has_else) {
        condition = "!(F";
        for (const std::string& guard : guards) condition += " | " + guard;
        condition += ")";
      } else {
        condition = expressions_.condition();
        guards.push_back(condition);
      }
      tokens_.expect("->");
      out_ += fmt::format("{}: assume({});\n", labels.back(), condition);
      statements(end);
      line("goto {{{} {}}};", is_loop ? "head" : "end", number);
    }
    if (labels.empty()) throw Refusal{tokens_.look().at, "expected '::'"};
    tokens_.expect(end);
    tokens_.skip_if(";");
    if (is_loop) dos_.pop_back();
    out_ = fmt::format("{}  goto {};\n{}{{end {}}}: skip;\n", before, joined(labels), out_, number);
  }
};

}  // namespace

Imported read_remopla(std::string_view text) {
  Imported out;
  try {
    out.text = RemoplaReader(text).run();
  } catch (Refusal& refusal) {
    out.diagnostics.error(refusal.at, std::move(refusal.text), std::move(refusal.hint));
  }
  return out;
}

}  // namespace hardbop::importing
