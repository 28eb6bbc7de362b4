// SPDX-License-Identifier: MIT
#include <optional>

#include "base/certificate/tokens.hpp"
#include "words/certify/parameters.hpp"
#include "words/certify/proof.hpp"

namespace hardbop::words {

namespace {

using certify::Definition;
using certify::Tokens;

class Reader {
 public:
  Reader(const Graph& graph, Proof& proof) : graph_(graph), proof_(proof) {}

  void run(const Definition& definition) {
    Tokens tokens(definition.parameters, definition.line);
    const bool is_predicate = definition.name.starts_with('p');
    if (!is_predicate && !definition.name.starts_with("at"))
      tokens.fail("a definition that a certificate cannot contain");
    const std::uint32_t index = tokens.number(definition.name.substr(is_predicate ? 1 : 2));
    if (is_predicate)
      predicate(index, definition, tokens);
    else
      invariant(index, definition, tokens);
  }

 private:
  const Graph& graph_;
  Proof& proof_;

  void predicate(std::uint32_t index, const Definition& definition, Tokens& tokens) {
    if (index != proof_.predicates.size()) tokens.fail("predicates must come in order");
    Proof::Predicate& made = proof_.predicates.emplace_back();
    made.body = definition.body;
    while (const std::optional<Parameter> one = next_parameter(tokens)) {
      const bool is_array = one->kind == 'a';
      const bool is_at_entry = one->kind == 'e';
      const std::size_t most = is_array ? graph_.arrays.size() : graph_.variables.size();
      if ((one->kind != 'v' && !is_array && !is_at_entry) || one->number >= most)
        tokens.fail("a predicate uses variables that the program does not have");
      (is_array      ? made.arrays
       : is_at_entry ? made.at_entry
                     : made.variables)
          .push_back(one->number);
    }
  }

  void invariant(BlockId block, const Definition& definition, Tokens& tokens) {
    const auto [place, is_new] = proof_.invariants.try_emplace(block);
    if (!is_new) tokens.fail("a block with two invariants");
    place->second.body = definition.body;
    while (const std::optional<Parameter> one = next_parameter(tokens)) {
      if ((one->kind != 'e' && one->kind != 'c') || one->number >= proof_.predicates.size())
        tokens.fail("an invariant uses predicates that are not defined");
      place->second.arguments.push_back({one->kind == 'e', one->number});
    }
  }
};

}  // namespace

ReadProof read_proof(const Graph& graph, const certify::Script& script) {
  ReadProof out;
  Reader reader(graph, out.proof);
  try {
    for (const Definition& definition : script.definitions) reader.run(definition);
  } catch (certify::BadScript& bad) {
    out.error = std::move(bad.error);
  }
  return out;
}

}  // namespace hardbop::words
