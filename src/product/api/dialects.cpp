// SPDX-License-Identifier: MIT
// Separate from the rest of this layer: hardbop-validate links this file without any engine.
#include "boolean/language/dialect.hpp"
#include <hardbop/program.hpp>

namespace hardbop {

std::vector<std::string> dialect_names() {
  std::vector<std::string> out;
  for (const bp::DialectName& one : bp::dialect_names) out.emplace_back(one.name);
  return out;
}

std::optional<OperatorDialect> find_dialect(std::string_view name) {
  const std::optional<bp::Dialect> found = bp::find_dialect(name);
  if (!found) return std::nullopt;
  return static_cast<OperatorDialect>(*found);
}

}  // namespace hardbop
