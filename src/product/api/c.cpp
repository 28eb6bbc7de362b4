// SPDX-License-Identifier: MIT
#include "c/il/printer.hpp"
#include "product/api/c_read.hpp"
#include <hardbop/c.hpp>

namespace hardbop {

c::ParseResult api::read_c(const std::vector<CSource>& sources, const COptions& options,
                           const CReading& reading) {
  c::ParseOptions parse_options;
  parse_options.errors = reading.errors;
  parse_options.error_labels = reading.error_labels;
  parse_options.roots = reading.roots;
  parse_options.watched = reading.watched;
  parse_options.data_model.pointer_bits = options.data_model == CDataModel::Ilp32 ? 32 : 64;
  parse_options.undefined = options.undefined == CUndefined::Havoc  ? c::Undefined::Havoc
                            : options.undefined == CUndefined::Pure ? c::Undefined::Pure
                                                                    : c::Undefined::Refuse;
  parse_options.volatile_reads =
      options.volatile_reads == CVolatile::Memory ? c::Volatile::Memory : c::Volatile::Arbitrary;
  parse_options.include_dirs = options.include_dirs;
  parse_options.defines = options.defines;
  std::vector<c::Source> texts;
  texts.reserve(sources.size());
  for (const CSource& source : sources)
    texts.push_back({source.path, source.text, source.arguments});
  return c::parse(texts, parse_options);
}

std::size_t api::add_messages(const c::ParseResult& parsed, std::vector<Message>& messages) {
  std::size_t errors = 0;
  for (const c::Finding& finding : parsed.findings) {
    if (finding.severity == c::Finding::Severity::Note) continue;
    Message& message = messages.emplace_back();
    const bool is_error = finding.severity == c::Finding::Severity::Error;
    message.kind = is_error ? Message::Kind::Error : Message::Kind::Warning;
    message.at = {finding.file, finding.line, finding.column};
    message.text = finding.text;
    if (is_error) ++errors;
  }
  if (!parsed.program) return errors;
  for (const c::Remark& remark : parsed.program->remarks) {
    Message& message = messages.emplace_back();
    message.kind = Message::Kind::Warning;
    message.at = {parsed.program->files[remark.at.file], remark.at.line, remark.at.column};
    message.text = remark.text;
  }
  return errors;
}

Message api::no_main(const std::string& input) {
  Message error;
  error.at.file = input;
  error.text = "there is no function main, where a program starts";
  error.hint = "name all files of the program, or add a main that calls what is to be checked";
  return error;
}

namespace {

template <typename Show>
FormatResult show(const std::vector<CSource>& sources, const COptions& options, const Show& show) {
  const c::ParseResult parsed = api::read_c(sources, options);
  FormatResult result;
  result.errors = api::add_messages(parsed, result.messages);
  if (parsed.program) result.text = show(*parsed.program);
  return result;
}

}  // namespace

bool reads_c() {
  return c::has_front_end();
}

FormatResult print_c(const std::vector<CSource>& sources, const COptions& options) {
  return show(sources, options, [](const c::Program& program) { return c::to_text(program); });
}

FormatResult draw_c(const std::vector<CSource>& sources, const COptions& options) {
  return show(sources, options, [](const c::Program& program) { return c::to_dot(program); });
}

}  // namespace hardbop
