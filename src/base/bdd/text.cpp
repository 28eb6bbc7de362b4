// SPDX-License-Identifier: MIT
// The text form. Lines of words; a node is named by its place in the list, from 1, and a
// reference is that number, negative where complemented; the constants are T and F:
//
//     hardbop-bdd 1
//     variables 2        then one line per variable: number and, quoted, its name
//     nodes 3            then one line per node, children first: variable high low
//     roots 1            then one line per root: a reference
//     end
//
// Loading trusts nothing: every number is checked against what came before, and nodes
// are rebuilt with if-then-else, so that any order, and any text, gives a proper diagram.
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <unordered_map>

#include "base/bdd/io.hpp"
#include "base/bdd/traversal.hpp"
#include "base/util/token_stream.hpp"

namespace hardbop::bdd {

namespace {

constexpr std::string_view magic = "hardbop-bdd 1";

constexpr std::array quotes{Quote{'"', '"', Quote::Escape::Backslash}};
constexpr TokenSyntax syntax{.quotes = quotes, .word_ends = CharacterSet(" ")};

std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

class Loader {
 public:
  Loader(Manager& manager, std::string_view text)
      : manager_(manager), rest_(text), first_new_(manager.var_count()) {}

  LoadResult run() {
    LoadResult result;
    if (!header() || !variables() || !nodes() || !roots(result.roots) || !ending()) {
      result.roots.clear();
      result.error = LoadError{line_, std::move(error_)};
    }
    return result;
  }

 private:
  Manager& manager_;
  std::string_view rest_;
  std::size_t first_new_;  // variables from here on are made by this load
  std::size_t line_ = 0;
  std::string error_;
  std::vector<bool> known_;  // variables listed
  std::vector<Bdd> nodes_;

  bool fail(std::string text) {
    error_ = std::move(text);
    return false;
  }

  /// The next line, empty at the end.
  std::string_view line() {
    ++line_;
    const std::size_t end = rest_.find('\n');
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return found;
  }

  bool fail_missing(std::string_view wanted, const TextToken& found) {
    return fail(missing(wanted, found.kind == TextToken::Kind::End ? "the end of the line"
                                                                   : quote_name(found.text)));
  }

  /// Whether there are no more words.
  bool ended(Scanner& words) {
    const TextToken token = words.next();
    return token.kind == TextToken::Kind::End || fail_missing("the end of the line", token);
  }

  template <class Number>
  static bool number(std::string_view text, Number& value) {
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} && end == text.data() + text.size() && !text.empty();
  }

  bool header() {
    const std::string_view found = line();
    return found == magic || fail(missing(fmt::format("'{}'", magic), quote_name(found)));
  }

  bool section(std::string_view name, std::size_t& count) {
    Scanner words(line(), syntax);
    const TextToken title = words.next();
    if (title.text != name) return fail_missing(fmt::format("'{}' and a count", name), title);
    const TextToken number_of = words.next();
    if (!number(number_of.text, count)) return fail_missing("a count", number_of);
    // Each entry takes a line, so a count beyond the text is a lie.
    if (count > rest_.size()) return fail(fmt::format("the text has fewer {} than that", name));
    return ended(words);
  }

  static std::string unescaped(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_escaped = text[i] == '\\';
      if (is_escaped) ++i;
      name += is_escaped && text[i] == 'n' ? '\n' : text[i];
    }
    return name;
  }

  bool variables() {
    std::size_t count = 0;
    if (!section("variables", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      Scanner words(line(), syntax);
      Var var = 0;
      const TextToken digits = words.next();
      if (!number(digits.text, var) || var >= max_variables)
        return fail_missing("a variable's number", digits);
      const TextToken name = words.next();
      if (name.kind != TextToken::Kind::Quoted) return fail_missing("a quoted name", name);
      if (!ended(words)) return false;
      if (var < known_.size() && known_[var]) return fail("the variable is listed twice");
      if (known_.size() <= var) known_.resize(var + 1);
      known_[var] = true;
      while (manager_.var_count() <= var) manager_.new_var();
      if (var >= first_new_) manager_.set_name(var, unescaped(name.inside()));
    }
    return true;
  }

  bool reference(Scanner& words, Bdd& f) {
    const TextToken token = words.next();
    const std::string_view text = token.text;
    if (text == "T" || text == "F") {
      f = manager_.constant(text == "T");
      return true;
    }
    std::int64_t name = 0;
    if (!number(text, name) || name == 0) return fail_missing("a reference", token);
    const auto place = static_cast<std::uint64_t>(name < 0 ? -(name + 1) : name - 1);
    if (place >= nodes_.size()) return fail("a reference must be to an earlier node");
    f = name < 0 ? !nodes_[place] : nodes_[place];
    return true;
  }

  bool nodes() {
    std::size_t count = 0;
    if (!section("nodes", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      Scanner words(line(), syntax);
      Var var = 0;
      const TextToken digits = words.next();
      if (!number(digits.text, var) || var >= known_.size() || !known_[var])
        return fail_missing("a listed variable", digits);
      Bdd high;
      Bdd low;
      if (!reference(words, high) || !reference(words, low) || !ended(words)) return false;
      nodes_.push_back(ite(manager_.var(var), high, low));
    }
    return true;
  }

  bool roots(std::vector<Bdd>& found) {
    std::size_t count = 0;
    if (!section("roots", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      Scanner words(line(), syntax);
      Bdd root;
      if (!reference(words, root) || !ended(words)) return false;
      found.push_back(std::move(root));
    }
    return true;
  }

  bool ending() {
    const std::string_view found = line();
    if (found != "end") return fail(missing("'end'", quote_name(found)));
    return rest_.empty() ||
           fail(missing("the end of the text", quote_name(rest_.substr(0, rest_.find('\n')))));
  }
};

}  // namespace

std::string save(const Manager& manager, std::span<const Bdd> roots) {
  Kernel& kernel = manager.kernel();
  Traversal traversal(kernel);
  for (const Bdd& root : roots) traversal.add(root.id());
  traversal.sort_bottom_up();
  std::unordered_map<Index, std::size_t> places;
  const auto reference = [&](Ref ref) -> std::string {
    if (is_constant(ref)) return ref == true_ref ? "T" : "F";
    return fmt::format("{}{}", complement_bit(ref) != 0 ? "-" : "", places.at(index_of(ref)));
  };
  std::string variables;
  std::string nodes;
  std::size_t variable_count = 0;
  Level last = terminal_level;
  for (const Index index : traversal.nodes()) {
    const Node& node = kernel.store.at(index);
    const Var var = kernel.order.var_at(node.level());
    if (node.level() != last) {
      variables += fmt::format("{} \"{}\"\n", var, escaped(kernel.order.name(var)));
      ++variable_count;
      last = node.level();
    }
    nodes += fmt::format("{} {} {}\n", var, reference(node.high), reference(node.low));
    places.emplace(index, places.size() + 1);
  }
  std::string out = fmt::format("{}\nvariables {}\n{}nodes {}\n{}roots {}\n", magic, variable_count,
                                variables, places.size(), nodes, roots.size());
  for (const Bdd& root : roots) out += reference(root.id()) + "\n";
  return out + "end\n";
}

LoadResult load(Manager& manager, std::string_view text) {
  return Loader(manager, text).run();
}

}  // namespace hardbop::bdd
