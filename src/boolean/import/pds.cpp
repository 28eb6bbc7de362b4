// SPDX-License-Identifier: MIT
// The control state is a global, the stack symbol a local of the procedure `run`, whose activations
// are the stack: a rule that replaces the symbol assigns it, one that takes it away returns, one
// that adds symbols calls `run` for all but the last, which it assigns.
#include "boolean/import/pds.hpp"

#include <fmt/format.h>
#include <map>
#include <vector>

#include "boolean/import/program_text.hpp"
#include "boolean/import/tokens.hpp"

namespace hardbop::importing {

namespace {

/// Numbers by name, in the order in which they are met.
class Numbers {
 public:
  std::uint32_t number(std::string_view name) {
    const auto [place, is_new] =
        known_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, std::uint32_t> known_;
  std::vector<std::string> names_;
};

struct Configuration {
  std::uint32_t state = 0;
  std::vector<std::uint32_t> stack;  // the top first
};

struct PdsRule {
  Configuration from;
  Configuration to;
};

class PdsReader {
 public:
  explicit PdsReader(std::string_view text) : tokens_(text, MopedNames::Symbols) {}

  std::string run() {
    refuse_declarations();
    tokens_.expect("(");
    initial_ = configuration();
    tokens_.expect(")");
    tokens_.skip_if(";");
    while (!tokens_.at_end()) rule();
    return write();
  }

 private:
  MopedTokens tokens_;
  Numbers states_;
  Numbers symbols_;
  Configuration initial_;
  std::vector<PdsRule> rules_;

  // Reading

  void refuse_declarations() {
    for (const std::string_view word : {"global", "local", "bool", "int", "define", "module"})
      if (tokens_.is(word) && !(tokens_.look(1).text == "<"))
        throw Refusal{tokens_.look().at, "variables of pushdown systems are not supported",
                      "a file with variables and modules is Remopla, and must be named *.rem"};
    if (!tokens_.is("("))
      throw Refusal{tokens_.look().at, "expected the initial configuration, such as (p <main>)"};
  }

  Configuration configuration() {
    Configuration out;
    out.state = states_.number(tokens_.take_name("a control state").text);
    tokens_.expect("<");
    while (!tokens_.is(">"))
      out.stack.push_back(symbols_.number(tokens_.take_name("a stack symbol, or '>'").text));
    tokens_.expect(">");
    return out;
  }

  void rule() {
    const SourceSpan at = tokens_.look().at;
    PdsRule rule;
    rule.from = configuration();
    if (rule.from.stack.size() != 1)
      throw Refusal{at, "the left side of a rule has one stack symbol"};
    tokens_.expect("-->");
    rule.to = configuration();
    if (tokens_.look().kind == MopedToken::Kind::String) tokens_.take();
    if (tokens_.is("("))
      throw Refusal{tokens_.look().at, "conditions of rules are not supported",
                    "only pushdown systems without variables can be read"};
    tokens_.skip_if(";");
    rules_.push_back(std::move(rule));
  }

  // Writing

  [[nodiscard]] std::vector<std::string> state_bits() const {
    return bit_names("state", bits_for(states_.names().size()));
  }
  [[nodiscard]] std::vector<std::string> symbol_bits() const {
    return bit_names("symbol", bits_for(symbols_.names().size()));
  }
  [[nodiscard]] std::string symbol(std::uint32_t number) const {
    return joined(number_bits(number, bits_for(symbols_.names().size())));
  }
  [[nodiscard]] std::string set_state(std::uint32_t number) const {
    return fmt::format("{} := {};", joined(state_bits()),
                       joined(number_bits(number, bits_for(states_.names().size()))));
  }

  [[nodiscard]] std::string write() const {
    std::string out = fmt::format("decl {};\n\nvoid main() begin\n  {}\n", joined(state_bits()),
                                  set_state(initial_.state));
    for (const std::uint32_t one : initial_.stack)
      out += fmt::format("  {{run}}({});  // {}\n", symbol(one), symbols_.names()[one]);
    out += fmt::format("end\n\nvoid {{run}}({}) begin\n{{top}}: skip;\n", joined(symbol_bits()));
    std::vector<std::vector<const PdsRule*>> by_symbol(symbols_.names().size());
    for (const PdsRule& rule : rules_) by_symbol[rule.from.stack.front()].push_back(&rule);
    std::size_t written = 0;
    for (std::uint32_t one = 0; one < by_symbol.size(); ++one)
      out += write(one, by_symbol[one], written);
    return out + "  assume(F);\nend\n";
  }

  /// What can be done with a symbol on top.
  [[nodiscard]] std::string write(std::uint32_t top, const std::vector<const PdsRule*>& rules,
                                  std::size_t& written) const {
    const unsigned bits = bits_for(symbols_.names().size());
    std::string out = fmt::format("  if ({}) then\n{}: skip;\n",
                                  equal_text(symbol_bits(), number_bits(top, bits)),
                                  name_text(symbols_.names()[top]));
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < rules.size(); ++i)
      labels.push_back(fmt::format("{{rule {}}}", written + i));
    written += rules.size();
    out += labels.empty() ? "    assume(F);\n" : fmt::format("    goto {};\n", joined(labels));
    for (std::size_t i = 0; i < rules.size(); ++i) out += write(labels[i], *rules[i]);
    return out + "  fi\n";
  }

  [[nodiscard]] std::string write(const std::string& label, const PdsRule& rule) const {
    const unsigned bits = bits_for(states_.names().size());
    std::string out = fmt::format("{}: assume({});\n    {}\n", label,
                                  equal_text(state_bits(), number_bits(rule.from.state, bits)),
                                  set_state(rule.to.state));
    if (rule.to.stack.empty()) return out + "    return;\n";
    for (std::size_t i = 0; i + 1 < rule.to.stack.size(); ++i)
      out += fmt::format("    {{run}}({});\n", symbol(rule.to.stack[i]));
    return out + fmt::format("    {} := {};\n    goto {{top}};\n", joined(symbol_bits()),
                             symbol(rule.to.stack.back()));
  }
};

}  // namespace

Imported read_pds(std::string_view text) {
  Imported out;
  try {
    out.text = PdsReader(text).run();
  } catch (Refusal& refusal) {
    out.diagnostics.error(refusal.at, std::move(refusal.text), std::move(refusal.hint));
  }
  return out;
}

}  // namespace hardbop::importing
