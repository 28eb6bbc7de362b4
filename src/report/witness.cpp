// SPDX-License-Identifier: MIT
// A run to an error in the format of SV-COMP's witnesses, version 2.0.
#include <fmt/format.h>

#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

/// A scalar of YAML in double quotes.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    constexpr unsigned char first_printable = 0x20;
    constexpr unsigned char deleted = 0x7f;
    if (letter == '"' || letter == '\\')
      out += fmt::format("\\{}", letter);
    else if (code < first_printable || code == deleted)
      out += fmt::format("\\x{:02x}", code);
    else
      out += letter;
  }
  return out + "\"";
}

std::string metadata(const CWitness& witness, const WitnessOptions& options) {
  const char* const data_model = witness.data_model == CDataModel::Lp64 ? "LP64" : "ILP32";
  return fmt::format(R"(  metadata:
    format_version: "2.0"
    uuid: {}
    creation_time: {}
    producer:
      name: "hardbop"
      version: {}
    task:
      input_files:
      - {}
      input_file_hashes:
        {}: {}
      specification: {}
      data_model: "{}"
      language: "C"
)",
                     quoted(options.uuid), quoted(options.creation_time),
                     quoted(std::string(version())), quoted(witness.input), quoted(witness.input),
                     quoted(witness.sha256), quoted(witness.specification), data_model);
}

std::string segment(const CWaypoint& waypoint) {
  std::string out = fmt::format(R"(  - segment:
    - waypoint:
        type: "{}"
        action: "follow"
        location:
          file_name: {}
          line: {}
          column: {}
)",
                                waypoint.assumption.empty() ? "target" : "assumption",
                                quoted(waypoint.at.file), waypoint.at.line, waypoint.at.column);
  if (!waypoint.function.empty())
    out += fmt::format("          function: {}\n", quoted(waypoint.function));
  if (waypoint.assumption.empty()) return out;
  return out + fmt::format(
                   "        constraint:\n          value: {}\n          format: \"c_expression\"\n",
                   quoted(waypoint.assumption));
}

}  // namespace

std::string to_witness(const CWitness& witness, const WitnessOptions& options) {
  std::string out = "- entry_type: \"violation_sequence\"\n";
  out += metadata(witness, options);
  out += "  content:\n";
  for (const CWaypoint& waypoint : witness.waypoints) out += segment(waypoint);
  return out;
}

}  // namespace hardbop
