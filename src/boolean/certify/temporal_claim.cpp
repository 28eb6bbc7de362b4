// SPDX-License-Identifier: MIT
#include "boolean/certify/temporal_claim.hpp"

#include <fmt/format.h>

#include "boolean/logic/linear.hpp"
#include "boolean/logic/parse.hpp"

namespace hardbop::certify {

namespace {

constexpr std::string_view ltl_prefix = "ltl ";
constexpr std::string_view ctl_prefix = "ctl ";
constexpr std::string_view termination = "termination";

/// Without a name that was given to it.
std::string_view without_name(std::string_view property) {
  if (!property.ends_with(')')) return property;
  for (const std::string_view kind : {ltl_prefix, ctl_prefix}) {
    if (property.starts_with(kind)) return property;
    const std::size_t at = property.find(fmt::format(" ({}", kind));
    if (at != std::string_view::npos) return property.substr(at + 2, property.size() - at - 3);
  }
  return property.ends_with(" (termination)") ? termination : property;
}

}  // namespace

TemporalClaim read_temporal_claim(const bp::Graph& graph, const std::string& property) {
  const std::string_view text = without_name(property);
  if (text == termination) return {true, temporal::termination_formula(), ""};
  const bool is_ltl = text.starts_with(ltl_prefix);
  if (!is_ltl && !text.starts_with(ctl_prefix)) return {};
  const SourceFile source("formula", std::string(text.substr(ltl_prefix.size())));
  const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
  Diagnostics diagnostics;
  const auto logic = is_ltl ? temporal::Logic::Ltl : temporal::Logic::Ctl;
  auto formula = temporal::parse_formula(source, all, logic, graph, diagnostics);
  if (!formula) return {true, {}, fmt::format("{}: {}", property, diagnostics.all().front().text)};
  if (is_ltl) return {true, std::move(formula), ""};
  auto linear = temporal::as_ltl(*formula);
  if (linear) return {true, std::move(linear), ""};
  return {true,
          {},
          fmt::format("evidence of this kind does not concern {}: it needs more than one run",
                      property),
          std::move(formula)};
}

}  // namespace hardbop::certify
