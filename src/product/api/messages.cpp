// SPDX-License-Identifier: MIT
#include "product/api/messages.hpp"

#include <fmt/format.h>

namespace hardbop {

namespace api {

Location locate(const SourceFile& file, SourceOffset offset) {
  const LineColumn place = file.locate(offset);
  return {file.name(), place.line, place.column};
}

Message to_message(const Diagnostic& diagnostic, const SourceFile& file) {
  const bool is_error = diagnostic.severity == Severity::Error;
  return {is_error ? Message::Kind::Error : Message::Kind::Warning,
          api::locate(file, diagnostic.at.begin), diagnostic.text, diagnostic.hint,
          excerpt(diagnostic.at, file)};
}

std::vector<Message> to_messages(const Diagnostics& diagnostics, const SourceFile& file) {
  std::vector<Message> messages;
  messages.reserve(diagnostics.all().size());
  for (const Diagnostic& diagnostic : diagnostics.all())
    messages.push_back(to_message(diagnostic, file));
  return messages;
}

/// For a text that 32-bit offsets cannot address.
Message too_large(const std::string& name) {
  Message message;
  message.at.file = name;
  message.text = "larger than 4 GB";
  return message;
}

}  // namespace api

std::string Message::to_string() const {
  const std::string place =
      at.line == 0 ? at.file : fmt::format("{}:{}:{}", at.file, at.line, at.column);
  std::string out =
      fmt::format("{}: {}: {}\n", place, kind == Kind::Error ? "error" : "warning", text);
  out += excerpt;
  if (!hint.empty()) out += fmt::format("  hint: {}\n", hint);
  return out;
}

}  // namespace hardbop
