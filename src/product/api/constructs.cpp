// SPDX-License-Identifier: MIT
#include "boolean/language/constructs.hpp"

#include "product/api/implementation.hpp"
#include <hardbop/cross.hpp>

namespace hardbop {

std::vector<std::string_view> construct_names() {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < bp::construct_count; ++i)
    out.push_back(bp::name_of(static_cast<bp::Construct>(i)));
  return out;
}

std::vector<bool> constructs(const Program& program) {
  const bp::Constructs found = bp::constructs_of(program.implementation().graph());
  std::vector<bool> out(found.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = found[i];
  return out;
}

}  // namespace hardbop
