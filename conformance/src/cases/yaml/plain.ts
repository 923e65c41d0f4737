import { Num } from "../../json/index.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Scalars that some parser of YAML 1.1 or 1.2 reads as a number, a time, a boolean, null or a merge. */
const numberLike = /^[+-]?\.?\d[\da-f_.,:+\-otxz\s]*$|^[+-]?\.(?:inf|nan)$|^[+-]$|^\.+$/i;
const words = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$/i;

/** Returns the value of an unquoted scalar, or why it must be quoted. */
export function readPlain(text: string): { value: null | boolean | string | Num } | { problem: string } {
  if (text === "") return { problem: 'a value is missing; write null, "", [] or {}' };
  if (text === "true" || text === "false") return { value: text === "true" };
  if (text === "null") return { value: null };
  if (number.test(text)) {
    if (Number.isFinite(Number(text))) return { value: new Num(text) };
    return { problem: `${text} exceeds the range of a double; quote it if it is text` };
  }
  if (numberLike.test(text)) {
    return {
      problem: `${text} is not a JSON number, but some YAML parsers read it as something other than text; quote it`,
    };
  }
  if (words.test(text)) return { problem: `${text} is not text to every YAML parser; quote it` };
  return { value: text };
}
