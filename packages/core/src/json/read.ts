import { scanJson } from "./scan.ts";
import { type JsonValue, maxDepth } from "./value.ts";

/** An error for text that is not JSON by the contract; the message gives the position and never quotes the text. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = "JsonSyntaxError";
  /** Position of the error in the text, in UTF-16 units from 0. */
  readonly position: number;

  constructor(text: string, position: number, problem: string) {
    const before = text.slice(0, position);
    const line = before.split("\n").length;
    const column = position - before.lastIndexOf("\n");
    super(`${problem} at position ${position} (line ${line}, column ${column})`);
    this.position = position;
  }
}

/**
 * Reads one JSON document, strictly [JSON-6]; the last of duplicate keys wins [JSON-7].
 *
 * @throws {JsonSyntaxError} if the text is not JSON by the contract
 */
export function readJson(text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw refusal(text) ?? error;
  }
  if (mayBreakContract(text) || isTooDeep(text, value)) {
    const error = refusal(text);
    if (error !== undefined) throw error;
  }
  return value;
}

function refusal(text: string): JsonSyntaxError | undefined {
  const fault = scanJson(text);
  return fault && new JsonSyntaxError(text, fault.position, fault.problem);
}

// Few documents contain any of these, so most are read at the speed of JSON.parse.
function mayBreakContract(text: string): boolean {
  return (
    (threeDigitExponent.test(text) && numberWithThreeDigitExponent.test(text)) ||
    holdsManyDigits(text) ||
    (text.includes("\\") && surrogateEscape.test(text)) ||
    !text.isWellFormed()
  );
}

const threeDigitExponent = /[eE]\+?\d{3}/;
const numberWithThreeDigitExponent = /(?:^|[[:,\s])-?\d[\d.]*[eE]\+?\d{3}/;
const surrogateEscape = /\\u[dD][89a-fA-F]/;

// Without a three-digit exponent a number needs more than 200 digits to overflow, so three samples 50 apart are digits.
function holdsManyDigits(text: string): boolean {
  for (let at = 0; at + 100 < text.length; at += 50) {
    if (isDigit(text, at) && isDigit(text, at + 50) && isDigit(text, at + 100)) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

function isTooDeep(text: string, value: JsonValue): boolean {
  if (text.length <= 2 * maxDepth || !(holdsMany(text, "[") || holdsMany(text, "{"))) return false;
  return isDeeperThan(value, maxDepth);
}

function holdsMany(text: string, bracket: string): boolean {
  let count = 0;
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    // If the nesting is too deep, one kind of bracket makes up at least half of it.
    if (++count > maxDepth / 2) return true;
  }
  return false;
}

function isDeeperThan(value: JsonValue, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(inner, depth - 1)) return true;
  }
  return false;
}
