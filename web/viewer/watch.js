// SPDX-License-Identifier: MIT
// Expressions over the variables of a state, as C and Boolean programs write them. They are parsed
// and evaluated here, as a page may run no other script.

import { buildTree, findVariable, splitName, wholeText } from "./parts.js";

/** @typedef {import("./data.js").Value} Value */
/** @typedef {import("./parts.js").Variable} Variable */
/** @typedef {Map<string, Variable>} Scope */
/** @typedef {bigint | string} Operand a number, or what is none: a pointer, a structure */
/** What an expression means, and, of a variable or a part of one, its name. @typedef {{value: (scope: Scope) => Operand, name?: (scope: Scope) => string}} Meaning */
/** Where variables of other threads are looked up, as `x@2`, and which values of a state do not matter. @typedef {{valueIn?: (name: string, thread: number) => Value | undefined, free?: Set<string>}} Surroundings */
/** @typedef {(state: Map<string, Value>, around?: Surroundings) => Operand} Expression */

const tokenPattern =
  /\s*(?:0[xX][0-9a-fA-F]+|\d+|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*(?:@\d+)?(?:\{\d+\})?|\{[^}]*\}|<=>|=>|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%&|^~!<>()?:.[\]])/y;

/** From the loosest to the tightest. */
const levels = [["||"], ["&&"], ["=>", "<=>"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];

/** @param {string} text @returns {string[]} */
function splitTokens(text) {
  const out = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const found = tokenPattern.exec(text);
    if (!found) throw new Error("cannot be read");
    out.push(found[0].trim());
  }
  return out;
}

/** @param {Value} value @returns {Operand} */
function toOperand(value) {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return BigInt(value);
  return /^-?\d+$/.test(value) ? BigInt(value) : value;
}

/** @param {Operand} operand */
function toNumber(operand) {
  if (typeof operand === "bigint") return operand;
  if (operand === "NULL") return 0n;
  if (/^-?(\d+\.|\d+e|inf|nan)/i.test(operand)) throw new Error("arithmetic of floating-point numbers is not computed");
  throw new Error(`${operand} is not a number`);
}

/** Of pointers to elements of one array. @param {string} a @param {string} b */
function pointerDifference(a, b) {
  const [first, second] = [a, b].map((one) => one.match(/^&(.*)\[(\d+)\]$/));
  if (first && second && first[1] === second[1]) return BigInt(first[2]) - BigInt(second[2]);
  throw new Error(`${a} and ${b} are no elements of one array`);
}

/** @param {Operand} operand */
const isAddress = (operand) => typeof operand === "string" && operand.startsWith("&");

/** @param {boolean} truth */
const toBit = (truth) => (truth ? 1n : 0n);

/** @param {Operand} operand */
const isTrue = (operand) => (typeof operand === "bigint" ? operand !== 0n : operand !== "NULL");

/** @param {string} operator @param {Operand} a @param {Operand} b @returns {bigint} */
function applyOperator(operator, a, b) {
  if (operator === "==") return toBit(typeof a === typeof b ? a === b : String(a) === String(b) || (!isTrue(a) && !isTrue(b)));
  if (operator === "!=") return toBit(applyOperator("==", a, b) === 0n);
  if (operator === "=>") return toBit(!isTrue(a) || isTrue(b));
  if (operator === "<=>") return toBit(isTrue(a) === isTrue(b));
  if (operator === "-" && isAddress(a) && isAddress(b)) return pointerDifference(String(a), String(b));
  if (isAddress(a) || isAddress(b)) throw new Error(`addresses are compared by == and !=, and subtracted: ${isAddress(a) ? a : b}`);
  const x = toNumber(a);
  const y = toNumber(b);
  switch (operator) {
    case "+": return x + y;
    case "-": return x - y;
    case "*": return x * y;
    case "/": case "%":
      if (y === 0n) throw new Error("division by zero");
      return operator === "/" ? x / y : x % y;
    case "&": return x & y;
    case "|": return x | y;
    case "^": return x ^ y;
    case "<<": case ">>":
      if (y < 0n || y > 64n) throw new Error("shift by too much");
      return operator === "<<" ? x << y : x >> y;
    case "<": return toBit(x < y);
    case "<=": return toBit(x <= y);
    case ">": return toBit(x > y);
    default: return toBit(x >= y);
  }
}

