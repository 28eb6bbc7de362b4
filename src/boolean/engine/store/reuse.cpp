// SPDX-License-Identifier: MIT
#include "boolean/engine/store/reuse.hpp"

#include <algorithm>

#include "boolean/engine/store/procedure_text.hpp"

namespace hardbop::engine {

using bp::ProcedureId;
using bp::VertexId;

namespace {

/// What may be spent, in vertices, on searches that may turn out to be of no use: a part of the
/// program, so that no question takes much longer than without a store.
constexpr std::uint64_t affordable_part = 20;
constexpr std::uint64_t always_affordable = 6'000;
/// What a search costs beside its vertices: a little, and some for each procedure of the program.
constexpr std::uint64_t cost_of_search = 100;
constexpr std::uint64_t procedures_for_a_vertex = 50;
/// Where all but one in so many procedures are explored, all are: a part would be a copy of nearly
/// everything.
constexpr std::size_t few_part = 10;

}  // namespace

Reuse::Reuse(const bp::Graph& graph, const std::vector<VertexId>& targets, Snapshot& snapshot,
             Budget& budget, std::optional<std::uint64_t> effort)
    : graph_(graph),
      targets_(targets),
      snapshot_(snapshot),
      budget_(budget),
      names_(procedure_names(graph)),
      texts_(procedure_texts(graph, names_, targets)),
      globals_(graph, snapshot),
      calls_(graph),
      before_(graph.procedures().size()),
      states_(calls_.components().size(), State::Unknown),
      done_(graph.procedures().size(), Done::Nothing),
      effort_left_(effort.value_or(always_affordable + graph.vertices().size() / affordable_part)) {
  match();
  known_ = before_;
  settle();
}

void Reuse::match() {
  std::size_t likely = 0;
  for (ProcedureId p = 0; p < before_.size(); ++p) {
    const ProcedureRecord* const record = snapshot_.find(names_[p], likely);
    if (record == nullptr) continue;
    likely = static_cast<std::size_t>(record - snapshot_.records.data()) + 1;
    if (record->is_known() && is_readable(p, *record)) before_[p] = *record;
  }
}

/// All that it speaks of is there still.
bool Reuse::is_readable(ProcedureId p, const ProcedureRecord& record) const {
  const bp::GraphProcedure& procedure = graph_.procedure(p);
  return record.formals == procedure.formals && record.results == procedure.results &&
         std::ranges::all_of(
             snapshot_.interface(record.interface).touched,
             [&](std::uint32_t name) { return globals_.slot(name) != bp::no_index; });
}

bool Reuse::depends_on(std::uint32_t component, State state) const {
  for (const ProcedureId p : calls_.components()[component])
    for (const ProcedureId callee : calls_.callees(p)) {
      const std::uint32_t other = calls_.component(callee);
      if (other != component && states_[other] == state) return true;
    }
  return false;
}

/// From callees to callers. Of a component only all of it is known, or nothing.
void Reuse::settle() {
  for (std::uint32_t c = 0; c < states_.size(); ++c) {
    const Members& members = calls_.components()[c];
    State state = State::Valid;
    for (const ProcedureId p : members) {
      if (!before_[p]) {
        state = State::Unknown;
        break;
      }
      if (before_[p]->text != texts_[p]) state = State::Dirty;
    }
    if (state == State::Valid && depends_on(c, State::Unknown)) state = State::Dirty;
    if (state == State::Valid && (depends_on(c, State::Dirty) || depends_on(c, State::Waiting)))
      state = State::Waiting;
    states_[c] = state;
    if (state != State::Valid)
      for (const ProcedureId p : members) known_[p].reset();
  }
}

std::uint64_t Reuse::size(const Members& members) const {
  std::uint64_t vertices = 0;
  for (const ProcedureId p : members) vertices += graph_.procedure(p).vertices.count;
  return vertices;
}

bool Reuse::can_afford(const Members& members) {
  const std::uint64_t cost =
      size(members) + cost_of_search + graph_.procedures().size() / procedures_for_a_vertex;
  if (cost > effort_left_) return false;
  effort_left_ -= cost;
  return true;
}

Reuse::Members Reuse::listed(const std::vector<bool>& in) const {
  Members out;
  for (ProcedureId p = 0; p < in.size(); ++p)
    if (in[p]) out.push_back(p);
  return out;
}

/// Adds the components of nothing known that the procedure calls, directly or not. False where one
/// of them calls what is not settled yet.
bool Reuse::collect_unknown(ProcedureId p, std::vector<bool>& in, Members& out) const {
  Members stack{p};
  while (!stack.empty()) {
    const ProcedureId caller = stack.back();
    stack.pop_back();
    for (const ProcedureId callee : calls_.callees(caller)) {
      const std::uint32_t c = calls_.component(callee);
      if (in[callee] || states_[c] == State::Valid || c == calls_.component(p)) continue;
      if (states_[c] != State::Unknown) return false;
      for (const ProcedureId member : calls_.components()[c]) {
        in[member] = true;
        out.push_back(member);
        stack.push_back(member);
      }
    }
  }
  return true;
}

/// Dirty components above those that are settled, with what they call and is not known at all.
Reuse::Members Reuse::ready() const {
  std::vector<bool> in(graph_.procedures().size());
  for (std::uint32_t c = 0; c < states_.size(); ++c) {
    if (states_[c] != State::Dirty) continue;
    Members added;
    const bool is_ready = std::ranges::all_of(
        calls_.components()[c], [&](ProcedureId p) { return collect_unknown(p, in, added); });
    if (is_ready)
      added.insert(added.end(), calls_.components()[c].begin(), calls_.components()[c].end());
    for (const ProcedureId p : added) in[p] = is_ready;
  }
  return listed(in);
}

/// What is known of the members from now on. `differs`: those that no longer do what they did.
void Reuse::accept(const bp::GraphPart& part, Exploration& exploration,
                   std::vector<bool>& differs) {
  differs.assign(graph_.procedures().size(), false);
  std::vector<ProcedureRecord> records;
  for (ProcedureId own = 0; own < part.members(); ++own) {
    const ProcedureId p = part.whole(own);
    std::optional<ProcedureRecord> now = exploration.record(own);
    const bool was_known = known_[p].has_value();
    if (exploration.was_entered(own)) done_[p] = was_known ? Done::InPart : Done::All;
    if (!now && was_known) known_[p]->has_errors = 1;  // a search that ended early came through
    if (!now) continue;
    now->name = names_[p];
    now->text = texts_[p];
    if (before_[p]) differs[p] = !exploration.covers(own, *now, *before_[p]);
    records.push_back(*now);
  }
  std::size_t next = 0;
  for (ProcedureId own = 0; own < part.members(); ++own) {
    const ProcedureId p = part.whole(own);
    if (next == records.size() || records[next].name != names_[p]) continue;
    known_[p] = records[next++];
    states_[calls_.component(p)] = State::Valid;
  }
}

void Reuse::open_callers(const std::vector<bool>& differs) {
  for (std::uint32_t c = 0; c < states_.size(); ++c) {
    if (states_[c] != State::Waiting) continue;
    const Members& members = calls_.components()[c];
    const auto calls = [&](const auto& is_so) {
      return std::ranges::any_of(
          members, [&](ProcedureId p) { return std::ranges::any_of(calls_.callees(p), is_so); });
    };
    if (calls([&](ProcedureId callee) { return differs[callee]; })) states_[c] = State::Dirty;
    if (states_[c] == State::Dirty || depends_on(c, State::Dirty) || depends_on(c, State::Waiting))
      continue;
    states_[c] = State::Valid;
    for (const ProcedureId p : members) known_[p] = before_[p];
  }
}

/// Explores what changed on its old entries, callees before callers, while that is cheap. What is
/// not settled then is unknown. False where the budget is spent.
bool Reuse::confirm() {
  std::vector<bool> differs(graph_.procedures().size());
  for (Members members = ready(); !members.empty(); members = ready()) {
    std::vector<bool> in(graph_.procedures().size());
    for (const ProcedureId p : members) in[p] = true;
    for (std::size_t depth = 1;; depth *= 2) {
      members = listed(in);
      if (!can_afford(members)) break;
      const bp::GraphPart part(graph_, members);
      Exploration exploration(part, targets_, known_, globals_, snapshot_, budget_);
      if (!exploration.run_again(before_)) return false;
      const Members exceeded = exploration.exceeded();
      if (exceeded.empty()) {
        std::vector<bool> differ_now;
        accept(part, exploration, differ_now);
        for (std::size_t p = 0; p < differs.size(); ++p) differs[p] = differs[p] || differ_now[p];
        in.clear();
        break;
      }
      add_deep(exceeded, depth, in);
    }
    if (!in.empty()) break;
    open_callers(differs);
  }
  for (std::uint32_t c = 0; c < states_.size(); ++c) {
    if (states_[c] == State::Valid) continue;
    states_[c] = State::Unknown;
    for (const ProcedureId p : calls_.components()[c]) known_[p].reset();
  }
  return true;
}

/// These and all below them that has to be explored for sure.
void Reuse::add_open(const Members& roots, std::vector<bool>& in) const {
  Members stack;
  const auto add = [&](ProcedureId p) {
    const bool is_open = !known_[p] || known_[p]->has_errors != 0;
    if (!is_open || in[p]) return;
    in[p] = true;
    stack.push_back(p);
  };
  for (const ProcedureId p : roots) add(p);
  while (!stack.empty()) {
    const ProcedureId p = stack.back();
    stack.pop_back();
    for (const ProcedureId callee : calls_.callees(p)) add(callee);
  }
}

/// These, and what they call, so many calls deep: entries that are new here are likely to be new
/// there.
void Reuse::add_deep(const Members& roots, std::size_t depth, std::vector<bool>& in) const {
  Members layer = roots;
  for (std::size_t i = 0; i <= depth && !layer.empty(); ++i) {
    Members next;
    for (const ProcedureId p : layer) {
      if (in[p] && i != 0) continue;
      in[p] = true;
      for (const ProcedureId callee : calls_.callees(p)) next.push_back(callee);
    }
    layer = std::move(next);
  }
}

bool Reuse::ask(const Members& entries, const std::function<bool(VertexId)>& on_vertex) {
  std::vector<bool> in(graph_.procedures().size());
  add_open(entries, in);
  for (std::size_t depth = 1;; depth *= 2) {
    Members members = listed(in);
    const std::size_t others = in.size() - members.size();
    if (others < in.size() / few_part || (depth > 1 && !can_afford(members))) {
      in.assign(in.size(), true);
      members = listed(in);
    }
    const bp::GraphPart part(graph_, members, entries);
    Exploration exploration(part, targets_, known_, globals_, snapshot_, budget_);
    bool has_all = false;
    const auto watch = [&](VertexId v) { return !(has_all = has_all || !on_vertex(v)); };
    if (!exploration.run(entries, watch)) return false;
    const Members exceeded = exploration.exceeded();
    if (exceeded.empty() || has_all) {
      std::vector<bool> differs;
      if (!members.empty()) accept(part, exploration, differs);
      return true;
    }
    add_deep(exceeded, depth, in);
    add_open(listed(in), in);
  }
}

bool Reuse::run(const Members& entries, const std::function<bool(VertexId)>& on_vertex) {
  if (!confirm() || !ask(entries, on_vertex)) return false;
  write();
  return true;
}

void Reuse::write() {
  std::vector<ProcedureRecord> records;
  records.reserve(known_.size());
  for (ProcedureId p = 0; p < known_.size(); ++p) {
    records.push_back(known_[p].value_or(ProcedureRecord{.name = names_[p]}));
    if (done_[p] == Done::All) ++figures_.explored;
    if (done_[p] == Done::InPart) ++figures_.explored_in_part;
    if (done_[p] == Done::Nothing && known_[p]) ++figures_.taken;
  }
  changed_ = records != snapshot_.records;
  snapshot_.records = std::move(records);
  snapshot_.tidy();
}

}  // namespace hardbop::engine
