// SPDX-License-Identifier: MIT
#include <hardbop/program.hpp>

namespace hardbop {

std::string_view version() {
  return HARDBOP_VERSION;
}

}  // namespace hardbop
