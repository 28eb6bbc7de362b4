// SPDX-License-Identifier: MIT
// Rules that C programs are to keep. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "base/certificate/claim.hpp"
#include "base/util/source.hpp"
#include "c/il/il.hpp"
#include "c/rules/rule.hpp"
#include "product/api/c_property.hpp"
#include "product/api/c_read.hpp"
#include "words/engine/image/image_engine.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

/// A rule, and what answers need to know of it.
struct WovenRule {
  std::string name;
  SourceFile file;
  rules::Rule rule;
  bool watches = false;

  /// What the rule says, of the text of a statement Error.
  [[nodiscard]] std::string message(const std::string& error) const;
};

/// Errors go to the answer.
[[nodiscard]] std::vector<WovenRule> read_rules(const CQuestion& c_question,
                                                const Question& question, CAnswer& out);
[[nodiscard]] std::vector<std::string> watched_functions(const std::vector<WovenRule>& rules);

/// How a program is read for a property, or, where that is null, for rules.
[[nodiscard]] CReading reading_of(const CProperty* property, const std::vector<WovenRule>& rules);

/// The figures of several questions have the question's name before them, from number `from` on.
void name_statistics(std::size_t from, const std::string& name, CAnswer& out);

/// Makes a rule part of a program. Errors go to the answer.
void weave(const WovenRule& rule, c::Program& program, CAnswer& out);

class Announcement;

/// One result for each rule. `claim`: of what a certificate is to be one.
void check_rules(const c::Program& program, const std::vector<CSource>& sources,
                 const CQuestion& c_question, const image::ImageOptions& options,
                 const std::vector<WovenRule>& rules, const certify::Claim& claim,
                 Announcement& announcement, CAnswer& out);

/// Decides a program that is woven with the rule. Adds a result.
void decide_rule(const c::Program& program, const std::vector<CSource>& sources,
                 const CQuestion& c_question, const Question& question,
                 const image::ImageOptions& options, const WovenRule& rule,
                 const certify::Claim& claim, CAnswer& out);

}  // namespace hardbop::api
