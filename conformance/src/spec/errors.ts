import type { Contract } from "./contract.ts";

/** What the contract's table of errors says, for the judge. */
export interface ErrorTable {
  /** Fits every message made from the code's template; undefined for a code that the table does not have. */
  messageOf(code: string): RegExp | undefined;
  adviceOf(code: string): string | undefined;
}

/** The table of a contract, its templates made into patterns once. */
export function errorTable({ errors }: Contract): ErrorTable {
  const rows = new Map(
    errors.map((row) => [row.code, { pattern: messagePattern(row.message), next: row.next }]),
  );
  return {
    messageOf: (code) => rows.get(code)?.pattern,
    adviceOf: (code) => rows.get(code)?.next,
  };
}

/** Fits the messages that a template gives: a word in braces stands for any text that is not empty. */
export function messagePattern(template: string): RegExp {
  const parts = template.split(/\{[a-z]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]+")}$`, "u");
}
