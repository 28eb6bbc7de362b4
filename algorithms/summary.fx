// The simple summary-based algorithm of [getafix09 §4.1]. A pair (e, s) says that s can be reached
// from the entry of its procedure with the formals and globals e, whether any run enters it so or
// not. What is reachable is found afterwards.

input type Module, Counter, Locals, Globals;
type Frame = struct { locals: Locals, globals: Globals };
type State = struct { mod: Module, pc: Counter, locals: Locals, globals: Globals };

input relation Init(s: State);
input relation Entry(s: State);
input relation Exit(m: Module, p: Counter);
input relation Formals(m: Module, l, k: Locals);
input relation ProgramInt(m: Module, p, q: Counter, l, k: Locals, g, h: Globals);
input relation IntoCall(m: Module, p: Counter, n: Module, l, k: Locals, g: Globals);
input relation ReturnA(m: Module, p, q: Counter, l, k: Locals);
input relation ReturnB(m: Module, p: Counter, n: Module, l, k: Locals, g, h: Globals);
input relation Stop(m: Module, p: Counter);

mu Summary(e: Frame, s: State) :=
    // every entry
    Entry(s) & Formals(s.mod, e.locals, s.locals) & e.globals = s.globals

    // a step inside the procedure
  | (exists t: State. Summary(e, t) & t.mod = s.mod
      & ProgramInt(s.mod, t.pc, s.pc, t.locals, s.locals, t.globals, s.globals))

    // over a call at p of n, which is entered with d and left at u
  | (exists p: Counter, n: Module, d: Frame.
      (exists t: State. Summary(e, t) & t.mod = s.mod & t.pc = p & t.globals = d.globals
        & IntoCall(s.mod, p, n, t.locals, d.locals, d.globals)
        & ReturnA(s.mod, p, s.pc, t.locals, s.locals))
      & (exists u: State. Summary(d, u) & u.mod = n & Exit(n, u.pc)
        & ReturnB(s.mod, p, n, u.locals, s.locals, u.globals, s.globals)));

// The entries that runs do use: those of the initial states, and those of calls on the way.
mu Entered(m: Module, e: Frame) :=
    // early termination: with the target everything is reachable
    (exists d: Frame, t: State. Entered(t.mod, d) & Summary(d, t) & Stop(t.mod, t.pc))
  | (exists s: State. Init(s) & s.mod = m & Formals(m, e.locals, s.locals) & e.globals = s.globals)
  | (exists d: Frame, t: State. Entered(t.mod, d) & Summary(d, t) & t.globals = e.globals
      & IntoCall(t.mod, t.pc, m, t.locals, e.locals, e.globals));

// What the program is asked: the places that can be reached.
relation Reached(m: Module, p: Counter) :=
  exists e: Frame, s: State. Entered(m, e) & Summary(e, s) & s.mod = m & s.pc = p;
