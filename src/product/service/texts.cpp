// SPDX-License-Identifier: MIT
// Methods for fixed-point systems, for evidence, and about the library itself.
#include "product/service/methods.hpp"
#include <hardbop/evidence.hpp>
#include <hardbop/schema.hpp>
#include <hardbop/solve.hpp>

namespace hardbop::service {

namespace {

const char* status_text(Validation::Status status) {
  switch (status) {
    case Validation::Status::Valid: return "valid";
    case Validation::Status::Invalid: return "invalid";
    case Validation::Status::BadInput: return "bad-input";
    case Validation::Status::Unknown: return "unknown";
  }
  return "unknown";
}

}  // namespace

std::string solve_method(Request& request, Call& call) {
  std::string text = request.take_text("text");
  SolveOptions options;
  request.take("name", options.name);
  request.take("timeout", options.timeout);
  request.take("memory", options.memory);
  request.take("iteration_limit", options.iteration_limit);
  request.take("frontier", options.frontier);
  request.finish();
  options.cancel = &call.cancel;
  options.on_progress = call.on_progress;
  const Solution solution = solve(std::move(text), options);
  if (!solution.internal_error.empty()) throw Failure{"internal", solution.internal_error};
  if (solution.errors != 0) throw Failure{"bad-input", "the system has errors", solution.messages};
  return to_json(solution);
}

std::string validate_method(Request& request, Call& call) {
  std::string text = request.take_text("text");
  std::string evidence = request.take_text("evidence");
  ValidateOptions options;
  request.take("name", options.program_name);
  request.take("properties", options.properties);
  request.take("entries", options.entries);
  request.take("dialect", options.dialect);
  request.take("timeout", options.timeout);
  request.finish();
  options.cancel = &call.cancel;
  const Validation validation = validate(std::move(text), std::move(evidence), options);
  return dump({{"status", status_text(validation.status)}, {"lines", validation.lines}});
}

std::string version_method(Request& request, Call& /*call*/) {
  request.finish();
  Json names = Json::array();
  for (const EngineDescription& engine : engines()) names.push_back(engine.name);
  Json c_names = Json::array();
  for (const EngineDescription& engine : c_engines()) c_names.push_back(engine.name);
  return dump({{"version", version()},
               {"schema", json_schema_version},
               {"methods", method_names()},
               {"engines", std::move(names)},
               {"c_engines", std::move(c_names)}});
}

}  // namespace hardbop::service
