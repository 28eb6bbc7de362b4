// SPDX-License-Identifier: MIT
#include "base/util/invariant.hpp"
#include "boolean/import/horn_clauses.hpp"
#include "boolean/import/pds.hpp"
#include "boolean/import/remopla.hpp"
#include "product/api/messages.hpp"
#include <hardbop/import.hpp>

namespace hardbop {

namespace {

importing::Imported read_format(std::string_view text, ImportFormat format) {
  switch (format) {
    case ImportFormat::Remopla: return importing::read_remopla(text);
    case ImportFormat::Pushdown: return importing::read_pds(text);
    case ImportFormat::HornClauses: break;
  }
  return importing::read_horn_clauses(text);
}

}  // namespace

std::optional<ImportFormat> find_import_format(std::string_view path) {
  if (path.ends_with(".rem")) return ImportFormat::Remopla;
  if (path.ends_with(".pds")) return ImportFormat::Pushdown;
  if (path.ends_with(".smt2")) return ImportFormat::HornClauses;
  return std::nullopt;
}

FormatResult import_program(std::string text, ImportFormat format, const std::string& name) {
  if (text.size() >= SourceFile::max_size) return api::refused_as_too_large<FormatResult>(name);
  FormatResult out;
  const SourceFile file(name, std::move(text));
  importing::Imported imported = read_format(file.text(), format);
  out.messages = api::to_messages(imported.diagnostics, file);
  out.errors = imported.diagnostics.errors();
  if (out.errors != 0) return out;
  out.text = hardbop::format(std::move(imported.text)).text;
  HARDBOP_INVARIANT(out.text, "what a reader writes should be a Boolean program");
  return out;
}

}  // namespace hardbop
