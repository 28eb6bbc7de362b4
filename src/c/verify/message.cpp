// SPDX-License-Identifier: MIT
#include "c/verify/message.hpp"

#include <algorithm>
#include <iterator>

namespace hardbop::verify {

Message error_in(std::string file, std::string text, std::string hint) {
  Message error;
  error.file = std::move(file);
  error.text = std::move(text);
  error.hint = std::move(hint);
  return error;
}

Message too_large(const std::string& file) {
  return error_in(file, "larger than 4 GB");
}

Message no_main(const std::string& file) {
  return error_in(
      file, "the program has no function main",
      "give all files of the program, or name a function to start with: COptions::entry");
}

Messages to_messages(const Diagnostics& diagnostics, const SourceFile& file) {
  Messages out;
  for (const Diagnostic& one : diagnostics.all()) {
    const LineColumn at = file.locate(one.at.begin);
    out.push_back(
        {one.severity, file.name(), at.line, at.column, one.text, one.hint, excerpt(one.at, file)});
  }
  return out;
}

Messages to_messages(const c::ParseResult& parsed) {
  Messages out;
  for (const c::Finding& finding : parsed.findings) {
    if (finding.severity == c::Finding::Severity::Note) continue;
    const bool is_error = finding.severity == c::Finding::Severity::Error;
    out.push_back({is_error ? Severity::Error : Severity::Warning, finding.file, finding.line,
                   finding.column, finding.text});
  }
  if (!parsed.program) return out;
  for (const c::Remark& remark : parsed.program->remarks)
    out.push_back({Severity::Warning, parsed.program->files[remark.at.file], remark.at.line,
                   remark.at.column, remark.text});
  return out;
}

bool has_errors(const Messages& messages) {
  return std::ranges::any_of(
      messages, [](const Message& message) { return message.severity == Severity::Error; });
}

void append(Messages from, Messages& to) {
  std::ranges::move(from, std::back_inserter(to));
}

}  // namespace hardbop::verify
