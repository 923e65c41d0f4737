import type { Contract } from "../spec/contract.ts";
import type { ErrorTable } from "./finding.ts";

/** Returns the contract's errors for the judge. */
export function errorTableOf({ errors }: Contract): ErrorTable {
  const rows = new Map(
    errors.map((row) => [row.code, { advice: row.next, message: patternOf(row.message) }]),
  );
  return {
    messageOf: (code) => rows.get(code)?.message,
    adviceOf: (code) => rows.get(code)?.advice,
  };
}

/** Returns a pattern of all messages made from a template; only `{text}` may be empty. */
function patternOf(template: string): RegExp {
  const parts = template.split(/(\{[a-z]+\})/).map((part) => {
    if (part === "{text}") return "[\\s\\S]*";
    return /^\{[a-z]+\}$/.test(part) ? "[\\s\\S]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
