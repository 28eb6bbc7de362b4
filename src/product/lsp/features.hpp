// SPDX-License-Identifier: MIT
// What the server says about a document, each as the JSON of the protocol. Private to the layer.
#pragma once

#include "product/lsp/document.hpp"

namespace hardbop::lsp {

[[nodiscard]] Json diagnostics_json(const Document& document);
/// Null where there is nothing to say.
[[nodiscard]] Json hover_json(const Document& document, SourceOffset offset);
[[nodiscard]] Json definition_json(const Document& document, SourceOffset offset);
[[nodiscard]] Json references_json(const Document& document, SourceOffset offset,
                                   bool with_definition);
[[nodiscard]] Json symbols_json(const Document& document);
/// One edit, or none; null if the text has errors.
[[nodiscard]] Json formatting_json(const Document& document);
/// "check this label" and "check the assertions"; "solve" of a query of a fixed-point system.
[[nodiscard]] Json lenses_json(const Document& document);

/// The answer to such a lens: a message for the user, and places of the trace.
struct CheckedPlace {
  std::string message;
  Json trace;  // a list of {"range", "statement", "values"}; empty if it holds
};
/// `label` is "main.R"; empty for all assertions.
[[nodiscard]] CheckedPlace check_place(const Document& document, const std::string& label,
                                       double seconds);
/// What a query of a fixed-point system answers: a text for the user.
[[nodiscard]] std::string solve_query(const Document& document, std::size_t query, double seconds);

}  // namespace hardbop::lsp
