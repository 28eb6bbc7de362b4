// SPDX-License-Identifier: MIT
#include "c/verify/certificate.hpp"
#include "product/api/c_question.hpp"
#include "product/api/c_read.hpp"

namespace hardbop {

namespace {

Validation::Status to_status(verify::Judgement::Kind kind) {
  switch (kind) {
    case verify::Judgement::Kind::Valid: return Validation::Status::Valid;
    case verify::Judgement::Kind::Invalid: return Validation::Status::Invalid;
    case verify::Judgement::Kind::BadInput: return Validation::Status::BadInput;
    case verify::Judgement::Kind::Unknown: break;
  }
  return Validation::Status::Unknown;
}

}  // namespace

Validation validate_c(const std::vector<CSource>& sources, const std::string& evidence,
                      const std::vector<std::string>& properties, const std::vector<CRule>& rules) {
  const verify::Judgement found = verify::check_certificate(api::to_sources(sources), evidence,
                                                            {properties, api::to_texts(rules)});
  const std::string line = found.message ? api::to_message(*found.message).to_string() : found.text;
  return {to_status(found.kind), {line}};
}

}  // namespace hardbop
