// The optimised entry-forward algorithm of [getafix09 §4.3]. As ef.fx, but each round takes internal
// steps to the end, and calls and returns once, from places where the last round found something new.
// `fresh` marks all that is known; without it, a pair was known one round ago. The numbers are those
// of the paper's clauses.

input type Module, Counter, Locals, Globals;
type Frame = struct { locals: Locals, globals: Globals };
type State = struct { mod: Module, pc: Counter, locals: Locals, globals: Globals };

input relation Init(s: State);
input relation Entry(s: State);
input relation Exit(m: Module, p: Counter);
input relation Formals(m: Module, l, k: Locals);
input relation ProgramInt(m: Module, p, q: Counter, l, k: Locals, g, h: Globals);
input relation IntoCall(m: Module, p: Counter, n: Module, l, k: Locals, g: Globals);
input relation Across(m: Module, p, q: Counter);
input relation ReturnA(m: Module, p, q: Counter, l, k: Locals);
input relation ReturnB(m: Module, p: Counter, n: Module, l, k: Locals, g, h: Globals);
input relation Stop(m: Module, p: Counter);

mu Summary(fresh: bool, e: Frame, s: State) :=
    // early termination: with the target everything is reachable
    (exists d: Frame, t: State. Stop(t.mod, t.pc) & Summary(true, d, t))
  | fresh & Init(s) & Formals(s.mod, e.locals, s.locals) & e.globals = s.globals    // 1
  | Summary(true, e, s)                                                             // 2
  | fresh & (New1(e, s) | New2(e, s));                                              // 3

// Where the last round found something new; all that is known there, at calls, and at exits.
relation Relevant(m: Module, p: Counter) := exists e: Frame, s: State.              // 4
  Summary(true, e, s) & !Summary(false, e, s) & s.mod = m & s.pc = p;
relation Now(e: Frame, s: State) := Summary(true, e, s) & Relevant(s.mod, s.pc);
relation Call(e: Frame, s: State) :=
  Summary(true, e, s) & exists q: Counter. Across(s.mod, s.pc, q);
relation Left(e: Frame, s: State) := Summary(true, e, s) & Exit(s.mod, s.pc);

// All internal steps from there.
mu New1(e: Frame, s: State) :=
    Now(e, s)                                                                       // 5
  | exists t: State. New1(e, t) & t.mod = s.mod                                     // 6
      & ProgramInt(s.mod, t.pc, s.pc, t.locals, s.locals, t.globals, s.globals);

// One call, or a return over one: from a call t that is new, or from an exit u that is.
relation New2(e: Frame, s: State) :=
    (exists d: Frame, t: State. Now(d, t) & t.globals = s.globals                   // 7
      & IntoCall(t.mod, t.pc, s.mod, t.locals, s.locals, s.globals))
    & Entry(s) & Formals(s.mod, e.locals, s.locals) & e.globals = s.globals
  | (exists d: Frame, t, u: State. Now(e, t) & Left(d, u)
      & IntoCall(t.mod, t.pc, u.mod, t.locals, d.locals, d.globals) & t.globals = d.globals
      & t.mod = s.mod & ReturnA(s.mod, t.pc, s.pc, t.locals, s.locals)
      & ReturnB(s.mod, t.pc, u.mod, u.locals, s.locals, u.globals, s.globals))       // 8 - 11
  | (exists d: Frame, t, u: State. Call(e, t) & Now(d, u) & Exit(u.mod, u.pc)
      & IntoCall(t.mod, t.pc, u.mod, t.locals, d.locals, d.globals) & t.globals = d.globals
      & t.mod = s.mod & ReturnA(s.mod, t.pc, s.pc, t.locals, s.locals)
      & ReturnB(s.mod, t.pc, u.mod, u.locals, s.locals, u.globals, s.globals));

// What the program is asked: the places that can be reached.
relation Reached(m: Module, p: Counter) :=
  exists e: Frame, s: State. Summary(true, e, s) & s.mod = m & s.pc = p;
