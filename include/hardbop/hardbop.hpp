// SPDX-License-Identifier: MIT
// Hardbop, a model checker for Boolean programs and C. Include this header.
//
//   const auto parsed = hardbop::parse(text, {.name = "lock.bp"});
//   for (const auto& message : parsed.messages) std::cerr << message.to_string();
//   if (!parsed.program) return 2;
//   const auto answer = hardbop::check(*parsed.program, {.labels = {"ERROR"}});
//   std::cout << hardbop::to_text(answer);
//   return hardbop::exit_status(answer);
//
// Bad input gives messages, and a limit gives Verdict::Unknown; neither throws an exception.
// Programs and answers are values; functions may be called from several threads.
#pragma once

#include <hardbop/answer.hpp>
#include <hardbop/builder.hpp>
#include <hardbop/c.hpp>
#include <hardbop/c_abstract.hpp>
#include <hardbop/c_check.hpp>
#include <hardbop/c_cross.hpp>
#include <hardbop/c_export.hpp>
#include <hardbop/cross.hpp>
#include <hardbop/engines.hpp>
#include <hardbop/evidence.hpp>
#include <hardbop/explain.hpp>
#include <hardbop/export.hpp>
#include <hardbop/format.hpp>
#include <hardbop/import.hpp>
#include <hardbop/lsp.hpp>
#include <hardbop/page.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>
#include <hardbop/schema.hpp>
#include <hardbop/service.hpp>
#include <hardbop/session.hpp>
#include <hardbop/shrink.hpp>
#include <hardbop/solve.hpp>
#include <hardbop/spelling.hpp>
#include <hardbop/temporal_cross.hpp>
#include <hardbop/wording.hpp>

namespace hardbop {

/// Decides the question. Every trace in the answer was replayed by an interpreter that shares
/// with the engine that found it only the program's graph and the values of expressions.
[[nodiscard]] Answer check(const Program& program, const Question& question);

struct DrawingResult {
  std::string dot;  // empty where there is an error
  std::string error;
};

/// The points and arrows of the explicit engine in Graphviz' language, for programs small
/// enough to look at: a column per valuation, blue arrows for steps, green ones for calls,
/// black ones for returns. Red points are errors: assertions that fail, the labels ERROR and
/// SLIC_ERROR, and those asked for.
[[nodiscard]] DrawingResult draw_points(const Program& program, const Question& question);

}  // namespace hardbop
