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
#include <charconv>
#include <fmt/format.h>
#include <unordered_map>

#include "base/bdd/io.hpp"
#include "base/bdd/traversal.hpp"

namespace hardbop::bdd {

namespace {

constexpr std::string_view magic = "hardbop-bdd 1";

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

  static std::string_view word(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const std::string_view found = text.substr(0, text.find(' '));
    text.remove_prefix(found.size());
    return found;
  }

  template <class Number>
  static bool number(std::string_view text, Number& value) {
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} && end == text.data() + text.size() && !text.empty();
  }

  bool header() { return line() == magic || fail(fmt::format("'{}' was expected", magic)); }

  bool section(std::string_view name, std::size_t& count) {
    std::string_view text = line();
    if (word(text) != name || !number(word(text), count) || !word(text).empty())
      return fail(fmt::format("'{}' and a count were expected", name));
    // Each entry takes a line, so a count beyond the text is a lie.
    if (count > rest_.size()) return fail(fmt::format("there are fewer {} than that", name));
    return true;
  }

  static bool unescape(std::string_view text, std::string& name) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        name += text[i];
      } else if (++i < text.size()) {
        name += text[i] == 'n' ? '\n' : text[i];
      } else {
        return false;
      }
    }
    return true;
  }

  bool variables() {
    std::size_t count = 0;
    if (!section("variables", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view text = line();
      Var var = 0;
      if (!number(word(text), var) || var >= max_variables)
        return fail("a variable's number was expected");
      if (!text.empty()) text.remove_prefix(1);
      std::string name;
      if (!unescape(text, name)) return fail("a quoted name was expected");
      if (var < known_.size() && known_[var]) return fail("the variable is listed twice");
      if (known_.size() <= var) known_.resize(var + 1);
      known_[var] = true;
      while (manager_.var_count() <= var) manager_.new_var();
      if (var >= first_new_) manager_.set_name(var, std::move(name));
    }
    return true;
  }

  bool reference(std::string_view text, Bdd& f) {
    if (text == "T" || text == "F") {
      f = manager_.constant(text == "T");
      return true;
    }
    std::int64_t name = 0;
    if (!number(text, name) || name == 0) return fail("a reference was expected");
    const auto place = static_cast<std::uint64_t>(name < 0 ? -(name + 1) : name - 1);
    if (place >= nodes_.size()) return fail("a reference should be to an earlier node");
    f = name < 0 ? !nodes_[place] : nodes_[place];
    return true;
  }

  bool nodes() {
    std::size_t count = 0;
    if (!section("nodes", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view text = line();
      Var var = 0;
      if (!number(word(text), var) || var >= known_.size() || !known_[var])
        return fail("a listed variable was expected");
      Bdd high;
      Bdd low;
      if (!reference(word(text), high) || !reference(word(text), low)) return false;
      if (!word(text).empty()) return fail("a node has a variable and two references");
      nodes_.push_back(ite(manager_.var(var), high, low));
    }
    return true;
  }

  bool roots(std::vector<Bdd>& found) {
    std::size_t count = 0;
    if (!section("roots", count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view text = line();
      Bdd root;
      if (!reference(word(text), root)) return false;
      if (!word(text).empty()) return fail("one reference was expected");
      found.push_back(std::move(root));
    }
    return true;
  }

  bool ending() {
    if (line() != "end") return fail("'end' was expected");
    return rest_.empty() || fail("nothing was expected after 'end'");
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
