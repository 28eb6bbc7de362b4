// SPDX-License-Identifier: MIT
// Expressions over the variables of a state, as C and Boolean programs write them. They are parsed
// and evaluated here, as a page may run no other script.

/** @typedef {import("./data.js").Value} Value */
/** @typedef {(state: Map<string, Value>) => bigint | string} Expression */

const tokenPattern =
  /\s*(?:(0[xX][0-9a-fA-F]+|\d+)|('(?:[^'\\]|\\.)*')|([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*|->[A-Za-z_]\w*|\[\s*\w+\s*\])*|\{[^}]*\})|(<=>|=>|<<|>>|<=|>=|==|!=|&&|\|\||[-+*\/%&|^~!<>()?:]))/y;

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

/** @param {Value | undefined} value @returns {bigint | string} */
function toOperand(value) {
  if (value === undefined) throw new Error("not in scope");
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return BigInt(value);
  return /^-?\d+$/.test(value) ? BigInt(value) : value;
}

/** @param {bigint | string} operand */
function toNumber(operand) {
  if (typeof operand === "bigint") return operand;
  if (operand === "NULL") return 0n;
  throw new Error(`${operand} is not a number`);
}

/** @param {boolean} truth */
const toBit = (truth) => (truth ? 1n : 0n);

/** @param {bigint | string} operand */
const isTrue = (operand) => (typeof operand === "bigint" ? operand !== 0n : operand !== "NULL");

/** @param {string} operator @param {bigint | string} a @param {bigint | string} b @returns {bigint} */
function applyOperator(operator, a, b) {
  if (operator === "==") return toBit(typeof a === typeof b ? a === b : String(a) === String(b) || (!isTrue(a) && !isTrue(b)));
  if (operator === "!=") return toBit(applyOperator("==", a, b) === 0n);
  if (operator === "=>") return toBit(!isTrue(a) || isTrue(b));
  if (operator === "<=>") return toBit(isTrue(a) === isTrue(b));
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

  /** @returns {Expression} */
  parse() {
    const out = this.#choice();
    if (this.at < this.tokens.length) throw new Error(`'${this.tokens[this.at]}' is not expected`);
    return out;
  }

  /** @returns {Expression} */
  #choice() {
    const condition = this.#binary(0);
    if (!this.#take("?")) return condition;
    const yes = this.#choice();
    if (!this.#take(":")) throw new Error("':' is missing");
    const no = this.#choice();
    return (state) => (isTrue(condition(state)) ? yes(state) : no(state));
  }

  /** @param {number} level @returns {Expression} */
  #binary(level) {
    if (level === levels.length) return this.#unary();
    let left = this.#binary(level + 1);
    while (levels[level].includes(this.tokens[this.at])) {
      const operator = this.tokens[this.at++];
      const a = left;
      const b = this.#binary(level + 1);
      if (operator === "&&") left = (state) => toBit(isTrue(a(state)) && isTrue(b(state)));
      else if (operator === "||") left = (state) => toBit(isTrue(a(state)) || isTrue(b(state)));
      else left = (state) => applyOperator(operator, a(state), b(state));
    }
    return left;
  }

  /** @returns {Expression} */
  #unary() {
    if (this.#take("!")) {
      const inner = this.#unary();
      return (state) => toBit(!isTrue(inner(state)));
    }
    if (this.#take("-")) {
      const inner = this.#unary();
      return (state) => -toNumber(inner(state));
    }
    if (this.#take("~")) {
      const inner = this.#unary();
      return (state) => ~toNumber(inner(state));
    }
    if (this.#take("*")) {
      const inner = this.#unary();
      return (state) => readTarget(state, inner(state), "");
    }
    if (this.#take("(")) {
      const inner = this.#choice();
      if (!this.#take(")")) throw new Error("')' is missing");
      return inner;
    }
    return this.#leaf();
  }

  /** @returns {Expression} */
  #leaf() {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error("something is missing");
    if (/^\d/.test(token)) {
      const value = BigInt(token);
      return () => value;
    }
    if (token === "T" || token === "true") return () => 1n;
    if (token === "F" || token === "false") return () => 0n;
    if (token === "NULL" || token.startsWith("'")) return () => token;
    if (/^[A-Za-z_{]/.test(token)) return (state) => readVariable(state, token.replace(/\s/g, ""));
    throw new Error(`'${token}' is not expected`);
  }
}

/** @param {Map<string, Value>} state @param {bigint | string} pointer @param {string} member */
function readTarget(state, pointer, member) {
  const found = typeof pointer === "string" ? pointer.match(/^&([\w.[\]]+)$/) : null;
  if (!found) throw new Error(`${pointer} leads to no variable in scope`);
  return toOperand(state.get(found[1] + member));
}

/** Also through pointers and with variables as subscripts. @param {Map<string, Value>} state @param {string} name @returns {bigint | string} */
function readVariable(state, name) {
  if (state.has(name)) return toOperand(state.get(name));
  const arrow = name.lastIndexOf("->");
  if (arrow >= 0) return readTarget(state, readVariable(state, name.slice(0, arrow)), `.${name.slice(arrow + 2)}`);
  const resolved = name.replace(/\[([A-Za-z_]\w*)\]/g, (_, index) => `[${readVariable(state, index)}]`);
  if (resolved !== name) return readVariable(state, resolved);
  throw new Error(`${name} is not in scope`);
}

/**
 * Parses an expression; throws an error with a text for the user.
 * @param {string} text
 * @returns {Expression}
 */
export function parseExpression(text) {
  return new ExpressionParser(text).parse();
}
