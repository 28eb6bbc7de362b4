// SPDX-License-Identifier: MIT
// Apart from all else of this layer: hardbop-validate links this file without any engine.
#include "boolean/certify/validate.hpp"

#include <fmt/format.h>
#include <memory>

#include <hardbop/evidence.hpp>

namespace hardbop {

namespace {

Validation::Status to_public(certify::Validation::Status status) {
  switch (status) {
    case certify::Validation::Status::Valid: return Validation::Status::Valid;
    case certify::Validation::Status::Invalid: return Validation::Status::Invalid;
    case certify::Validation::Status::BadInput: return Validation::Status::BadInput;
    case certify::Validation::Status::Unknown: return Validation::Status::Unknown;
  }
  return Validation::Status::Unknown;
}

}  // namespace

Validation validate(std::string program, std::string evidence, const ValidateOptions& options) {
  if (program.size() >= SourceFile::max_size || evidence.size() >= SourceFile::max_size)
    return {Validation::Status::BadInput, {"larger than 4 GB"}};
  Limits limits;
  limits.seconds = options.timeout;
  limits.cancel = options.cancel;
  Budget budget(limits);
  certify::Validation result = certify::validate(
      std::make_shared<const SourceFile>(options.program_name, std::move(program)),
      SourceFile(options.evidence_name, std::move(evidence)),
      {options.properties, options.entries, options.dialect}, budget);
  return {to_public(result.status), std::move(result.lines)};
}

}  // namespace hardbop
