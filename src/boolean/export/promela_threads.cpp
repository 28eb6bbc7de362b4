// SPDX-License-Identifier: MIT
// Every thread is a process of one type, told where it starts and with which values. Statements are
// atomic sequences; between two of them, others may run. `holder` is the one process that may go
// on: while it is in an atomic section, or has reached the end of a procedure, which is no step of
// its own. An assumption that is false is tried again later. After a failed assertion, nobody goes
// on.
#include "boolean/export/promela_threads.hpp"

#include <algorithm>

#include "boolean/export/names.hpp"
#include "boolean/export/promela_writer.hpp"

namespace hardbop::exporting {

namespace {

class ThreadsWriter final : public PromelaWriter {
 public:
  ThreadsWriter(const bp::Threads& threads, const Problem& problem)
      : PromelaWriter(problem), threads_(threads) {
    for (const ProcedureId p : problem.entries)
      most_arguments_ = std::max(most_arguments_, graph().procedure(p).locals);
  }

 private:
  const bp::Threads& threads_;
  std::uint32_t most_arguments_ = 0;

  [[nodiscard]] std::uint32_t own() const { return graph().globals() - graph().shared(); }

  /// Blocks may give different names to a slot of threads' own globals.
  [[nodiscard]] std::string variable(ProcedureId p, Slot slot) const override {
    if (slot < graph().shared() || slot >= graph().globals())
      return PromelaWriter::variable(p, slot);
    return fmt::format("own_{}", slot - graph().shared() + 1);
  }

  // Declarations

  void prelude() override {
    line("#define ended {}", graph().vertices().size());
    line("#define free 255");
    line("#define failed 254");
    define_choose();
    line("\nbyte holder = free;  /* the process that may go on; all of them if free */");
    if (threads_.init() != bp::no_index) line("bit init_ended;");
    for (Slot slot = 0; slot < graph().shared(); ++slot)
      declare(variable(0, slot), graph().slot_name(0, slot));
    declare_scratch();  // shared: no atomic sequence stops in the middle
    line("\nproctype thread(int first; bit is_init{})", parameters());
    line("{{\nint pc;\nbit is_atomic;");
    declare_frames();
  }

  [[nodiscard]] std::string parameters() const {
    std::string out;
    for (std::uint32_t i = 1; i <= own(); ++i) out += fmt::format("; bit own_{}", i);
    for (std::uint32_t i = 1; i <= most_arguments_; ++i) out += fmt::format("; bit argument_{}", i);
    return out;
  }

  // The start of a thread

  struct Start {
    VertexId at;
    std::uint32_t known;  // so many of its locals are given

    friend auto operator<=>(const Start&, const Start&) = default;  // NOLINT(modernize-use-nullptr)
  };

  /// `first` is the number of one of these.
  [[nodiscard]] std::vector<Start> starts() const {
    std::vector<Start> out;
    if (threads_.init() != bp::no_index)
      out.push_back({graph().procedure(threads_.init()).entry, 0});
    for (const bp::InitialThread& thread : threads_.initial())
      out.push_back({graph().procedure(thread.procedure).entry, 0});
    for (const bp::StartSite& site : threads_.sites()) out.push_back(start_of(site));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  [[nodiscard]] Start start_of(const bp::StartSite& site) const {
    const bp::GraphProcedure& procedure = graph().procedure(site.procedure);
    return {site.start, site.copies_locals ? procedure.locals : procedure.formals};
  }
  [[nodiscard]] std::size_t number(const Start& start) const {
    const std::vector<Start> all = starts();
    return static_cast<std::size_t>(std::ranges::lower_bound(all, start) - all.begin());
  }

  void start() override {
    line("  atomic {{\n  (holder == free || holder == _pid);\n  if");
    const std::vector<Start> all = starts();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ProcedureId p = graph().vertex(all[i].at).procedure;
      line("  :: first == {} ->", i);
      Updates updates;
      for (std::uint32_t k = 0; k < graph().procedure(p).locals; ++k) {
        const std::string name = variable(p, graph().globals() + k);
        if (k < all[i].known)
          updates.emplace_back(name, fmt::format("argument_{}", k + 1));
        else
          line("  choose({});", name);
      }
      for (std::uint32_t k = 1; k <= most_arguments_; ++k)
        updates.emplace_back(fmt::format("argument_{}", k), "0");
      updates.emplace_back("first", "0");
      go(all[i].at, updates);
    }
    line("  fi }}");
  }

  // Steps

  void begin_step(VertexId v) override {
    if (graph().vertex(v).kind != VertexKind::Exit) line("  skip;");  // others may run here
    line("  atomic {{\n  (holder == free || holder == _pid);");
  }

  void require(const std::string& condition) override {
    line("  if :: {} :: else -> goto v{} fi;", condition, current());
  }