class ExpressionParser {
  /** @param {string} text */
  constructor(text) {
    this.tokens = splitTokens(text);
    this.at = 0;
  }

  /** @param {string} token */
  #take(token) {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  /** @param {string} token */
  #expect(token) {
    if (!this.#take(token)) throw new Error(`'${token}' is missing`);
  }

  /** @returns {Meaning} */
  parse() {
    const out = this.#choice();
    if (this.at < this.tokens.length) throw new Error(`'${this.tokens[this.at]}' is not expected`);
    return out;
  }

  /** @returns {Meaning} */
  #choice() {
    const condition = this.#binary(0);
    if (!this.#take("?")) return condition;
    const yes = this.#choice();
    this.#expect(":");
    const no = this.#choice();
    return { value: (scope) => (isTrue(condition.value(scope)) ? yes : no).value(scope) };
  }

  /** @param {number} level @returns {Meaning} */
  #binary(level) {
    if (level === levels.length) return this.#unary();
    let left = this.#binary(level + 1);
    while (levels[level].includes(this.tokens[this.at])) {
      const operator = this.tokens[this.at++];
      const a = left;
      const b = this.#binary(level + 1);
      if (operator === "&&") left = { value: (scope) => toBit(isTrue(a.value(scope)) && isTrue(b.value(scope))) };
      else if (operator === "||") left = { value: (scope) => toBit(isTrue(a.value(scope)) || isTrue(b.value(scope))) };
      else left = { value: (scope) => applyOperator(operator, a.value(scope), b.value(scope)) };
    }
    return left;
  }

  /** @returns {Meaning} */
  #unary() {
    const operator = this.tokens[this.at];
    if (operator === undefined || !"!-~*&".includes(operator)) return this.#postfix();
    this.at += 1;
    const inner = this.#unary();
    if (operator === "!") return { value: (scope) => toBit(!isTrue(inner.value(scope))) };
    if (operator === "-") return { value: (scope) => -toNumber(inner.value(scope)) };
    if (operator === "~") return { value: (scope) => ~toNumber(inner.value(scope)) };
    if (operator === "*") return variableNamed((scope) => targetOf(inner.value(scope)));
    const { name } = inner;
    if (!name) throw new Error("only a variable has an address");
    return { value: (scope) => `&${name(scope)}` };
  }

  /** Members and elements. @returns {Meaning} */
  #postfix() {
    let out = this.#leaf();
    for (;;) {
      const whole = out;
      if (this.#take(".")) {
        const member = this.#member();
        out = variableNamed((scope) => `${nameOf(whole, scope)}.${member}`);
      } else if (this.#take("->")) {
        const member = this.#member();
        out = variableNamed((scope) => `${targetOf(whole.value(scope))}.${member}`);
      } else if (this.#take("[")) {
        const index = this.#choice();
        this.#expect("]");
        out = variableNamed((scope) => elementOf(whole, toNumber(index.value(scope)), scope));
      } else {
        return out;
      }
    }
  }

  #member() {
    const token = this.tokens[this.at++];
    if (!/^[A-Za-z_]/.test(token ?? "")) throw new Error("the name of a member is missing");
    return token;
  }

  /** @returns {Meaning} */
  #leaf() {
    if (this.#take("(")) {
      const inner = this.#choice();
      this.#expect(")");
      return inner;
    }
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error("something is missing");
    if (/^\d/.test(token)) {
      const value = BigInt(token);
      return { value: () => value };
    }
    if (token === "T" || token === "true") return { value: () => 1n };
    if (token === "F" || token === "false") return { value: () => 0n };
    if (token === "NULL" || token.startsWith("'")) return { value: () => token };
    if (/^[A-Za-z_{]/.test(token)) return variableNamed((scope) => rootNamed(scope, token));
    throw new Error(`'${token}' is not expected`);
  }
}

/** A state has no variable of this name. */
export class UnknownVariable extends Error {
  /** @param {string} path @param {string} [why] */
  constructor(path, why = `${path} is not in scope`) {
    super(why);
    this.root = rootOf(path);
  }
}

