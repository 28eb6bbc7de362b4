// SPDX-License-Identifier: MIT
#include <algorithm>

#include "c/il/printer.hpp"
#include "product/api/c_read.hpp"
#include <hardbop/c.hpp>

namespace hardbop {

std::vector<c::Source> api::to_sources(const std::vector<CSource>& sources) {
  std::vector<c::Source> out;
  out.reserve(sources.size());
  for (const CSource& source : sources) out.push_back({source.path, source.text, source.arguments});
  return out;
}

c::ParseOptions api::to_reading(const COptions& options) {
  c::ParseOptions out;
  out.data_model.pointer_bits = options.data_model == CDataModel::Ilp32 ? 32 : 64;
  out.undefined = options.undefined == CUndefined::Havoc  ? c::Undefined::Havoc
                  : options.undefined == CUndefined::Pure ? c::Undefined::Pure
                                                          : c::Undefined::Refuse;
  out.volatile_reads =
      options.volatile_reads == CVolatile::Memory ? c::Volatile::Memory : c::Volatile::Arbitrary;
  out.target = options.target;
  if (options.malloc == CMalloc::MayFail) out.malloc = c::Malloc::MayFail;
  for (const CAddressRange& range : options.devices)
    out.devices.push_back({range.first, range.last});
  out.entry = {options.entry.function, options.entry.pointers_may_be_null,
               options.entry.strings_are_terminated, options.entry.most_elements};
  out.interrupts = {options.interrupts.handlers, options.interrupts.off, options.interrupts.on};
  out.include_dirs = options.include_dirs;
  out.defines = options.defines;
  return out;
}

Message api::to_message(const verify::Message& message) {
  const bool is_error = message.severity == Severity::Error;
  return {is_error ? Message::Kind::Error : Message::Kind::Warning,
          {message.file, message.line, message.column},
          message.text,
          message.hint,
          message.excerpt};
}

std::size_t api::add_messages(const verify::Messages& from, std::vector<Message>& to) {
  for (const verify::Message& message : from) to.push_back(to_message(message));
  return static_cast<std::size_t>(
      std::ranges::count(from, Severity::Error, &verify::Message::severity));
}

namespace {

template <typename Show>
FormatResult show(const std::vector<CSource>& sources, const COptions& options, const Show& show) {
  const c::ParseResult parsed = c::parse(api::to_sources(sources), api::to_reading(options));
  FormatResult result;
  result.errors = api::add_messages(verify::to_messages(parsed), result.messages);
  if (parsed.program) result.text = show(*parsed.program);
  return result;
}

}  // namespace

bool reads_c() {
  return c::has_front_end();
}

CFiles list_c_files(const std::vector<CSource>& sources, const COptions& options) {
  c::FilesRead read = c::list_files(api::to_sources(sources), api::to_reading(options));
  return {std::move(read.files), std::move(read.absent), std::move(read.error)};
}

FormatResult print_c(const std::vector<CSource>& sources, const COptions& options) {
  return show(sources, options, [](const c::Program& program) { return c::to_text(program); });
}

FormatResult draw_c(const std::vector<CSource>& sources, const COptions& options) {
  return show(sources, options, [](const c::Program& program) { return c::to_dot(program); });
}

}  // namespace hardbop