  [[nodiscard]] std::string also(VertexId to) const override {
    std::string out;
    if (to == bp::no_index) {
      if (threads_.init() != bp::no_index) out = "init_ended = (is_init -> 1 : init_ended); ";
      return out + "is_init = 0; is_atomic = 0; holder = free; ";
    }
    if (graph().vertex(to).kind == VertexKind::Error) return "holder = failed; ";
    const bool is_step = current() < graph().vertices().size();
    switch (is_step ? graph().atomicity(current()) : bp::Atomicity::Kept) {
      case bp::Atomicity::Begins: out = "is_atomic = 1; "; break;
      case bp::Atomicity::Ends: out = "is_atomic = 0; "; break;
      case bp::Atomicity::Kept: break;
    }
    if (graph().vertex(to).kind == VertexKind::Exit) return out + "holder = _pid; ";
    return out + "holder = ((is_atomic || is_init) -> _pid : free); ";
  }

  void start_thread(VertexId v) override {
    line("  _nr_pr < 250;");  // SPIN has at most 255
    const bp::StartSite& site = threads_.site_at(v);
    const Vertex& vertex = graph().vertex(v);
    std::vector<std::string> given;
    for (std::uint32_t i = 0; i < own(); ++i) given.push_back(fmt::format("own_{}", i + 1));
    for (std::uint32_t i = 0; site.copies_locals && i < graph().procedure(site.procedure).locals;
         ++i)
      given.push_back(variable(vertex.procedure, graph().globals() + i));
    for (std::uint32_t i = 0; !site.copies_locals && i < vertex.exprs.count; ++i)
      given.push_back(value(vertex.procedure, vertex.exprs.first + i));
    run_thread(number(start_of(site)), false, given);
  }

  void run_thread(std::size_t first, bool is_init, std::vector<std::string> given) {
    given.resize(own() + most_arguments_, "0");
    std::string text;
    for (const std::string& one : given) text += ", " + one;
    line("  run thread({}, {}{});", first, is_init ? 1 : 0, text);
  }

  [[nodiscard]] bool can_be_outermost(ProcedureId p) const override {
    return std::ranges::find(problem().entries, p) != problem().entries.end();
  }

  // The start of the program

  /// Own globals of the threads there are from the start, in the process that starts them.
  [[nodiscard]] static std::string own_of(std::size_t thread, std::uint32_t i) {
    return fmt::format("own_{}_{}", thread + 1, i + 1);
  }

  void end() override {
    line("stop:  skip\n}}\n\ninit\n{{");
    const std::size_t count = threads_.initial().size();
    for (std::size_t i = 0; i < count; ++i)
      for (std::uint32_t k = 0; k < own(); ++k) line("  bit {};", own_of(i, k));
    initialise();
    if (threads_.init() != bp::no_index) {
      run_thread(number({graph().procedure(threads_.init()).entry, 0}), true, {});
      line("  }};\n  init_ended;\n  atomic {{");
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::string> given;
      for (std::uint32_t k = 0; k < own(); ++k) given.push_back(own_of(i, k));
      run_thread(number({graph().procedure(threads_.initial()[i].procedure).entry, 0}), false,
                 given);
    }
    line("  }}\n}}");
  }

  /// In the order of the text, the own ones in every copy of their block.
  void initialise() {
    line("  atomic {{");
    for (Slot slot = 0; slot < graph().shared(); ++slot) line("  choose({});", variable(0, slot));
    const std::size_t count = threads_.initial().size();
    for (std::size_t i = 0; i < count; ++i)
      for (std::uint32_t k = 0; k < own(); ++k) line("  choose({});", own_of(i, k));
    for (const bp::Initialiser& initialiser : graph().all_initialisers()) {
      if (initialiser.thread == bp::no_index) {
        set_initial(initialiser, 0);
        continue;
      }
      for (std::size_t i = 0; i < count; ++i)
        if (threads_.initial()[i].block == initialiser.thread) set_initial(initialiser, i);
    }
  }

  void set_initial(const bp::Initialiser& initialiser, std::size_t thread) {
    const auto name = [&](Slot slot, bool /*is_next*/) {
      return slot < graph().shared() ? variable(0, slot) : own_of(thread, slot - graph().shared());
    };
    const std::string right = value(initialiser.value, name);
    line("  {} = {};", name(initialiser.slot, false), right);
    forget_choices();
  }
};

}  // namespace

std::vector<ProcedureId> thread_procedures(const bp::Threads& threads) {
  std::vector<ProcedureId> out;
  if (threads.init() != bp::no_index) out.push_back(threads.init());
  for (const bp::InitialThread& thread : threads.initial()) out.push_back(thread.procedure);
  for (const bp::StartSite& site : threads.sites()) out.push_back(site.procedure);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string to_promela(const bp::Threads& threads, const Problem& problem) {
  return ThreadsWriter(threads, problem).run();
}

}  // namespace hardbop::exporting
