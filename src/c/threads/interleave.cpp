// SPDX-License-Identifier: MIT
#include "c/threads/interleave.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "c/il/builder.hpp"
#include "c/il/interpreter.hpp"
#include "c/threads/constants.hpp"
#include "c/threads/crowd.hpp"
#include "c/threads/split.hpp"
#include "c/threads/visible.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;
using words::Op;

/// What a thread has done since it was chosen.
struct Since {
  bool is_reached = false;
  bool has_seen = false;     // something visible
  bool has_written = false;  // so that others see it
  std::uint32_t atomic = 0;  // sections that it is in

  friend bool operator==(const Since&, const Since&) = default;
};

class Interleaver {
 public:
  Interleaver(const Program& program, const InterleaveOptions& options)
      : options_(options),
        expanded_(simplified(expand_threads(program, options.bounds))),
        program_(expanded_.program),
        build_(program_),
        since_(program_.statements.size()),
        stops_(program_.statements.size()),
        is_head_(program_.statements.size()) {
    Visible found = find_visible(expanded_);
    visible_ = std::move(found.steps);
    find_kept_locks(program, found.locks);
    if (options_.finds_deadlocks && is_join_in_section()) show_ends();
  }

  Interleaved run() {
    find_heads();
    for (const ThreadCopy& thread : expanded_.threads) {
      if (!thread.is_crowd) continue;
      ++crowds_;
      problem_ = why_no_crowd(expanded_, thread);
      if (!problem_.empty()) return refuse();
    }
    for (StatementId s = 0; s < program_.statements.size(); ++s)
      if (program_.statements[s].origin != none) gather(s);
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      acts_.push_back(acts(s));
      may_wait_.push_back(may_wait(s));
    }
    for (const ThreadCopy& thread : expanded_.threads) follow(thread.entry);
    if (!problem_.empty()) return refuse();
    replace_steps();
    add_stops();
    add_scheduler();
    keep_reached();
    return {std::move(program_), std::move(expanded_.threads), resumed_, crowds_, false,
            std::move(remarks_)};
  }

 private:
  const InterleaveOptions& options_;
  Expanded expanded_;
  Program& program_;
  Builder build_;
  std::vector<Visibility> visible_;
  std::vector<bool> acts_;  // a step of others may have to come before it: by statement
  std::vector<bool> may_wait_;
  std::vector<Since> since_;   // before a statement; the larger of what paths say
  std::vector<bool> stops_;    // a thread may stop before it
  std::vector<bool> is_head_;  // of a loop, or the step before it
  std::string problem_;
  std::vector<Remark> remarks_;
  Position problem_at_;
  std::vector<std::vector<std::pair<std::uint64_t, StatementId>>> resumes_;  // by thread
  std::vector<std::vector<StatementId>> leaves_;  // likewise: to the scheduler
  std::size_t resumed_ = 0;
  std::size_t crowds_ = 0;
  StatementId scheduler_ = none;

  /// Locks that threads hold where their functions return, or where they end themselves.
  void find_kept_locks(const Program& threaded, const Locks& locks) {
    std::set<std::string> said;
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& statement = program_.statements[s];
      if (statement.origin == none || statement.thread == 0) continue;
      const ThreadCopy& thread = expanded_.threads[statement.thread];
      const Statement& original = threaded.statements[statement.origin];
      const bool returns = original.kind == Kind::Return && statement.within == thread.function;
      const bool ends = original.kind == Kind::Thread && original.step == ThreadStep::End;
      if (!returns && !ends) continue;
      for (const LockId lock : locks.uses[s].held) {
        const std::string text = fmt::format("the thread '{}' ends while it holds '{}'",
                                             program_.functions[thread.function].name,
                                             program_.objects[locks.cells[lock].what.id].name);
        if (said.insert(text).second)
          remarks_.push_back(
              {returns ? statement.at : program_.functions[thread.function].at, text});
      }
    }
  }

  /// Statements that no path leads to are left out, and so is what does nothing.
  void keep_reached() {
    Function& main = program_.functions[program_.main];
    const auto real = [&](StatementId s) {
      for (std::size_t i = 0; s != none && i < program_.statements.size(); ++i) {
        const Statement& one = program_.statements[s];
        const bool does_nothing = one.kind == Kind::Skip && one.origin == none && one.next != none;
        if (!does_nothing) return s;
        s = one.next;
      }
      return s;
    };
    std::map<StatementId, StatementId> moved;
    std::vector<Statement> kept;
    std::vector<StatementId> open;
    const auto visit = [&](StatementId s) {
      s = real(s);
      if (s == none) return none;
      const auto [found, is_new] = moved.try_emplace(s, static_cast<StatementId>(kept.size()));
      if (is_new) {
        kept.push_back(program_.statements[s]);
        open.push_back(found->second);
      }
      return found->second;
    };
    main.entry = visit(main.entry);
    while (!open.empty()) {
      const StatementId at = open.back();
      open.pop_back();
      const StatementId next = visit(kept[at].next);
      const StatementId otherwise = visit(kept[at].otherwise);
      kept[at].next = next;
      kept[at].otherwise = otherwise;
    }
    tell_schedule([&](StatementId s) {
      const auto found = moved.find(real(s));
      return found == moved.end() ? none : found->second;
    });
    program_.statements = std::move(kept);
    main.statements.clear();
    for (StatementId s = 0; s < program_.statements.size(); ++s) main.statements.push_back(s);
  }

  /// `kept`: what a statement is now, or none.
  template <typename Kept>
  void tell_schedule(Kept kept) {
    Schedule& out = program_.schedule;
    out.first = kept(scheduler_);
    out.switches = options_.switches;
    for (std::size_t t = 0; t < expanded_.threads.size(); ++t) {
      const ThreadCopy& thread = expanded_.threads[t];
      Schedule::Thread& told = out.threads.emplace_back();
      told.function = thread.function;
      told.is_reused = thread.is_reused;
      told.is_crowd = thread.is_crowd;
      told.start = kept(thread.entry);
      for (std::size_t i = 0; i < resumes_[t].size(); ++i) {
        const Schedule::Stop stop{kept(leaves_[t][i]), kept(resumes_[t][i].second)};
        if (stop.resumes != none) told.stops.push_back(stop);
      }
    }
  }

  // Where threads may stop

  [[nodiscard]] std::vector<StatementId> successors(StatementId s) const {
    std::vector<StatementId> out;
    for (const StatementId to : {program_.statements[s].next, program_.statements[s].otherwise})
      if (to != none) out.push_back(to);
    return out;
  }

  /// What one statement of the program with threads does, of which there may be several now: it is
  /// one step.
  void gather(StatementId first) {
    std::vector<StatementId> open = successors(first);
    std::vector<StatementId> seen;
    while (!open.empty()) {
      const StatementId top = open.back();
      open.pop_back();
      if (program_.statements[top].origin != none || std::ranges::find(seen, top) != seen.end())
        continue;
      seen.push_back(top);
      visible_[first].reads = visible_[first].reads || visible_[top].reads;
      visible_[first].writes = visible_[first].writes || visible_[top].writes;
      visible_[first].takes = visible_[first].takes || visible_[top].takes;
      visible_[first].frees = visible_[first].frees || visible_[top].frees;
      visible_[first].may_end = visible_[first].may_end || visible_[top].may_end;
      std::ranges::copy(successors(top), std::back_inserter(open));
    }
  }

  static Expanded simplified(Expanded expanded) {
    propagate_constants(expanded);
    return expanded;
  }

  [[nodiscard]] static int change_of_depth(const Statement& statement) {
    if (statement.kind != Kind::Thread) return 0;
    if (statement.step == ThreadStep::EndAtomic) return -1;
    return statement.step == ThreadStep::BeginAtomic || statement.step == ThreadStep::Await ? 1 : 0;
  }

  /// Whether a step, or the atomic section that it begins, does more than what can be done at any
  /// earlier time without a difference for others, such as to free a lock.
  [[nodiscard]] bool acts(StatementId first) const {
    return any_within(first, [&](StatementId s) {
      return visible_[s].reads || visible_[s].writes || visible_[s].takes;
    });
  }

  /// Whether a step, or the atomic section that it begins, may not be over soon: then others must
  /// be able to see before it what was written.
  [[nodiscard]] bool may_wait(StatementId first) const {
    return any_within(first, [&](StatementId s) { return visible_[s].may_end || is_head_[s]; });
  }

  template <typename Test>
  [[nodiscard]] bool any_within(StatementId first, Test test) const {
    std::vector<std::pair<StatementId, int>> open{{first, 0}};
    std::set<StatementId> seen;
    while (!open.empty()) {
      const auto [s, depth] = open.back();
      open.pop_back();
      if (!seen.insert(s).second) continue;
      if (test(s)) return true;
      const int inner = depth + change_of_depth(program_.statements[s]);
      if (inner <= 0) continue;
      for (const StatementId to : successors(s)) open.emplace_back(to, inner);
    }
    return false;
  }

  [[nodiscard]] static bool is(const Statement& statement, ThreadStep step) {
    return statement.kind == Kind::Thread && statement.step == step;
  }

  [[nodiscard]] bool is_join_in_section() const {
    const auto joins = [&](StatementId s) { return is(program_.statements[s], ThreadStep::Join); };
    for (StatementId s = 0; s < program_.statements.size(); ++s)
      if (change_of_depth(program_.statements[s]) > 0 && any_within(s, joins)) return true;
    return false;
  }

  /// That a thread has not ended yet makes a difference, where others wait for ever then.
  void show_ends() {
    for (StatementId s = 0; s < program_.statements.size(); ++s)
      if (is(program_.statements[s], ThreadStep::End) && visible_[s].is_concurrent)
        visible_[s].writes = true;
  }

  /// The first steps of a loop.
  void mark_head(StatementId target) {
    std::vector<StatementId> open{target};
    std::vector<StatementId> seen;
    while (!open.empty()) {
      const StatementId top = open.back();
      open.pop_back();
      if (std::ranges::find(seen, top) != seen.end()) continue;
      seen.push_back(top);
      if (program_.statements[top].origin != none)
        is_head_[top] = true;
      else
        std::ranges::copy(successors(top), std::back_inserter(open));
    }
  }

  /// Targets of edges back, of a search through each thread.
  void find_heads() {
    enum : std::uint8_t { New, Open, Done };
    std::vector<std::uint8_t> state(program_.statements.size(), New);
    for (const ThreadCopy& thread : expanded_.threads) {
      std::vector<std::pair<StatementId, std::size_t>> path{{thread.entry, 0}};
      state[thread.entry] = Open;
      while (!path.empty()) {
        auto& [at, next] = path.back();
        const std::vector<StatementId> to = successors(at);
        if (next == to.size()) {
          state[at] = Done;
          path.pop_back();
          continue;
        }
        const StatementId target = to[next++];
        if (state[target] == Open) mark_head(target);
        if (state[target] != New) continue;
        state[target] = Open;
        path.emplace_back(target, 0);
      }
    }
  }

  /// Finds out where to stop, to a fixed point: more is seen on more paths.
  void follow(StatementId entry) {
    std::vector<StatementId> open{entry};
    since_[entry].is_reached = true;
    while (!open.empty() && problem_.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      const Since after = step(s);
      for (const StatementId to : successors(s)) {
        Since joined = since_[to];
        if (joined.is_reached && joined.atomic != after.atomic) {
          problem_ = "atomic section that begins or ends on some paths only";
          problem_at_ = program_.statements[s].at;
        }
        joined.is_reached = true;
        joined.atomic = after.atomic;
        joined.has_seen = joined.has_seen || after.has_seen;
        joined.has_written = joined.has_written || after.has_written;
        if (joined == since_[to]) continue;
        since_[to] = joined;
        open.push_back(to);
      }
    }
  }

  [[nodiscard]] Since step(StatementId s) {
    const Statement& statement = program_.statements[s];
    const Visibility& what = visible_[s];
    Since now = since_[s];
    const bool is_step = statement.kind == Kind::Thread;
    const bool begins = is_step && (statement.step == ThreadStep::BeginAtomic ||
                                    statement.step == ThreadStep::Await);
    const bool waits =
        is_step && (statement.step == ThreadStep::Await || statement.step == ThreadStep::Join);
    if (now.atomic == 0 && waits && options_.finds_deadlocks) stops_[s] = true;
    if (now.atomic == 0 && what.is_concurrent && statement.origin != none) {
      if ((acts_[s] && now.has_seen) || (may_wait_[s] && now.has_written)) stops_[s] = true;
      if (stops_[s]) now.has_seen = now.has_written = false;
    }
    now.has_seen = now.has_seen || what.reads || what.writes || what.frees;
    now.has_written = now.has_written || what.writes || what.frees;
    if (begins) ++now.atomic;
    if (is_step && statement.step == ThreadStep::EndAtomic && now.atomic > 0) --now.atomic;
    if (is_step && statement.step == ThreadStep::Create) now.has_seen = now.has_written = true;
    return now;
  }

  /// Nothing is known of such a program.
  Interleaved refuse() {
    Statement gives_up;
    gives_up.kind = Kind::Unsupported;
    gives_up.text = problem_;
    gives_up.at = problem_at_;
    Function& main = program_.functions[program_.main];
    program_.statements = {gives_up};
    main.statements = {0};
    main.entry = 0;
    return {std::move(program_), std::move(expanded_.threads), 0, crowds_, true};
  }

  // The program

  StatementId emit(Statement statement) {
    program_.statements.push_back(std::move(statement));
    return static_cast<StatementId>(program_.statements.size() - 1);
  }

  [[nodiscard]] Place state_of(std::size_t thread) {
    const ObjectId object = expanded_.threads[thread].state;
    return {build_.address(object, 0), program_.objects[object].cells[0].type};
  }
  [[nodiscard]] ExprId is_at(std::size_t thread, std::uint64_t where) {
    const Place state = state_of(thread);
    return build_.binary(Op::Equal, build_.load(state), build_.constant(state.type, where));
  }
  [[nodiscard]] Statement move(std::size_t thread, std::uint64_t to) {
    const Place state = state_of(thread);
    Statement out;
    out.kind = Kind::Assign;
    out.places = {state};
    out.values = {build_.constant(state.type, to)};
    return out;
  }

  [[nodiscard]] ObjectId add_hidden(const std::string& name, Type type) {
    Object object;
    object.name = name;
    object.storage = Object::Storage::Global;
    object.is_temporary = true;
    object.size = type.bits / 8U;
    object.cells = {{0, type, ""}};
    program_.objects.push_back(std::move(object));
    return static_cast<ObjectId>(program_.objects.size() - 1);
  }

  void replace_steps() {
    note_waits();
    scheduler_ = emit({});
    const std::size_t count = scheduler_;
    for (StatementId s = 0; s < count; ++s) {
      if (program_.statements[s].kind == Kind::Error) silence(program_.statements[s]);
      if (program_.statements[s].kind != Kind::Thread) continue;
      const Statement statement = program_.statements[s];
      Statement& to = program_.statements[s];
      switch (statement.step) {
        case ThreadStep::BeginAtomic:
        case ThreadStep::EndAtomic: to.kind = Kind::Skip; break;
        case ThreadStep::Await: program_.statements[s] = waiting(statement, s); break;
        case ThreadStep::Create: to.kind = Kind::Assign; break;
        case ThreadStep::Join: replace_join(s); break;
        case ThreadStep::End: replace_end(s); break;
        case ThreadStep::Self: break;
      }
    }
  }

  /// Nobody else runs while a thread is in an atomic section: who has to wait there, waits for
  /// ever.
  [[nodiscard]] Statement waiting(Statement wait, StatementId at) {
    const bool is_stuck = options_.finds_deadlocks && since_[at].atomic > 0 &&
                          !expanded_.threads[wait.thread].is_crowd;
    wait.kind = is_stuck ? Kind::Branch : Kind::Assume;
    if (is_stuck) wait.otherwise = emit(deadlock_at(wait));
    return wait;
  }

  [[nodiscard]] static Statement deadlock_at(const Statement& wait) {
    Statement error;
    error.kind = Kind::Error;
    error.text = deadlock_text;
    error.at = wait.at;
    error.thread = wait.thread;
    error.within = wait.within;
    return error;
  }

  /// What one of many does wrong, the one that is followed does, too.
  void silence(Statement& error) {
    if (!expanded_.threads[error.thread].is_crowd) return;
    error.kind = Kind::Assume;
    error.values = {build_.constant(Builder::truth_type, 0)};
    error.places.clear();
    error.next = scheduler_;
  }

  /// By statement at which a thread waits: whether it need not.
  std::map<StatementId, ExprId> can_go_on_;

  void note_waits() {
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& statement = program_.statements[s];
      if (statement.kind != Kind::Thread || !stops_[s]) continue;
      if (statement.step == ThreadStep::Await) can_go_on_[s] = statement.values[0];
      if (statement.step == ThreadStep::Join) {
        const Joined joined = join_of(statement.values[0]);
        can_go_on_[s] = build_.binary(Op::Or, build_.negation(joined.exists), joined.is_over);
      }
    }
  }

  /// Who waits where, and an error there if all do that have not ended.
  /// Somebody has not ended: if all wait, one of them is at such a place.
  StatementId check_deadlock(StatementId next) {
    ExprId all_wait = build_.constant(Builder::truth_type, 1);
    StatementId tells = none;
    for (std::size_t t = 0; t < expanded_.threads.size(); ++t) {
      const Place state = state_of(t);
      ExprId waits = build_.binary(Op::LessEqualUnsigned, build_.load(state),
                                   build_.constant(state.type, has_ended));
      for (const auto& [number, s] : resumes_[t]) {
        const auto found = can_go_on_.find(s);
        if (found == can_go_on_.end()) continue;
        const ExprId is_here = is_at(t, number);
        const ExprId goes_on =
            build_.conditional(is_here, found->second, build_.constant(Builder::truth_type, 1));
        waits = build_.binary(Op::Or, waits, build_.negation(goes_on));
        const StatementId told = emit(deadlock_at(program_.statements[s]));
        tells = tells == none ? told : branch(is_here, told, tells);
      }
      all_wait = build_.binary(Op::And, all_wait, waits);
    }
    return tells == none ? next : branch(all_wait, tells, next);
  }

  void replace_end(StatementId s) {
    const Statement end = program_.statements[s];
    Statement moves;
    if (!expanded_.threads[end.thread].is_crowd) moves = move(end.thread, has_ended);
    moves.at = end.at;
    moves.thread = end.thread;
    moves.within = end.within;
    moves.origin = end.origin;
    moves.next = scheduler_;
    program_.statements[s] = std::move(moves);
  }

  /// The thread of a number: whether there is one and it has ended, and its result.
  struct Joined {
    ExprId exists = none;
    ExprId is_over = none;
    ExprId result = none;
  };

  [[nodiscard]] Joined join_of(ExprId wanted) {
    const Type type = build_.expr(wanted).type;
    ExprId exists = build_.constant(Builder::truth_type, 0);
    ExprId is_over = exists;
    ExprId result = build_.constant(build_.pointer(), 0);
    for (std::size_t t = 0; t < expanded_.threads.size(); ++t) {
      const std::uint64_t number = t == 0 ? main_thread : t;
      const ExprId is_it = build_.binary(Op::Equal, wanted, build_.constant(type, number));
      const ExprId lives = build_.negation(is_at(t, never_created));
      exists = build_.binary(Op::Or, exists, build_.binary(Op::And, is_it, lives));
      is_over = build_.binary(Op::Or, is_over, build_.binary(Op::And, is_it, is_at(t, has_ended)));
      const ExprId left =
          build_.load({build_.address(expanded_.threads[t].result, 0), build_.pointer()});
      result = build_.conditional(is_it, left, result);
    }
    return {exists, is_over, result};
  }

  /// Waits for one that exists.
  void replace_join(StatementId s) {
    const Statement join = program_.statements[s];
    const auto [exists, is_over, result] = join_of(join.values[0]);
    Statement fault = join;
    fault.kind = Kind::Fault;
    fault.defect = Defect::Memory;
    fault.text = "join of a thread that does not exist";
    fault.places.clear();
    fault.values.clear();
    fault.next = none;
    fault.origin = none;
    Statement waits = join;
    waits.origin = none;
    waits.values = {is_over};
    waits.places.clear();
    waits = waiting(std::move(waits), s);
    if (!join.places.empty()) {
      Statement gives = join;
      gives.kind = Kind::Assign;
      gives.origin = none;
      gives.values = {build_.resize(result, join.places[0].type, false)};
      waits.next = emit(std::move(gives));
    }
    Statement test = join;
    test.kind = Kind::Branch;
    test.values = {exists};
    test.places.clear();
    test.next = emit(std::move(waits));
    test.otherwise = emit(std::move(fault));
    program_.statements[s] = std::move(test);
  }

  /// Before each statement at which a thread may stop: a choice to go on, or to the scheduler.
  void add_stops() {
    resumes_.resize(expanded_.threads.size());
    leaves_.resize(expanded_.threads.size());
    std::map<StatementId, StatementId> instead;
    const std::size_t count = since_.size();
    const Place choice{build_.address(add_hidden("schedule.stop", {8, false, false, false}), 0),
                       {8, false, false, false}};
    for (StatementId s = 0; s < count; ++s) {
      if (!stops_[s]) continue;
      const std::uint32_t thread = program_.statements[s].thread;
      const std::uint64_t number = at_start + 1 + resumes_[thread].size();
      resumes_[thread].emplace_back(number, s);
      ++resumed_;
      Statement chooses;
      chooses.kind = Kind::Arbitrary;
      chooses.places = {choice};
      chooses.text = schedule_choice;
      Statement test;
      test.kind = Kind::Branch;
      test.values = {build_.truth(build_.load(choice))};
      Statement moves;
      if (!expanded_.threads[thread].is_crowd) moves = move(thread, number);
      moves.next = scheduler_;
      test.next = emit(std::move(moves));
      leaves_[thread].push_back(test.next);
      test.otherwise = s;
      chooses.next = emit(std::move(test));
      instead[s] = emit(std::move(chooses));
    }
    const auto redirect = [&](StatementId& to) {
      if (const auto found = instead.find(to); found != instead.end()) to = found->second;
    };
    for (StatementId s = 0; s < count; ++s) {
      redirect(program_.statements[s].next);
      redirect(program_.statements[s].otherwise);
    }
    for (StatementId s = static_cast<StatementId>(count); s < program_.statements.size(); ++s)
      if (program_.statements[s].thread != none) redirect(program_.statements[s].next);
  }

  [[nodiscard]] StatementId branch(ExprId condition, StatementId yes, StatementId no) {
    Statement out;
    out.kind = Kind::Branch;
    out.values = {condition};
    out.next = yes;
    out.otherwise = no;
    return emit(std::move(out));
  }

  void add_scheduler() {
    const Type byte{8, false, false, false};
    const Place who{build_.address(add_hidden("schedule.thread", byte), 0), byte};
    Statement ends;
    ends.kind = Kind::Assume;
    ends.values = {build_.constant(Builder::truth_type, 0)};
    Statement halts;
    halts.kind = Kind::Halt;
    StatementId otherwise = emit(std::move(ends));
    lead(otherwise, emit(halts));
    StatementId all_ended = emit(halts);
    for (std::size_t t = expanded_.threads.size(); t-- > 0;) {
      const Place state = state_of(t);
      const ExprId runs = build_.binary(Op::LessUnsigned, build_.constant(state.type, has_ended),
                                        build_.load(state));
      const ExprId chosen = build_.binary(Op::Equal, build_.load(who), build_.constant(byte, t));
      Statement is_there;
      is_there.kind = Kind::Assume;
      is_there.values = {runs};
      is_there.next = dispatch(t);
      otherwise = branch(chosen, emit(std::move(is_there)), otherwise);
    }
    Statement chooses;
    chooses.kind = Kind::Arbitrary;
    chooses.places = {who};
    chooses.text = schedule_choice;
    chooses.next = otherwise;
    ExprId somebody = build_.constant(Builder::truth_type, 0);
    for (std::size_t t = 0; t < expanded_.threads.size(); ++t) {
      const Place state = state_of(t);
      somebody =
          build_.binary(Op::Or, somebody,
                        build_.binary(Op::LessUnsigned, build_.constant(state.type, has_ended),
                                      build_.load(state)));
    }
    StatementId first = emit(std::move(chooses));
    if (options_.finds_deadlocks) first = check_deadlock(first);
    first = branch(somebody, first, all_ended);
    if (options_.switches) first = count_switches(first);
    program_.statements[scheduler_].next = first;
  }

  void lead(StatementId from, StatementId to) { program_.statements[from].next = to; }

  StatementId count_switches(StatementId next) {
    const Type type{16, false, false, false};
    const Place count{build_.address(add_hidden("schedule.switches", type), 0), type};
    Statement within;
    within.kind = Kind::Assume;
    within.values = {build_.binary(Op::LessUnsigned, build_.load(count),
                                   build_.constant(type, *options_.switches))};
    Statement counts;
    counts.kind = Kind::Assign;
    counts.places = {count};
    counts.values = {build_.binary(Op::Add, build_.load(count), build_.constant(type, 1))};
    counts.next = next;
    within.next = emit(std::move(counts));
    return emit(std::move(within));
  }

  /// Goes on where the thread stopped: by halves.
  StatementId dispatch(std::size_t thread) {
    auto targets = resumes_[thread];
    if (thread != 0) targets.insert(targets.begin(), {at_start, expanded_.threads[thread].entry});
    if (targets.empty()) return scheduler_;
    if (expanded_.threads[thread].is_crowd) return dispatch_crowd(thread, targets);
    return dispatch(state_of(thread), targets, 0, targets.size());
  }
  /// One of many: it may be anywhere, with any locals.
  StatementId dispatch_crowd(std::size_t thread,
                             const std::vector<std::pair<std::uint64_t, StatementId>>& targets) {
    const Type word{16, false, false, false};
    const Place at{build_.address(add_hidden("schedule.at", word), 0), word};
    Statement forgets;
    forgets.kind = Kind::Arbitrary;
    forgets.text = schedule_choice;
    forgets.initialises = true;
    forgets.places = {at};
    for (const ObjectId local : expanded_.threads[thread].locals)
      for (const Cell& cell : program_.objects[local].cells)
        if (!cell.is_padding && !cell.type.is_pointer)
          forgets.places.push_back({build_.address(local, cell.offset), cell.type});
    forgets.next = dispatch(at, targets, 0, targets.size());
    return emit(std::move(forgets));
  }
  StatementId dispatch(const Place& state,
                       const std::vector<std::pair<std::uint64_t, StatementId>>& targets,
                       std::size_t from, std::size_t to) {
    if (to - from == 1) return targets[from].second;
    const std::size_t middle = (from + to) / 2;
    const ExprId is_lower = build_.binary(Op::LessUnsigned, build_.load(state),
                                          build_.constant(state.type, targets[middle].first));
    const StatementId low = dispatch(state, targets, from, middle);
    return branch(is_lower, low, dispatch(state, targets, middle, to));
  }
};

}  // namespace

Interleaved interleave(const Program& program, const InterleaveOptions& options) {
  return Interleaver(program, options).run();
}

}  // namespace hardbop::c
