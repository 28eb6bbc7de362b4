// SPDX-License-Identifier: MIT
// The temporal part of a question. Private to the layer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "boolean/engine/registry.hpp"
#include "boolean/temporal/ctl.hpp"
#include "boolean/temporal/ltl.hpp"
#include "boolean/temporal/monitor_check.hpp"
#include "boolean/temporal/properties.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

class Certificate;

class TemporalQuestions {
 public:
  /// What is wrong with formulas and texts goes to `errors`.
  TemporalQuestions(const Program::Implementation& program, const Question& question,
                    std::vector<Message>& errors);

  [[nodiscard]] bool asks() const { return !properties_.empty() || !monitors_.empty(); }
  /// Appends a result of each, unknown for that reason, or because the program has threads.
  void announce(const std::string& reason, std::vector<PropertyResult>& results) const;
  [[nodiscard]] std::size_t size() const { return properties_.size() + monitors_.size(); }
  /// Whether the last of them has an algorithm of its own, not one of the engines.
  [[nodiscard]] bool end_with_formula() const { return !properties_.empty() && monitors_.empty(); }
  /// Who is told.
  struct Listeners {
    Certificate* certificate = nullptr;  // of evidence, where it is wanted
    std::function<void()> tell;          // after each property
  };
  /// Decides them; `results` are those that were announced, and no others before them.
  void decide(const engine::EngineRow& engine, const engine::Query& query, Budget& budget,
              Statistics& statistics, PropertyResult* results, const Listeners& listeners) const;

 private:
  struct Asked {
    temporal::TemporalProperty property;
    Location at;
  };

  const Program::Implementation& program_;
  const Question& question_;
  struct AskedMonitor {
    temporal::Monitor monitor;
    std::string path;
  };

  std::vector<Asked> properties_;
  std::vector<AskedMonitor> monitors_;

  void add_formula(const std::string& text, temporal::TemporalProperty::Kind kind,
                   std::vector<Message>& errors);
  void add_file(const NamedText& file, std::vector<Message>& errors);
  void add_monitor(const NamedText& file, std::vector<Message>& errors);
  void decide(const temporal::Setting& setting, const temporal::TemporalProperty& property,
              Budget& budget, Statistics& statistics, PropertyResult& result,
              Certificate* certificate) const;
  static void certify_ctl(const temporal::Setting& setting, const temporal::Formula& formula,
                          Budget& budget, const PropertyResult& result, Certificate& certificate);
  [[nodiscard]] Trace shown(const temporal::Formula& formula, const trace::Lasso& lasso) const;
  void conclude(const temporal::Formula& formula, const temporal::LtlFinding& finding,
                PropertyResult& result) const;
  void conclude(const temporal::Formula& formula, const temporal::CtlFinding& finding,
                PropertyResult& result) const;
  void conclude(const temporal::Monitor& monitor, const temporal::MonitorFinding& finding,
                const Budget& budget, PropertyResult& result) const;
};

}  // namespace hardbop::api
