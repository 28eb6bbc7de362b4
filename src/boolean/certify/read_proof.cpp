// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/certificate/tokens.hpp"
#include "boolean/certify/names.hpp"
#include "boolean/certify/proof.hpp"

namespace hardbop::certify {

namespace {

using trace::Decision;
using trace::DiagramRef;

constexpr std::array keys{names::dialect, names::entry,      names::kept,   names::switches,
                          names::rounds,  names::simulation, names::threads};

/// Of a name without what says which instance it is of.
std::string_view without_suffix(std::string_view name) {
  while (!name.empty() && (name.back() == '+' || name.back() == '!')) name.remove_suffix(1);
  return name;
}

class ProofReader {
 public:
  explicit ProofReader(std::size_t most_nodes) : most_nodes_(most_nodes) {}

  trace::Invariant run(const Script& script) {
    for (const Note& note : script.notes) kept(note);
    for (const Definition& one : script.definitions) definition(one);
    return std::move(invariant_);
  }

 private:
  trace::Invariant invariant_;
  std::size_t most_nodes_;

  void kept(const Note& note) {
    Tokens tokens(note.value, note.line);
    if (note.key != names::kept) tokens.fail(fmt::format("'{}' must come earlier", note.key));
    std::vector<std::uint32_t> numbers;
    for (std::string_view one = tokens.next(); !one.empty(); one = tokens.next())
      numbers.push_back(tokens.number(one));
    auto& all = invariant_.kept;
    if (numbers.empty() || numbers.front() != all.size())
      tokens.fail("procedures must come in order");
    numbers.erase(numbers.begin());
    all.push_back(std::move(numbers));
  }

  /// Diagrams are one definition per node, all others are roots.
  void definition(const Definition& definition) {
    Tokens tokens(definition.body, definition.line);
    const std::string_view name = definition.name;
    if (!definition.parameters.empty()) tokens.fail_missing("no parameters", definition.parameters);
    if (name.starts_with(names::path)) {
      root(name.substr(names::path.size()), tokens, invariant_.at);
    } else if (name.starts_with(names::summary)) {
      root(name.substr(names::summary.size()), tokens, invariant_.summaries);
    } else if (name.starts_with(names::rank)) {
      rank(name.substr(names::rank.size()), tokens);
    } else if (name.starts_with(names::node)) {
      node(without_suffix(name.substr(1)), tokens);
    } else {
      tokens.fail(fmt::format("unknown name '{}'", name));
    }
  }

  /// Vertices of one procedure come together, in any order of procedures.
  void root(std::string_view digits, Tokens& tokens, std::vector<DiagramRef>& roots) const {
    const std::uint32_t index = tokens.number(digits);
    if (index != roots.size()) tokens.fail("invariants must come in order");
    roots.push_back(reference(tokens));
  }

  /// All bits of a vertex, then those of the next.
  void rank(std::string_view name, Tokens& tokens) {
    const std::size_t dot = name.find('.');
    const std::uint32_t vertex = tokens.number(name.substr(0, dot));
    const std::uint32_t bit =
        tokens.number(dot == std::string_view::npos ? "" : name.substr(dot + 1));
    auto& all = invariant_.ranks;
    if (vertex == all.size() && bit == 0) all.emplace_back();
    if (vertex + 1 != all.size() || bit != all.back().size())
      tokens.fail("ranks must come in order");
    all.back().push_back(reference(tokens));
  }

  void node(std::string_view digits, Tokens& tokens) {
    const std::uint32_t index = tokens.number(digits);
    for (const std::string_view token : {"(", "ite"}) tokens.expect(token);
    trace::DiagramNode node;
    node.decision = decision(tokens);
    node.high = reference(tokens);
    node.low = reference(tokens);
    tokens.expect(")");
    auto& nodes = invariant_.nodes;
    if (index == 0 || index > most_nodes_) tokens.fail("no such node");
    if (index < nodes.size()) return;  // another instance of it
    nodes.resize(index);               // those between are not used
    nodes.push_back(node);
  }

  [[nodiscard]] static Decision decision(Tokens& tokens) {
    const std::string_view name = without_suffix(tokens.next());
    const std::size_t kind =
        name.empty() ? std::string_view::npos : names::decisions.find(name.front());
    if (kind == std::string_view::npos) tokens.fail_missing("a variable", name);
    return {static_cast<Decision::Kind>(kind), tokens.number(name.substr(1))};
  }

  [[nodiscard]] DiagramRef reference(Tokens& tokens) const {
    bool is_negated = false;
    std::string_view token = tokens.next();
    std::size_t open = 0;
    for (; token == "("; token = tokens.next(), ++open) {
      tokens.expect("not");
      is_negated = !is_negated;
    }
    const DiagramRef inner = leaf(token, tokens);
    for (; open != 0; --open) tokens.expect(")");
    return is_negated ? !inner : inner;
  }

  [[nodiscard]] DiagramRef leaf(std::string_view token, const Tokens& tokens) const {
    if (token == "true") return trace::diagram_true;
    if (token == "false") return trace::diagram_false;
    token = without_suffix(token);
    if (!token.starts_with(names::node)) tokens.fail_missing("a node", token);
    const std::uint32_t node = tokens.number(token.substr(1));
    if (node == 0 || node >= invariant_.nodes.size())
      tokens.fail("a node must be defined before it is used");
    return {node, false};
  }
};

}  // namespace

Claim make_claim(Claim::File file, const Reading& reading, std::vector<std::string> properties) {
  Claim claim;
  claim.files.push_back(std::move(file));
  claim.options.push_back({std::string(names::dialect), reading.dialect});
  for (const std::string& entry : reading.entries)
    claim.options.push_back({std::string(names::entry), entry});
  claim.properties = std::move(properties);
  return claim;
}

Claim about_part(Claim claim, const transform::Bound& bound, std::size_t simulation) {
  if (bound.kind == transform::Bound::Kind::None) {
    claim.options.push_back({std::string(names::threads), std::string(names::product)});
    return claim;
  }
  const bool rounds = bound.kind == transform::Bound::Kind::Rounds;
  claim.options.push_back(
      {std::string(rounds ? names::rounds : names::switches), std::to_string(bound.limit)});
  claim.options.push_back({std::string(names::simulation), std::to_string(simulation)});
  return claim;
}

Reading reading_of(const Claim& claim) {
  Reading reading;
  if (const std::vector<std::string> dialects = claim.all(names::dialect); !dialects.empty())
    reading.dialect = dialects.back();
  reading.entries = claim.all(names::entry);
  return reading;
}

ReadProof read_proof(std::string_view text) {
  ReadProof out;
  out.script = read_script(text, keys);
  if (!out.script.script) return out;
  try {
    out.invariant = ProofReader(text.size()).run(*out.script.script);
    out.script.script->definitions = {};  // which are as large as the text
  } catch (BadScript& bad) {
    out.script = {{}, bad.line, std::move(bad.error), false};
  }
  return out;
}

}  // namespace hardbop::certify
