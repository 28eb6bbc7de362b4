// SPDX-License-Identifier: MIT
// Separate from the rest of this layer: hardbop-validate links this file without any engine.
#include "boolean/certify/validate.hpp"

#include <memory>

#include "product/api/validation.hpp"
#include <hardbop/evidence.hpp>

namespace hardbop {

Validation validate(std::string program, std::string evidence, const ValidateOptions& options) {
  if (program.size() >= SourceFile::max_size || evidence.size() >= SourceFile::max_size)
    return {Validation::Status::BadInput, {"larger than 4 GB"}};
  Limits limits;
  limits.seconds = options.timeout;
  limits.cancel = options.cancel;
  Budget budget(limits);
  return api::to_public(certify::validate(
      std::make_shared<const SourceFile>(options.program_name, std::move(program)),
      SourceFile(options.evidence_name, std::move(evidence)),
      {options.properties, options.entries, options.dialect}, budget));
}

}  // namespace hardbop
