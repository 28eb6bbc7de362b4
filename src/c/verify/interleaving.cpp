// SPDX-License-Identifier: MIT
#include "c/verify/interleaving.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>

#include "c/il/interpreter.hpp"
#include "c/threads/interleave.hpp"
#include "c/threads/private_objects.hpp"
#include "c/threads/races.hpp"
#include "c/threads/split.hpp"

namespace hardbop::verify {

namespace {

constexpr std::uint32_t least_threads = 2;
constexpr std::uint32_t most_threads = 12;

/// How often one run executes a Create: threads that are created run first.
std::uint32_t guess_threads(const c::Program& program) {
  std::map<const c::Statement*, std::uint32_t> created;
  c::InterpreterOptions options;
  options.step_limit = 200'000;
  options.schedule = [](const std::vector<c::ThreadView>& threads, std::size_t) {
    std::size_t last = threads.size() - 1;
    while (last > 0 && threads[last].has_ended) --last;
    return last;
  };
  options.observe = [&](const c::Statement& statement, std::size_t, const c::MemoryView&) {
    if (statement.kind == c::Statement::Kind::Thread && statement.step == c::ThreadStep::Create)
      ++created[&statement];
  };
  static_cast<void>(c::interpret(program, options));
  std::uint32_t out = 0;
  for (const auto& [statement, count] : created) out = std::max(out, count);
  return out > most_threads ? least_threads : std::max(out, least_threads);
}

/// A local whose address is told to others, and which ends before the program does.
std::string find_outlived(const c::Program& program) {
  const std::vector<bool> is_private = c::untold_objects(program);
  for (c::ObjectId id = 0; id < program.objects.size(); ++id) {
    const c::Object& object = program.objects[id];
    const bool is_local = object.storage == c::Object::Storage::Local && !object.is_temporary;
    const bool ends_last = object.function == program.main && object.scope == c::ScopeId();
    if (is_local && !is_private[id] && !ends_last) return object.name;
  }
  return {};
}

}  // namespace

bool can_be_interleaved(std::span<const Property> properties) {
  return std::ranges::all_of(properties, [](const Property& one) {
    return one.is_safety() && !one.is<RuleKept>() && !one.defects().contains(c::Defect::Leak);
  });
}

bool needs_interleaving(const c::Program& program, const Property& property) {
  return c::has_threads(program) || (property.is<Deadlock>() && c::has_waits(program));
}

Interleaving::Interleaving(c::Program threaded, const Property& property, const InterleavedHow& how)
    : finds_deadlocks_(property.is<Deadlock>()),
      switches_(how.switches),
      threads_(how.threads),
      is_crowded_(how.is_crowded) {
  if (property.defects().contains(c::Defect::Memory)) outlived_ = find_outlived(threaded);
  c::split_accesses(threaded);
  if (property.is<Races>()) c::add_race_checks(threaded);
  threaded_ = std::make_shared<const c::Program>(std::move(threaded));
}

Interleaving::Interleaving(c::Program threaded, const Property& property,
                           std::optional<std::uint32_t> switches)
    : Interleaving(std::move(threaded), property, InterleavedHow{0, false, switches}) {
  threads_ = guess_threads(*threaded_);
  if (finds_deadlocks_ || switches_) return;
  is_crowded_ = true;
  const c::Interleaved crowded = interleaved();
  is_crowded_ = crowded.crowds != 0 && !crowded.is_refused;
}

c::Interleaved Interleaving::interleaved() const {
  c::InterleaveOptions options;
  options.bounds.threads = threads_;
  options.bounds.crowds = is_crowded_;
  options.switches = switches_;
  options.finds_deadlocks = finds_deadlocks_;
  return c::interleave(*threaded_, options);
}

std::shared_ptr<const c::Program> Interleaving::program() const {
  auto out = std::make_shared<c::Program>(interleaved().program);
  out->threaded = threaded_;
  return out;
}

bool Interleaving::grow(const Finding& finding) {
  if (is_crowded_) {
    is_crowded_ = false;
    return finding.outcome == Outcome::Unknown;
  }
  const bool is_short = finding.outcome == Outcome::Unknown &&
                        std::ranges::any_of(finding.blocking, [](const Blocking& one) {
                          return one.text.find(c::too_many_threads) != std::string::npos;
                        });
  if (!is_short || threads_ >= most_threads) return false;
  threads_ = std::min(threads_ + (threads_ < 4 ? 1 : 2), most_threads);
  return true;
}

std::string Interleaving::why_unknown() const {
  if (outlived_.empty()) return {};
  return fmt::format(
      "pointers to '{}' may outlive it, which is not followed in programs with threads", outlived_);
}

void Interleaving::limit(Finding& finding) const {
  finding.proof.invariants.reset();  // they are about another program than the user's
  if (finding.outcome == Outcome::Holds && !outlived_.empty()) {
    finding.outcome = Outcome::Unknown;
    finding.reason = why_unknown();
    finding.proof = {};
    return;
  }
  if (!switches_ || finding.outcome != Outcome::Holds) return;
  finding.outcome = Outcome::HoldsBounded;
  finding.reason =
      fmt::format("within {} context switch{}", *switches_, *switches_ == 1 ? "" : "es");
}

std::optional<InterleavedHow> interleaved_of(const certify::Claim& claim) {
  const auto number = [&](std::string_view key) -> std::optional<std::uint32_t> {
    const std::vector<std::string> all = claim.all(key);
    if (all.size() != 1) return std::nullopt;
    std::uint32_t out = 0;
    const char* const end = all[0].data() + all[0].size();
    const auto [stop, error] = std::from_chars(all[0].data(), end, out);
    if (error != std::errc() || stop != end) return std::nullopt;
    return out;
  };
  const std::optional<std::uint32_t> threads = number(threads_key);
  if (!threads || *threads < least_threads || *threads > most_threads) return std::nullopt;
  InterleavedHow out{*threads, !claim.all(crowd_key).empty(), number(switches_key)};
  if (out.is_crowded && out.switches) return std::nullopt;
  return out;
}

certify::Claim about_interleaved(certify::Claim claim, const InterleavedHow& how) {
  const auto add = [&](std::string_view key, std::string value) {
    claim.options.push_back({std::string(key), std::move(value)});
  };
  add(threads_key, std::to_string(how.threads));
  if (how.is_crowded) add(crowd_key, "any");
  if (how.switches) add(switches_key, std::to_string(*how.switches));
  return claim;
}

}  // namespace hardbop::verify