/** Why a part of a variable that is there has no value. @param {Scope} scope @param {string} path */
function whyNoValue(scope, path) {
  const labels = splitName(path);
  for (let count = labels.length - 1; count > 0; --count) {
    const whole = labels.slice(0, count).join("");
    const found = findVariable(scope, whole);
    if (!found) continue;
    const bytes = [...found.children.values()].filter((child) => child.label.startsWith(`${labels[count]}{`));
    if (bytes.length) return `${whole}${labels[count]} is a union, which is shown by bytes: ${bytes[0].name}`;
    if (labels[count].startsWith("[")) return `${whole} has no element ${labels[count]} with a value: it is behind the end, or the run never writes it`;
    return `${whole} has no part ${labels[count].replace(/^\./, "")} with a value`;
  }
  return undefined;
}

/** The variable that a part, such as `a[1].x`, is of; also of a thread's. @param {string} path */
export function rootOf(path) { return path.match(/^\w+/)?.[0] ?? path; }

/** A variable's own name; of `x`, where the thread that runs has it as `x@2`, that one. @param {Scope} scope @param {string} name */
function rootNamed(scope, name) {
  if (scope.has(name)) return name;
  return [...scope.keys()].find((one) => one.replace(/@\d+$/, "") === name) ?? name;
}

/** @param {Meaning} meaning @param {Scope} scope */
function nameOf(meaning, scope) {
  if (!meaning.name) throw new Error("only a variable has members and elements");
  return meaning.name(scope);
}

/** @param {(scope: Scope) => string} name @returns {Meaning} */
function variableNamed(name) {
  return {
    name,
    value: (scope) => {
      const path = name(scope);
      const variable = findVariable(scope, path);
      if (!variable) throw new UnknownVariable(path, whyNoValue(scope, path));
      return variable.value === undefined ? wholeText(variable) : toOperand(variable.value);
    },
  };
}

/** What a pointer points to. @param {Operand} pointer */
function targetOf(pointer) {
  const found = typeof pointer === "string" ? pointer.match(/^&(.+)$/) : null;
  if (!found) throw new Error(`${pointer} points to no variable`);
  return found[1];
}

/** Of an array, or behind a pointer. @param {Meaning} whole @param {bigint} index @param {Scope} scope */
function elementOf(whole, index, scope) {
  const name = whole.name?.(scope);
  if (name !== undefined && findVariable(scope, name)?.value === undefined) return `${name}[${index}]`;
  const target = targetOf(whole.value(scope));
  const element = target.match(/^(.*)\[(\d+)\]$/);
  if (element) return `${element[1]}[${BigInt(element[2]) + index}]`;
  if (index !== 0n) throw new Error(`${target} is no element of an array`);
  return target;
}

/**
 * Parses an expression; throws an error with a text for the user.
 * @param {string} text
 * @returns {Expression}
 */
export function parseExpression(text) {
  const parser = new ExpressionParser(text);
  const { value } = parser.parse();
  const names = [...new Set(parser.tokens.filter((token) => /^[A-Za-z_{]/.test(token)))];
  return (state, around = {}) => {
    const whole = withOtherThreads(state, names, around);
    const free = names.filter((name) => around.free?.has(name) && typeof whole.get(name) === "boolean").slice(0, mostFree);
    const first = value(buildTree(whole));
    for (let choice = 1; choice < 2 ** free.length; ++choice) {
      const other = new Map(whole);
      free.forEach((name, k) => { if (choice >> k & 1) other.set(name, !whole.get(name)); });
      if (value(buildTree(other)) !== first) return "any";
    }
    return first;
  };
}

const mostFree = 8;

/** The state with the variables that the names say are another thread's. @param {Map<string, Value>} state @param {string[]} names @param {Surroundings} around */
function withOtherThreads(state, names, { valueIn }) {
  const others = names.filter((name) => /@\d+$/.test(name) && !state.has(name));
  if (!valueIn || !others.length) return state;
  const out = new Map(state);
  for (const name of others) {
    const [own, thread] = name.split("@");
    const found = valueIn(own, Number(thread));
    if (found !== undefined) out.set(name, found);
  }
  return out;
}
