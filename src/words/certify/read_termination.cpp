// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "base/certificate/tokens.hpp"
#include "words/certify/parameters.hpp"
#include "words/certify/termination.hpp"

namespace hardbop::words {

namespace {

class TerminationReader {
 public:
  TerminationReader(const Subject& subject, TerminationProof& proof)
      : subject_(subject), proof_(proof) {}

  void run(const certify::Definition& definition) {
    certify::Tokens tokens(definition.parameters, definition.line);
    const std::string_view name = definition.name;
    const std::size_t digits = name.find_first_of("0123456789");
    const std::string_view kind = name.substr(0, digits);
    const std::size_t line = std::min(name.find('_'), name.size());
    if (digits == std::string_view::npos) refuse(tokens);
    const std::uint32_t number = tokens.number(name.substr(digits, line - digits));
    const bool is_rank = kind == "loop" || kind == "call";
    if (is_rank == definition.is_condition || is_rank == (line == name.size())) refuse(tokens);
    Condition made = condition(definition, tokens);
    if (kind == "at") {
      add(proof_.invariants, number, std::move(made), tokens);
    } else if (kind == "left") {
      check_exit(number, made, tokens);
      add(proof_.exits, std::size_t{number}, std::move(made), tokens);
    } else if (is_rank) {
      std::vector<Condition>& rank =
          kind == "loop" ? proof_.loops[number] : proof_.recursions[number];
      if (tokens.number(name.substr(line + 1)) != rank.size())
        tokens.fail("parts of a rank must come in order");
      rank.push_back(std::move(made));
    } else {
      refuse(tokens);
    }
  }

 private:
  const Subject& subject_;
  TerminationProof& proof_;

  [[noreturn]] static void refuse(const certify::Tokens& tokens) {
    tokens.fail("a definition that a certificate cannot contain");
  }

  template <typename Key>
  static void add(std::map<Key, Condition>& all, Key key, Condition made,
                  const certify::Tokens& tokens) {
    if (!all.try_emplace(key, std::move(made)).second) tokens.fail("a place with two invariants");
  }

  [[nodiscard]] Condition condition(const certify::Definition& definition,
                                    certify::Tokens& tokens) const {
    Condition out;
    out.body = definition.body;
    while (const std::optional<Parameter> one = next_parameter(tokens)) {
      if (one->kind != 'v' || one->number >= subject_.graph.variables.size())
        tokens.fail("a definition uses variables that the program does not have");
      out.variables.push_back(one->number);
    }
    return out;
  }

  /// A caller does not know other locals of who it called.
  void check_exit(std::size_t number, const Condition& made, const certify::Tokens& tokens) const {
    if (number >= subject_.procedures.size()) refuse(tokens);
    const Subject::Procedure& procedure = subject_.procedures[number];
    const bool is_known = std::ranges::all_of(made.variables, [&](VariableId v) {
      return subject_.is_global[v] || procedure.parameters.contains(v) ||
             procedure.results.contains(v);
    });
    if (!is_known) tokens.fail("what a procedure leaves must not depend on its other locals");
  }
};

}  // namespace

ReadTermination read_termination(const Subject& subject, const certify::Script& script) {
  ReadTermination out;
  TerminationReader reader(subject, out.proof);
  try {
    for (const certify::Definition& definition : script.definitions) reader.run(definition);
  } catch (certify::BadScript& bad) {
    out.error = std::move(bad.error);
  }
  return out;
}

}  // namespace hardbop::words
