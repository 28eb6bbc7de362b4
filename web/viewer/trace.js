// SPDX-License-Identifier: MIT
// A run: places, states and calls of its steps. A trace of n steps has the positions 0 to n: at
// position i, step i is about to be executed; at n, the run has arrived. Everything but states is
// found once, in one pass; a state is found from the nearest kept one before it.
import { actionText, endText } from "./data.js";

/** @typedef {import("./data.js").Value} Value */
/** @typedef {import("./data.js").TraceJson} TraceJson */
/** @typedef {import("./data.js").StepJson} StepJson */
/** @typedef {import("./data.js").Packed} Packed */
/** @typedef {import("./data.js").Further} Further */
/** @typedef {import("./data.js").InvolvedJson} InvolvedJson */
/** @typedef {import("./data.js").ResultJson} ResultJson */
/** @typedef {{procedure: string, file: string, line: number, column: number, kind: string, statement: string}} Place */
/** @typedef {Map<string, Value>} State */
/** @typedef {{state: State, free: Set<string>}} Snapshot */

const keptEvery = 256;
const mostRecent = 300;
const mostLooks = 1000;

/**
 * Packs steps as the program does that writes pages; for answers that come from elsewhere.
 * @param {StepJson[]} steps
 * @returns {Packed}
 */
function packSteps(steps) {
  /** @type {Packed} */
  const out = { places: [], names: [], steps: [], changes: [], free: [], further: {} };
  /** @type {Map<string, number>} */
  const names = new Map();
  /** @param {string} name */
  const number = (name) => {
    if (!names.has(name)) names.set(name, out.names.push(name) - 1);
    return /** @type {number} */ (names.get(name));
  };
  /** @type {Object<string, Value>} */
  let state = {};
  /** @type {Set<string>} */
  let free = new Set();
  steps.forEach((step, i) => {
    const { procedure, file, line, column, kind, statement, depth, thread, state: now, free: freeNow, ...further } = step;
    out.steps.push(out.places.push([procedure, file, line, column, kind, statement]) - 1, depth, thread ?? 0);
    /** @type {(number | Value | null)[]} */
    const change = [];
    for (const [name, value] of Object.entries(now)) if (state[name] !== value) change.push(number(name), value);
    for (const name of Object.keys(state)) if (!(name in now)) change.push(number(name), null);
    state = now;
    const toggled = new Set(freeNow ?? []);
    const flips = [...toggled].filter((name) => !free.has(name)).concat([...free].filter((name) => !toggled.has(name)));
    free = toggled;
    out.changes.push(change.length ? change : 0);
    out.free.push(flips.length ? flips.map(number) : 0);
    if (Object.keys(further).length) out.further[i] = further;
  });
  return out;
}

export class Trace {
  /** @param {TraceJson} json @param {ResultJson} result of which it is a run */
  constructor(json, result) {
    this.json = json;
    const steps = json.steps ?? [];
    /** @type {Packed} */
    this.packed = json.packed ?? packSteps(json.end ? [...steps, json.end] : steps);
    /** The order in which variables come, at every step. */
    this.ranks = new Map(this.packed.names.map((name, k) => [name, k]));
    const positions = this.packed.changes.length;
    /** The number of steps, which is the last position. */
    this.length = Math.max(positions - 1, 0);
    this.threads = json.threads ?? [];
    this.loop = json.loop ?? null;
    /** @type {Place[]} */
    this.places = this.packed.places.map(([procedure, file, line, column, kind, statement]) => ({
      procedure, file, line, column, kind, statement,
    }));
    this.hasSeveralFiles = new Set(this.places.map((place) => place.file)).size > 1;
    /** The position of the call in which a position is; -1 if in none. */
    this.callers = new Int32Array(positions).fill(-1);
    /** Of a call, where the run goes on after it; -1 if it never returns; 0 if it is none. */
    this.callEnds = new Int32Array(positions);
    /** The last position before in the same activation of a procedure; -1 if there is none. */
    this.lastInFrame = new Int32Array(positions).fill(-1);
    /** The next one. */
    this.nextInFrame = new Int32Array(positions).fill(-1);
    this.#findCalls(positions);
    /** Where steps are left out of the list: before which position, and how many up to there. @type {{position: number, count: number}[]} */
    this.gaps = [];
    for (let i = 0, count = 0; i < positions; ++i) {
      const missing = Number(this.further(i).left_out_before ?? 0);
      if (missing > 0) this.gaps.push({ position: i, count: (count += missing) });
    }
    /** By thread that executes steps, its positions. @type {Map<number, number[]>} */
    this.turns = new Map();
    for (let i = 0; i < positions; ++i) {
      const thread = this.thread(i);
      const turns = this.turns.get(thread);
      if (turns) turns.push(i);
      else this.turns.set(thread, [i]);
    }
    /** What is begun and never done, with what is said of it: where threads wait for ever. @type {Map<number, string>} */
    this.waits = new Map();
    /** Likewise: accesses that race. @type {Map<number, string>} */
    this.races = new Map();
    if (!json.truncated) this.#findConflicts(result.involved ?? []);
    /** Whether steps say how often their lines are executed; else each step is one statement. */
    this.countsByLine = Object.values(this.packed.further).some(({ times, columns }) => times !== undefined || columns !== undefined);
    /** What is wrong where it ends. */
    this.endText = endText(result);
    /** @type {Snapshot[]} */
    this.kept = [];
    /** @type {Map<number, Snapshot>} */
    this.recent = new Map();
  }

