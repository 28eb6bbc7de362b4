// SPDX-License-Identifier: MIT
#include "c/verify/abstract.hpp"
#include "product/api/c_question.hpp"
#include "product/api/c_read.hpp"
#include <hardbop/c_abstract.hpp>

namespace hardbop {

FormatResult abstract_c(const std::vector<CSource>& sources, const COptions& options,
                        const CAbstraction& abstraction) {
  const verify::Sources all(api::to_sources(sources));
  const c::ParseResult parsed = c::parse(all.files(), api::to_reading(options));
  FormatResult out;
  out.errors = api::add_messages(verify::to_messages(parsed), out.messages);
  if (!parsed.program || out.errors != 0) return out;
  if (parsed.program->main.is_none()) {
    out.errors += api::add_messages({verify::no_main(all.input())}, out.messages);
    return out;
  }
  verify::AbstractedProgram made = verify::abstract_program(
      all, *parsed.program,
      {api::to_texts(abstraction.predicates), abstraction.cube_length, abstraction.unbounded});
  out.errors += api::add_messages(made.problems, out.messages);
  if (out.errors == 0) out.text = std::move(made.text);
  return out;
}

}  // namespace hardbop
