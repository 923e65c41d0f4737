import { Num } from "../../json/index.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What some reader of YAML 1.1 or 1.2 takes for a number, a time, a truth value, nothing, or a merge. */
const numberLike = /^[+-]?\.?\d[\da-f_.,:+\-otxz\s]*$|^[+-]?\.(?:inf|nan)$|^[+-]$|^\.+$/i;
const words = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$/i;

/** What an unquoted scalar means, or why it has to be quoted. */
export function readPlain(text: string): { value: null | boolean | string | Num } | { problem: string } {
  if (text === "") return { problem: 'a value is missing; write null, "", [] or {}' };
  if (text === "true" || text === "false") return { value: text === "true" };
  if (text === "null") return { value: null };
  if (number.test(text)) {
    if (Number.isFinite(Number(text))) return { value: new Num(text) };
    return { problem: `${text} is beyond the range of a double; quote it if text is meant` };
  }
  if (numberLike.test(text)) {
    return { problem: `${text} is no JSON number but looks like one to some reader of YAML; quote it` };
  }
  if (words.test(text)) return { problem: `${text} is not text to every reader of YAML; quote it` };
  return { value: text };
}
