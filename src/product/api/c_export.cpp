// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "c/threads/split.hpp"
#include "c/verify/clauses.hpp"
#include "c/verify/model_text.hpp"
#include "product/api/c_question.hpp"
#include "product/api/c_read.hpp"
#include <hardbop/c_export.hpp>

namespace hardbop {

namespace {

/// What can be exported is whether an error is reached, by functions that are looked at one by one.
bool is_exported(const verify::Property& property) {
  return property.is_safety() && !property.is_of_threads() && !property.defects().has_ends();
}

std::optional<verify::ModelFormat> model_format(ExportLanguage language) {
  switch (language) {
    case ExportLanguage::Aiger: return verify::ModelFormat::Aiger;
    case ExportLanguage::Aag: return verify::ModelFormat::Aag;
    case ExportLanguage::Btor2: return verify::ModelFormat::Btor2;
    default: return std::nullopt;
  }
}

}  // namespace

FormatResult export_c(const std::vector<CSource>& sources, const COptions& options,
                      const CExport& wanted) {
  const verify::Sources all(api::to_sources(sources));
  FormatResult out;
  const std::optional<verify::KnownProperty> known = verify::find_property(wanted.property);
  if (!known || !is_exported(known->property)) {
    out.errors += api::add_messages(
        {verify::error_in(all.input(), fmt::format("{} cannot be exported", wanted.property))},
        out.messages);
    return out;
  }
  const verify::Property& property = known->property;
  const c::ParseResult parsed =
      c::parse(all.files(), verify::reading_for({&property, 1}, api::to_reading(options)));
  out.errors = api::add_messages(verify::to_messages(parsed), out.messages);
  if (!parsed.program || out.errors != 0) return out;
  if (parsed.program->main.is_none()) {
    out.errors += api::add_messages({verify::no_main(all.input())}, out.messages);
    return out;
  }
  if (c::has_threads(*parsed.program)) {
    out.errors += api::add_messages(
        {verify::error_in(all.input(), "C programs with threads cannot be exported",
                          "hardbop check decides them itself")},
        out.messages);
    return out;
  }
  if (const std::optional<verify::ModelFormat> format = model_format(wanted.to)) {
    out.text = verify::write_model(all, *parsed.program, property, *format);
    return out;
  }
  verify::ClauseText made = verify::write_clauses(all, *parsed.program, property, wanted.unbounded);
  out.errors += api::add_messages(made.problems, out.messages);
  if (out.errors == 0) out.text = std::move(made.text);
  return out;
}

}  // namespace hardbop
