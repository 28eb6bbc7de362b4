// SPDX-License-Identifier: MIT
// Converts findings about evidence to public types. Private to the layer.
#pragma once

#include <utility>

#include "base/certificate/validation.hpp"
#include "base/util/one_line.hpp"
#include <hardbop/evidence.hpp>

namespace hardbop::api {

[[nodiscard]] inline Validation to_public(certify::Validation validation) {
  const auto status = [&] {
    switch (validation.status) {
      case certify::Validation::Status::Valid: return Validation::Status::Valid;
      case certify::Validation::Status::Invalid: return Validation::Status::Invalid;
      case certify::Validation::Status::BadInput: return Validation::Status::BadInput;
      case certify::Validation::Status::Unknown: return Validation::Status::Unknown;
    }
    return Validation::Status::Unknown;
  }();
  if (status != Validation::Status::BadInput)
    for (std::string& line : validation.lines) line = one_line(std::move(line));
  return {status, std::move(validation.lines)};
}

}  // namespace hardbop::api
