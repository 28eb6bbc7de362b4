// SPDX-License-Identifier: MIT
#include "base/smt/solver.hpp"
#include "base/util/invariant.hpp"
#include "c/rules/shipped.hpp"
#include "product/api/c_answer.hpp"
#include "product/api/c_question.hpp"
#include "product/api/stores.hpp"
#include "product/log/engine_log.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

/// Engines that need it are not asked then.
void warn_of_missing_solver(const verify::Request& request, CAnswer& out) {
  const std::string why = smt::why_solver_is_missing();
  if (request.chosen.size() < 2 || why.empty()) return;
  Message& warning = out.answer.warnings.emplace_back();
  warning.kind = Message::Kind::Warning;
  warning.at.file = request.sources.input();
  warning.text = "the engine slam is not used: " + why;
}

}  // namespace

CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                const CQuestion& c_question, const Question& question) {
  api::ReadQuestion read = api::read_question(sources, options, c_question, question);
  const verify::Request& request = read.request;
  const api::AnswerStyle style{request.wanted, question.trace_limit, c_question.slam.unbounded};
  CAnswer out;
  out.answer.input = request.sources.input();
  out.answer.engine = request.engines.front().name;
  out.answer.errors = std::move(read.errors);
  if (!out.answer.errors.empty()) return out;
  if (question.on_event) log::write(question.on_event, log::begin_event(question.engine));
  verify::Observer observer;
  if (question.on_answer)
    observer = [&](const verify::Report& so_far) {
      question.on_answer(api::to_answer(request.sources, so_far, style));
    };
  try {
    out = api::to_c_answer(request.sources, verify::inquire(request, observer), style);
    warn_of_missing_solver(request, out);
    api::add_problems(read.files.get(), out.answer);
    api::warn_if_unused(read.files.get(), out.answer);
  } catch (const InternalError& error) {
    out.answer.internal_error = error.what();
  }
  return out;
}

std::vector<EngineDescription> c_engines() {
  std::vector<EngineDescription> out;
  for (const verify::EngineRow& row : verify::engines()) {
    if (row.is_variant) continue;
    EngineDescription& engine = out.emplace_back();
    engine.name = row.name;
    engine.description = row.description;
  }
  return out;
}

std::vector<CRule> shipped_rules() {
  std::vector<CRule> out;
  for (const rules::ShippedRule& rule : rules::shipped_rules()) {
    const std::string name(rule.name);
    out.push_back({name, name + ".slic", std::string(rule.text)});
  }
  return out;
}

}  // namespace hardbop
