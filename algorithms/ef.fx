// The entry-forward algorithm of [getafix09 §4.2] and its appendix: from the initial states it finds
// only what is reachable. A pair (e, s) says that s is reachable, and that its procedure was entered
// with the formals and globals e.

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
    // early termination: with the target everything is reachable
    (exists d: Frame, t: State. Stop(t.mod, t.pc) & Summary(d, t))

    // initial states
  | Init(s) & Formals(s.mod, e.locals, s.locals) & e.globals = s.globals

    // a step inside the procedure
  | (exists t: State. Summary(e, t) & t.mod = s.mod
      & ProgramInt(s.mod, t.pc, s.pc, t.locals, s.locals, t.globals, s.globals))

    // from a call to the entry of its callee
  | (exists d: Frame, t: State. Summary(d, t) & t.globals = s.globals
      & IntoCall(t.mod, t.pc, s.mod, t.locals, s.locals, s.globals))
    & Entry(s) & Formals(s.mod, e.locals, s.locals) & e.globals = s.globals

    // from a call at p to where it comes back: the callee n is entered with d ...
  | (exists p: Counter, n: Module, d: Frame.
      (exists t: State. Summary(e, t) & t.mod = s.mod & t.pc = p & t.globals = d.globals
        & IntoCall(s.mod, p, n, t.locals, d.locals, d.globals)
        & ReturnA(s.mod, p, s.pc, t.locals, s.locals))
      // ... and its exit u gives s the globals and results
      & (exists u: State. Summary(d, u) & u.mod = n & Exit(n, u.pc)
        & ReturnB(s.mod, p, n, u.locals, s.locals, u.globals, s.globals)));

// What the program is asked: the places that can be reached.
relation Reached(m: Module, p: Counter) :=
  exists e: Frame, s: State. Summary(e, s) & s.mod = m & s.pc = p;
