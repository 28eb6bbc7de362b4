// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/certificate/tokens.hpp"
#include "boolean/certify/names.hpp"
#include "boolean/certify/proof.hpp"
#include "boolean/certify/read_diagrams.hpp"

namespace hardbop::certify {

namespace {

using trace::DiagramRef;

constexpr std::array keys{names::dialect, names::entry,      names::kept,    names::switches,
                          names::rounds,  names::simulation, names::threads, names::verdict};

class ProofReader {
 public:
  explicit ProofReader(std::size_t most_nodes) : diagrams_(invariant_.nodes, most_nodes) {}

  trace::Invariant run(const Script& script) {
    for (const Note& note : script.notes) kept(note);
    for (const Definition& one : script.definitions) definition(one);
    return std::move(invariant_);
  }

 private:
  trace::Invariant invariant_;
  DiagramReader diagrams_;

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
      diagrams_.node(name, tokens);
    } else {
      tokens.fail(fmt::format("unknown name '{}'", name));
    }
  }

  /// Vertices of one procedure come together, in any order of procedures.
  void root(std::string_view digits, Tokens& tokens, std::vector<DiagramRef>& roots) const {
    const std::uint32_t index = tokens.number(digits);
    if (index != roots.size()) tokens.fail("invariants must come in order");
    roots.push_back(diagrams_.reference(tokens));
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
    all.back().push_back(diagrams_.reference(tokens));
  }
};

/// Of a proof of branching: all of one part, place by place; then the next part.
class BranchingReader {
 public:
  explicit BranchingReader(std::size_t most_nodes) : diagrams_(proof_.nodes, most_nodes) {}

  temporal::BranchingProof run(const Script& script) {
    for (const Note& note : script.notes)
      Tokens(note.value, note.line).fail(fmt::format("'{}' must come earlier", note.key));
    for (const Definition& one : script.definitions) definition(one);
    return std::move(proof_);
  }

 private:
  temporal::BranchingProof proof_;
  DiagramReader diagrams_;

  void definition(const Definition& definition) {
    Tokens tokens(definition.body, definition.line);
    const std::string_view name = definition.name;
    if (!definition.parameters.empty()) tokens.fail_missing("no parameters", definition.parameters);
    if (name.starts_with(names::set)) {
      set(name.substr(names::set.size()), tokens);
    } else if (name.starts_with(names::rank)) {
      beside(name.substr(names::rank.size()), &temporal::BranchingProof::Part::ranks, tokens);
    } else if (name.starts_with(names::pick)) {
      beside(name.substr(names::pick.size()), &temporal::BranchingProof::Part::picks, tokens);
    } else if (name.starts_with(names::node)) {
      diagrams_.node(name, tokens);
    } else {
      tokens.fail(fmt::format("unknown name '{}'", name));
    }
  }

  /// The numbers of a name, with dots between them.
  template <std::size_t count>
  static std::array<std::uint32_t, count> numbers(std::string_view name, const Tokens& tokens) {
    std::array<std::uint32_t, count> out{};
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t dot = i + 1 < count ? name.find('.') : name.size();
      out[i] = tokens.number(name.substr(0, dot));
      name.remove_prefix(std::min(dot, name.size() - 1) + (i + 1 < count ? 1 : 0));
    }
    return out;
  }

  void set(std::string_view name, Tokens& tokens) {
    const auto [part, place] = numbers<2>(name, tokens);
    auto& all = proof_.parts;
    if (part == all.size() && place == 0) all.emplace_back();
    if (part + 1 != all.size() || place != all.back().sets.size())
      tokens.fail("sets must come in order");
    all.back().sets.push_back(diagrams_.reference(tokens));
    all.back().ranks.emplace_back();
    all.back().picks.emplace_back();
  }

  /// Of the set before it.
  void beside(std::string_view name,
              std::vector<std::vector<DiagramRef>> temporal::BranchingProof::Part::*of,
              Tokens& tokens) {
    const auto [part, place, index] = numbers<3>(name, tokens);
    auto& all = proof_.parts;
    if (part + 1 != all.size() || place + 1 != all.back().sets.size() ||
        index != (all.back().*of).back().size())
      tokens.fail("ranks and picks must come in order");
    (all.back().*of).back().push_back(diagrams_.reference(tokens));
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

Claim about_branching(Claim claim, bool is_violated) {
  claim.options.push_back(
      {std::string(names::verdict), std::string(is_violated ? names::violated : names::holds)});
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
    if (out.script.script->claim.all(names::verdict).empty())
      out.invariant = ProofReader(text.size()).run(*out.script.script);
    else
      out.branching = BranchingReader(text.size()).run(*out.script.script);
    out.script.script->definitions = {};  // which are as large as the text
  } catch (BadScript& bad) {
    out.script = {{}, bad.line, std::move(bad.error), false};
  }
  return out;
}

}  // namespace hardbop::certify
