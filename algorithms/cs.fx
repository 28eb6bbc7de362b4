// Reachability within a number of context switches, after [getafix09 §5.1]. As ef.fx, for one thread
// at a time: e is its procedure's entry, s its state, in context cs; it entered the procedure in context
// ecs. All tuples of one run share the schedule c, the thread of each context, and the history h, the
// shared globals with which contexts 1, 2, ... begin; what lies behind cs is arbitrary.

input type Module, Counter, Locals, Globals, Thread, Switch, Schedule, History;
type Frame = struct { locals: Locals, globals: Globals };
type State = struct { mod: Module, pc: Counter, locals: Locals, globals: Globals };

input relation Init(t: Thread, s: State);
input relation Start(t: Thread, s: State);
input relation Entry(s: State);
input relation Exit(m: Module, p: Counter);
input relation Formals(m: Module, l, k: Locals);
input relation ProgramInt(m: Module, p, q: Counter, l, k: Locals, g, h: Globals);
input relation IntoCall(m: Module, p: Counter, n: Module, l, k: Locals, g: Globals);
input relation ReturnA(m: Module, p, q: Counter, l, k: Locals);
input relation ReturnB(m: Module, p: Counter, n: Module, l, k: Locals, g, h: Globals);
input relation Pause(m: Module, p: Counter, g: Globals);
input relation SameOwn(g, h: Globals);
input relation Active(i: Switch, c: Schedule, t: Thread);
input relation Saved(i: Switch, h: History, g: Globals);
input relation Stop(m: Module, p: Counter);

mu Reach(e: Frame, s: State, ecs, cs: Switch, h: History, c: Schedule) :=
    // early termination: with the target everything is reachable
    (exists d: Frame, t: State, i, j: Switch, k: History, b: Schedule.
      Stop(t.mod, t.pc) & Reach(d, t, i, j, k, b))

    // the first context
  | cs = 0 & ecs = 0 & (exists t: Thread. Active(0, c, t) & Init(t, s)) & Entered(e, s)

    // steps, calls and returns of the thread; a call may come back in a later context
  | (exists t: State. Reach(e, t, ecs, cs, h, c) & t.mod = s.mod
      & ProgramInt(s.mod, t.pc, s.pc, t.locals, s.locals, t.globals, s.globals))
  | ecs = cs & (exists d: Frame, t: State, i: Switch. Reach(d, t, i, cs, h, c)
      & t.globals = s.globals & IntoCall(t.mod, t.pc, s.mod, t.locals, s.locals, s.globals))
    & Entry(s) & Entered(e, s)
  | (exists p: Counter, n: Module, d: Frame, i: Switch.
      (exists t: State. Reach(e, t, ecs, i, h, c) & t.mod = s.mod & t.pc = p
        & t.globals = d.globals & IntoCall(s.mod, p, n, t.locals, d.locals, d.globals)
        & ReturnA(s.mod, p, s.pc, t.locals, s.locals))
      & (exists u: State. Reach(d, u, i, cs, h, c) & u.mod = n & Exit(n, u.pc)
        & ReturnB(s.mod, p, n, u.locals, s.locals, u.globals, s.globals)))

    // a context of a thread that never ran before, and of one that ran in context i last
  | Switched(cs, h, c) & Saved(cs, h, s.globals) & ecs = cs & Entered(e, s)
    & (exists t: Thread. Active(cs, c, t) & Start(t, s) & First(cs, c))
  | Switched(cs, h, c) & Saved(cs, h, s.globals) & (exists t: State, i: Switch.
      Left(e, t, ecs, i, h, c) & Consecutive(i, cs, c) & SameOwn(t.globals, s.globals)
      & t.mod = s.mod & t.pc = s.pc & t.locals = s.locals);

relation Entered(e: Frame, s: State) :=
  Formals(s.mod, e.locals, s.locals) & e.globals = s.globals;

// A thread may be left in context i: the next one begins with its globals.
relation Left(e: Frame, s: State, ecs, i: Switch, h: History, c: Schedule) :=
  Reach(e, s, ecs, i, h, c) & Pause(s.mod, s.pc, s.globals)
  & exists j: Switch. j = i + 1 & Saved(j, h, s.globals);
relation Switched(cs: Switch, h: History, c: Schedule) :=
  exists e: Frame, s: State, ecs, i: Switch. Left(e, s, ecs, i, h, c) & cs = i + 1
    & !Same(i, cs, c);

relation Same(i, j: Switch, c: Schedule) := exists t: Thread. Active(i, c, t) & Active(j, c, t);
relation First(i: Switch, c: Schedule) := forall j: Switch. j < i => !Same(j, i, c);
relation Consecutive(i, j: Switch, c: Schedule) :=
  i < j & Same(i, j, c) & forall x: Switch. i < x & x < j => !Same(x, j, c);

// What the program is asked: the places that can be reached.
relation Reached(m: Module, p: Counter) :=
  exists e: Frame, s: State, ecs, cs: Switch, h: History, c: Schedule.
    Reach(e, s, ecs, cs, h, c) & s.mod = m & s.pc = p;
