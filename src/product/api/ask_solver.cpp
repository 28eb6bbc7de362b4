// SPDX-License-Identifier: MIT
// hardbop-validate links this file, too.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/certificate/script.hpp"
#include "base/util/json_nesting.hpp"
#include "base/util/process.hpp"
#include <hardbop/evidence.hpp>

namespace hardbop {

namespace {

using Json = nlohmann::json;
using Status = Validation::Status;

/// The proofs in evidence that was found valid.
std::vector<std::string> scripts_of(const std::string& evidence) {
  const std::size_t first = evidence.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || evidence[first] != '{') return {evidence};
  std::vector<std::string> out;
  if (is_json_too_deep(evidence)) return out;
  const Json json = Json::parse(evidence, nullptr, false);
  const auto add = [&](const Json& from, const char* key) {
    if (!from.contains(key)) return;
    for (const Json& proof : from.at(key).is_array() ? from.at(key) : Json::array({from.at(key)}))
      if (proof.is_string()) out.push_back(proof.get<std::string>());
  };
  add(json, "certificate");
  for (const Json& result : json.value("results", Json::array())) {
    add(result, "proof");
    add(result, "parts");
  }
  return out;
}

/// What is wrong with a solver's answers, a line each.
std::optional<Validation> objection(const std::string& name, const ProcessResult& result,
                                    std::size_t obligations) {
  switch (result.end) {
    case ProcessResult::End::NotFound:
      return Validation{Status::BadInput, {fmt::format("{}: not found", name)}};
    case ProcessResult::End::TimedOut:
      return Validation{Status::Unknown, {fmt::format("time limit reached in {}", name)}};
    case ProcessResult::End::Cancelled: return Validation{Status::Unknown, {"cancelled"}};
    default: break;
  }
  std::istringstream lines(result.output);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line == "unsat") continue;
    return Validation{
        line == "sat" ? Status::Invalid : Status::Unknown,
        {fmt::format("{} answers '{}' to obligation {}", name, line.substr(0, 200), count + 1)}};
  }
  if (count == obligations) return std::nullopt;
  return Validation{Status::Unknown,
                    {fmt::format("{} answers {} of {} obligations", name, count, obligations)}};
}

}  // namespace

Validation ask_solver(const std::string& evidence, const std::string& command,
                      const ValidateOptions& options) {
  std::vector<std::string> words;
  std::istringstream text(command);
  for (std::string word; text >> word;) words.push_back(word);
  if (words.empty()) return {Status::BadInput, {"no solver is named"}};
  const TemporaryFolder folder;
  std::size_t obligations = 0;
  for (const std::string& script : scripts_of(evidence)) {
    const std::string path = folder.path().empty() ? "" : folder.write("proof.smt2", script);
    if (path.empty()) return {Status::Unknown, {"no temporary file can be written"}};
    std::vector<std::string> call = words;
    call.push_back(path);
    const ProcessResult result =
        run_process(call, {options.timeout, options.cancel, "", /*keep_output=*/true});
    const std::size_t count = certify::claimed_count(script).value_or(0);
    if (auto found = objection(words.front(), result, count)) return *std::move(found);
    obligations += count;
  }
  if (obligations == 0) return {Status::Valid, {"the evidence has no proof for a solver"}};
  return {Status::Valid,
          {fmt::format("{} confirms {} obligation{}", words.front(), obligations,
                       obligations == 1 ? "" : "s")}};
}

}  // namespace hardbop
