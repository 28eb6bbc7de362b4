// SPDX-License-Identifier: MIT
#include "c/verify/certificate.hpp"
#include "product/api/c_question.hpp"
#include "product/api/c_read.hpp"
#include "product/api/validation.hpp"

namespace hardbop {

Validation validate_c(const std::vector<CSource>& sources, const std::string& evidence,
                      const std::vector<std::string>& properties, const std::vector<CRule>& rules) {
  const verify::Judgement found = verify::check_certificate(api::to_sources(sources), evidence,
                                                            {properties, api::to_texts(rules)});
  const std::string line = found.message ? api::to_message(*found.message).to_string() : found.text;
  return api::to_public({found.kind, {line}});
}

}  // namespace hardbop
