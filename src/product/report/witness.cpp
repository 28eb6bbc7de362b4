// SPDX-License-Identifier: MIT
// A run to an error, or invariants, in SV-COMP's witness format, version 2.0; of a program with
// threads, version 2.2.
#include <algorithm>
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

bool has_threads(const CWitness& witness) {
  return std::ranges::any_of(witness.waypoints,
                             [](const CWaypoint& one) { return one.thread.has_value(); });
}

std::string metadata(const CWitness& witness, const WitnessOptions& options) {
  const char* const data_model = witness.data_model == CDataModel::Lp64 ? "LP64" : "ILP32";
  std::string files;
  std::string hashes;
  for (const InputFile& input : witness.inputs) {
    files += fmt::format("      - {}\n", quoted(input.path));
    hashes += fmt::format("        {}: {}\n", quoted(input.path), quoted(input.sha256));
  }
  return fmt::format(R"(  metadata:
    format_version: "{}"
    uuid: {}
    creation_time: {}
    producer:
      name: "hardbop"
      version: {}
    task:
      input_files:
{}      input_file_hashes:
{}      specification: {}
      data_model: "{}"
      language: "C"
)",
                     has_threads(witness) ? "2.2" : "2.0", quoted(options.uuid),
                     quoted(options.creation_time), quoted(std::string(version())), files, hashes,
                     quoted(witness.specification), data_model);
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
  if (waypoint.thread) out += fmt::format("        thread_id: {}\n", *waypoint.thread);
  if (waypoint.assumption.empty()) return out;
  return out + fmt::format(
                   "        constraint:\n          value: {}\n          format: \"c_expression\"\n",
                   quoted(waypoint.assumption));
}

std::string invariant(const CWaypoint& loop) {
  return fmt::format(R"(  - invariant:
      type: "loop_invariant"
      location:
        file_name: {}
        line: {}
        column: {}
        function: {}
      value: {}
      format: "c_expression"
)",
                     quoted(loop.at.file), loop.at.line, loop.at.column, quoted(loop.function),
                     quoted(loop.assumption));
}

}  // namespace

std::string to_witness(const CWitness& witness, const WitnessOptions& options) {
  const bool is_violation = witness.kind == CWitness::Kind::Violation;
  std::string out =
      fmt::format("- entry_type: \"{}\"\n", is_violation ? "violation_sequence" : "invariant_set");
  out += metadata(witness, options);
  if (witness.waypoints.empty()) return out + "  content: []\n";
  out += "  content:\n";
  if (!is_violation) {
    for (const CWaypoint& loop : witness.waypoints) out += invariant(loop);
    return out;
  }
  for (const CWaypoint& waypoint : witness.waypoints) out += segment(waypoint);
  return out;
}

}  // namespace hardbop
