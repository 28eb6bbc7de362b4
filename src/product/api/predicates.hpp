// SPDX-License-Identifier: MIT
// Predicates and what is made of them as texts. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "c/slam/procedures.hpp"
#include <hardbop/c_abstract.hpp>

namespace hardbop::api {

/// Of all files; what is wrong with them goes to `errors`.
[[nodiscard]] std::vector<slam::ExprId> read_predicates(const std::vector<CPredicates>& files,
                                                        slam::Procedures& procedures,
                                                        std::vector<Message>& errors);

/// A file that can be read again, of texts such as "f: x == 1".
[[nodiscard]] std::string predicates_text(const std::string& input,
                                          const std::vector<std::string>& predicates);

/// With a head that says what it is, and whether its integers are unbounded.
[[nodiscard]] std::string abstraction_text(const std::string& input,
                                           const std::vector<std::string>& predicates,
                                           bool unbounded, const std::string& program);

}  // namespace hardbop::api
