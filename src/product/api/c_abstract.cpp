// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/abstraction.hpp"
#include "product/api/c_read.hpp"
#include "product/api/predicates.hpp"
#include "product/api/source_lines.hpp"
#include <hardbop/c_abstract.hpp>
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

void complain(const std::string& input, std::string text, FormatResult& out) {
  Message& error = out.messages.emplace_back();
  error.at.file = input;
  error.text = std::move(text);
  ++out.errors;
}

void abstract(const c::Program& program, const std::vector<CSource>& sources,
              const CAbstraction& wanted, FormatResult& out) {
  const std::string& input = sources.front().path;
  const smt::Integers integers =
      wanted.unbounded ? smt::Integers::Unbounded : smt::Integers::Machine;
  slam::Procedures procedures(program, CQuestion().heap, integers);
  std::vector<Message> errors;
  const std::vector<slam::ExprId> read =
      api::read_predicates(wanted.predicates, procedures, errors);
  const auto is_error = [](const Message& one) { return one.kind == Message::Kind::Error; };
  out.errors += static_cast<std::size_t>(std::ranges::count_if(errors, is_error));
  out.messages.insert(out.messages.end(), errors.begin(), errors.end());
  if (out.errors != 0) return;
  const auto solver = smt::make_solver(procedures.expressions(), integers);
  if (!solver) return complain(input, "there is no Z3; install libz3-dev and build again", out);
  slam::Predicates predicates(procedures);
  for (const slam::ExprId predicate : read) predicates.add(predicate);
  Budget budget{Limits()};
  slam::Implications implications(procedures, *solver, budget);
  slam::CubeOptions cubes;
  cubes.length = wanted.cube_length;
  const api::SourceLines lines(sources);
  const auto line = [&](const c::Position& at) {
    return lines.line(program.files[at.file], at.line);
  };
  const slam::Exclusions none;
  slam::AbstractBodies bodies;
  slam::Abstractor abstractor(procedures, predicates, implications, none, bodies, cubes, budget,
                              line);
  out.text =
      api::abstraction_text(input, predicates.texts(), wanted.unbounded, abstractor.run().text());
}

}  // namespace

FormatResult abstract_c(const std::vector<CSource>& sources, const COptions& options,
                        const CAbstraction& abstraction) {
  const c::ParseResult parsed = api::read_c(sources, options);
  FormatResult out;
  out.errors = api::add_messages(parsed, out.messages);
  if (!parsed.program || out.errors != 0) return out;
  if (parsed.program->main == c::none) {
    out.messages.push_back(api::no_main(sources.front().path));
    ++out.errors;
  } else {
    abstract(*parsed.program, sources, abstraction, out);
  }
  return out;
}

}  // namespace hardbop
