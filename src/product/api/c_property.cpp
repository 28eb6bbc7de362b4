// SPDX-License-Identifier: MIT
#include "c/verify/engine.hpp"
#include "c/verify/property.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

CPropertyName to_name(const verify::KnownProperty& known) {
  return {known.property.name, known.is_own, known.is_sv_comp,
          verify::is_decided(known.property, verify::engines())};
}

std::optional<CPropertyName> to_name(const std::optional<verify::KnownProperty>& known) {
  if (!known) return std::nullopt;
  return to_name(*known);
}

}  // namespace

std::vector<CPropertyName> c_properties() {
  std::vector<CPropertyName> out;
  for (const verify::KnownProperty& known : verify::known_properties())
    out.push_back(to_name(known));
  return out;
}

std::optional<CPropertyName> find_c_property(const std::string& name) {
  return to_name(verify::find_property(name));
}

std::optional<CPropertyName> read_property(const std::string& text) {
  return to_name(verify::read_property_file(text));
}

}  // namespace hardbop