  /** @param {number} positions */
  #findCalls(positions) {
    /** @type {Map<number, number[]>} by thread, the last position of each activation */
    const stacks = new Map();
    for (let i = 0; i < positions; ++i) {
      const thread = this.thread(i);
      let stack = stacks.get(thread);
      if (!stack) stacks.set(thread, (stack = []));
      const depth = this.depth(i);
      while (stack.length - 1 > depth) {
        stack.pop();
        const call = stack[stack.length - 1];
        if (call >= 0) this.callEnds[call] = i;
      }
      if (stack.length === depth + 1) {
        this.lastInFrame[i] = stack[depth];
        if (stack[depth] >= 0) this.nextInFrame[stack[depth]] = i;
      }
      while (stack.length < depth) stack.push(-1);
      this.callers[i] = depth > 0 ? stack[depth - 1] : -1;
      if (this.callers[i] >= 0 && stack.length === depth) this.callEnds[this.callers[i]] = -1;
      stack[depth] = i;
    }
  }

  /** The last position of a thread that is a step; -1 if there is none. @param {number} thread */
  #lastStep(thread) { return this.turns.get(thread)?.filter((i) => i < this.length).pop() ?? -1; }

  /** @param {InvolvedJson[]} involved */
  #findConflicts(involved) {
    involved.forEach((one, i) => {
      const isLastAccess = one.action !== "waits" && i === 0;
      const at = isLastAccess ? this.length : this.#lastStep(one.thread);
      if (at < 0) return;
      if (one.action === "waits") this.waits.set(at, actionText(one));
      else this.races.set(at, `${actionText(one)}: races with thread ${involved[1 - i].thread}`);
    });
  }

  /**
   * Where a thread is while the run is at a position: the step that it executes next, or its last one; nothing if it has no step.
   * @param {number} thread @param {number} position
   * @returns {{at: number, state: "not started" | "ready" | "ended" | "stays"} | undefined}
   */
  whereIs(thread, position) {
    const turns = this.turns.get(thread) ?? [];
    let low = 0;
    for (let high = turns.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (turns[middle] < position) low = middle + 1;
      else high = middle;
    }
    if (low < turns.length) return { at: turns[low], state: low === 0 ? "not started" : "ready" };
    const last = turns[turns.length - 1];
    return last === undefined ? undefined : { at: last, state: this.further(last).ends ? "ended" : "stays" };
  }

  /** @param {number} i */
  place(i) { return this.places[this.packed.steps[3 * i]]; }
  /** @param {number} i */
  placeNumber(i) { return this.packed.steps[3 * i]; }
  /** @param {number} i */
  depth(i) { return this.packed.steps[3 * i + 1]; }
  /** @param {number} i */
  thread(i) { return this.packed.steps[3 * i + 2]; }
  /** Whether the thread has a step. @param {number} thread */
  runs(thread) { return this.turns.has(thread); }
  /** @param {number} i @returns {Further} */
  further(i) { return this.packed.further[i] ?? {}; }
  /** The number of a step in the whole run, which counts from one. @param {number} i */
  number(i) { return i + 1 + (this.gaps.filter((gap) => gap.position <= i).pop()?.count ?? 0); }
  /** The position of a step of the whole run, or of the next one that is listed. @param {number} number */
  positionOf(number) {
    let left = 0;
    for (const { position, count } of this.gaps) {
      if (number <= position + left) break;
      left = Math.min(count, number - position - 1);
    }
    return number - 1 - left;
  }
  /** Whether steps inside of this call are listed. @param {number} i */
  isCall(i) { return this.callEnds[i] !== 0; }

  /** Whether there are variables that were not there before. @param {number} i @param {Snapshot} at */
  #apply(i, { state, free }) {
    const change = this.packed.changes[i];
    const { size } = state;
    let lost = 0;
    for (let k = 0; change && k < change.length; k += 2) {
      const name = this.packed.names[/** @type {number} */ (change[k])];
      const value = change[k + 1];
      if (value === null) lost += state.delete(name) ? 1 : 0;
      else state.set(name, /** @type {Value} */ (value));
    }
    for (const number of this.packed.free[i] || []) {
      const name = this.packed.names[number];
      if (!free.delete(name)) free.add(name);
    }
    return state.size + lost > size;
  }

  /** @param {Snapshot} from @param {number} first @param {number} last @returns {Snapshot} */
  #advance(from, first, last) {
    const out = { state: new Map(from.state), free: new Set(from.free) };
    let hasNew = false;
    for (let k = first; k <= last; ++k) hasNew = this.#apply(k, out) || hasNew;
    /** @param {string} name */
    const rank = (name) => this.ranks.get(name) ?? 0;
    if (hasNew) out.state = new Map([...out.state].sort(([a], [b]) => rank(a) - rank(b)));
    return out;
  }

  /** @param {number} i @returns {Snapshot} */
  #snapshot(i) {
    const known = this.recent.get(i);
    if (known) return known;
    const block = Math.floor(i / keptEvery);
    if (!this.kept.length) this.kept.push(this.#advance({ state: new Map(), free: new Set() }, 0, 0));
    while (this.kept.length <= block) {
      const end = this.kept.length * keptEvery;
      this.kept.push(this.#advance(this.kept[this.kept.length - 1], end - keptEvery + 1, end));
    }
    const before = this.recent.get(i - 1);
    const out = before ? this.#advance(before, i, i) : this.#advance(this.kept[block], block * keptEvery + 1, i);
    if (this.recent.size >= mostRecent) this.recent.clear();
    this.recent.set(i, out);
    return out;
  }

  /** The variables in scope, in the order in which the run meets them first. @param {number} i @returns {State} */
  state(i) { return this.#snapshot(i).state; }

  /** The variables whose values do not matter to the rest of the run. @param {number} i */
  free(i) { return this.#snapshot(i).free; }

  /**
   * What the step before this position changed: the values before, by name. Where the run comes back to
   * an activation of a procedure, what has the value that it had there is no change: another variable
   * of that name was in scope in between. What comes in sight since another thread goes on is none, either.
   * @param {number} i
   * @returns {Map<string, Value | undefined>}
   */
  changed(i) {
    /** @type {Map<string, Value | undefined>} */
    const out = new Map();
    const change = this.packed.changes[i];
    if (i === 0 || !change || this.further(i).left_out_before) return out;  // a gap has steps that are not known
    const before = this.state(i - 1);
    const last = this.lastInFrame[i];
    const here = last >= 0 && last !== i - 1 ? this.#stateAtCall(last) : null;
    for (let k = 0; k < change.length; k += 2) {
      if (change[k + 1] === null) continue;
      const name = this.packed.names[/** @type {number} */ (change[k])];
      if (here?.get(name) === change[k + 1]) continue;
      const old = before.has(name) ? before.get(name) : here?.get(name);
      if (!before.has(name) && old !== undefined && this.#isOtherThread(i)) continue;  // hiddenChanges has it
      if (old !== change[k + 1] && (old !== undefined || !this.#comesInSight(name, i, change[k + 1]))) out.set(name, old);
    }
    return out;
  }

  /** The state in which a call left its caller. @param {number} i @returns {State} */
  #stateAtCall(i) {
    const changed = this.further(i).at_call;
    return changed ? new Map([...this.state(i), ...Object.entries(changed)]) : this.state(i);
  }

  /**
   * What a call changed of its caller's variables, which are out of sight inside of it; with the caller's name where the callee has
   * another one of that name.
   * @param {number} i
   * @returns {[string, Value][]}
   */
  changedAtCall(i) {
    const inside = i < this.length ? this.state(i + 1) : new Map();
    return Object.entries(this.further(i).at_call ?? {}).filter(([name, value]) => inside.get(name) !== value)
      .map(([name, value]) => [inside.has(name) ? `${this.place(i).procedure}::${name}` : name, value]);
  }

  /** Whether another thread goes on here. @param {number} i */
  #isOtherThread(i) { return this.threads.length > 0 && i > 0 && this.thread(i) !== this.thread(i - 1); }

  /**
   * What a step changed that is out of sight after it, since another thread goes on: the values, by name.
   * @param {number} i
   * @returns {Map<string, Value | undefined>}
   */
  hiddenChanges(i) {
    /** @type {Map<string, Value | undefined>} */
    const out = new Map();
    const next = this.nextInFrame[i];
    if (!this.#isOtherThread(i + 1) || next < 0) return out;
    const now = this.state(i);
    const after = this.state(i + 1);
    for (const [name, value] of this.state(next))
      if (!after.has(name) && now.get(name) !== value) out.set(name, value);
    return out;
  }

  /** Whether a variable is seen again, or since another thread goes on, and was not assigned. @param {string} name @param {number} i @param {unknown} value */
  #comesInSight(name, i, value) {
    if (this.threads.length === 0) return false;
    if (this.thread(i) !== this.thread(i - 1)) return true;
    return this.depth(i) <= this.depth(i - 1) && this.#lastSeen(name, i) === value;
  }

  /** The value that a variable had when it was last in sight. @param {string} name @param {number} i */
  #lastSeen(name, i) {
    const number = this.packed.names.indexOf(name);
    for (let k = i - 1; k >= 0 && k > i - mostLooks; --k) {
      const change = this.packed.changes[k] || [];
      for (let j = 0; j < change.length; j += 2)
        if (change[j] === number && change[j + 1] !== null) return /** @type {Value} */ (change[j + 1]);
    }
    return undefined;
  }

  /**
   * The next position, or the one before, at which the variable has another value; -1 if there is
   * none.
   * @param {number} i
   * @param {string} name
   * @param {1 | -1} direction
   */
  findChange(i, name, direction) {
    const number = this.packed.names.indexOf(name);
    if (number < 0) return -1;
    for (let k = i + direction; k > 0 && k <= this.length; k += direction) {
      if (this.further(k - 1).at_call?.[name] !== undefined) return k;
      const change = this.packed.changes[k];
      if (!change) continue;
      for (let j = 0; j < change.length; j += 2)
        if (change[j] === number && change[j + 1] !== null && this.changed(k).has(name)) return k;
    }
    return -1;
  }

  /**
   * How often the most frequent statement of each line was executed; Infinity if a loop repeats it for ever, 0 if a
   * thread waits there for ever.
   * @param {string} file @returns {Map<number, number>}
   */
  countLines(file) {
    /** By line, and there by what is counted. @type {Map<number, Map<number, number>>} */
    const counts = new Map();
    const repeated = this.loop?.kind === "loop" ? this.loop.first_step ?? 0 : Infinity;
    for (let i = 0; i < this.length; ++i) {
      const place = this.place(i);
      if (place.file !== file) continue;
      let ofLine = counts.get(place.line);
      if (!ofLine) counts.set(place.line, (ofLine = new Map()));
      const key = this.countsByLine ? 0 : this.placeNumber(i);
      const more = this.waits.has(i) ? 0 : i >= repeated ? Infinity : this.further(i).times ?? 1;
      ofLine.set(key, (ofLine.get(key) ?? 0) + more);
    }
    return new Map([...counts].map(([line, all]) => [line, Math.max(...all.values())]));
  }

  /**
   * The value of a thread's own variable; undefined if it has none. What is in sight all the time is shared. A thread that does not
   * run keeps its values until its next step.
   * @param {string} name @param {number} thread @param {number} position
   * @returns {Value | undefined}
   */
  valueIn(name, thread, position) {
    const { state } = this.#snapshot(position);
    if (this.thread(position) === thread) return state.get(`${name}@${thread}`) ?? state.get(name);
    const where = this.whereIs(thread, position);
    if (!where || where.state === "not started" || where.at < position) return undefined;
    const then = this.state(where.at);
    return then.get(`${name}@${thread}`) ?? (this.isAlwaysInSight(name) ? undefined : then.get(name));
  }

  /**
   * A thread's own variables, while another one runs: those of the step that it executes next.
   * @param {number} thread @param {number} position
   * @returns {[string, Value][]}
   */
  ownValues(thread, position) {
    const where = this.whereIs(thread, position);
    if (!where || where.state === "not started" || where.at < position) return [];
    const suffix = `@${thread}`;
    const all = [...this.state(where.at)];
    const named = all.filter(([name]) => name.endsWith(suffix));
    return named.length ? named : this.hasNumberedNames ? [] : all.filter(([name]) => !this.isAlwaysInSight(name));
  }

  /** Whether names say which thread's they are: `x@2`. */
  get hasNumberedNames() { return this.packed.names.some((name) => /^[^.[]*@\d+/.test(name)); }

  /** @type {Map<string, boolean>} */
  inSight = new Map();

  /** Whether every state has this variable: it is no thread's own. @param {string} name */
  isAlwaysInSight(name) {
    let known = this.inSight.get(name);
    if (known !== undefined) return known;
    const number = this.packed.names.indexOf(name);
    known = number >= 0 && this.state(0).has(name) &&
      !this.packed.changes.some((change) => change && change.some((one, k) => k % 2 === 0 && one === number && change[k + 1] === null));
    this.inSight.set(name, known);
    return known;
  }

  /** The calls that are active, the innermost first, as positions. @param {number} i */
  stack(i) {
    const out = [i];
    while (this.callers[out[out.length - 1]] >= 0) out.push(this.callers[out[out.length - 1]]);
    return out;
  }
}
