// SPDX-License-Identifier: MIT
// Expressions in the obligations of a certificate: each operation is named by a definition, so that
// what is shared is written once.
#pragma once

#include <set>
#include <string>

#include "base/certificate/script.hpp"
#include "base/smt/smt_terms.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Of what a proof about a graph is made.
[[nodiscard]] std::string logic_of(const Graph& graph);

/// Writes into the script what a term needs. Leaves are constants: `v` a variable, `a` an array,
/// `i` and `j` the inputs of both; `t` names an expression. A number that an operation of IEEE 754
/// makes is called `f`; its word `t` is there if it is used.
class Terms {
 public:
  Terms(certify::ScriptWriter& script, const Expressions& expressions);
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  /// The next obligation: nothing is declared yet.
  void begin(const std::string& title);
  /// A constant of any kind.
  std::string constant(char kind, std::uint64_t number, const std::string& sort);
  std::string value(ExprId id);

 private:
  certify::ScriptWriter& script_;
  const Expressions& expressions_;
  smt::SmtOperands operands_;
  // Of the question at hand:
  std::set<std::string> declared_;
  std::set<ExprId> defined_;

  std::string name(ExprId id);
  std::string number(ExprId id);
};

}  // namespace hardbop::words
