import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../bad-input.ts";
import { packageFolder } from "./package-folder.ts";

export type Keyword = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY";

/** One numbered sentence of the contract page. */
export interface Clause {
  id: string;
  /** The first keyword of its text. */
  keyword: Keyword;
  /** The first version of the contract that has it; absent: 1.0. */
  since?: string;
  text: string;
  /** The first 16 hex digits of the text's SHA-256. */
  sha256: string;
}

/** One row of the contract's table of errors. */
export interface ErrorRow {
  code: string;
  /** Template; words in braces are placeholders. */
  message: string;
  next: string;
}

/** Clauses and errors of the contract page. */
export interface Contract {
  /** Its version. SDKs may keep an older one: {@link versionsOf}. */
  version: string;
  clauses: Clause[];
  errors: ErrorRow[];
}

const firstVersion = "1.0";
const clauseLine = /^- \*\*\[([A-Z]+-\d+)\]\*\* (?:\*\(since (\d+\.\d+)\)\* )?(.+)$/gm;
const versionLine = /^\| (\d+\.\d+) \|/gm;
const keyword = /\b(MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b/;
const errorLine = /^\| `([a-z]+\.[a-z_]+)` \| (.+?) \| (.+?) \|$/gm;

/**
 * Reads clauses and errors from the contract page.
 *
 * @throws {Error} if a clause has no keyword, or the page has no clauses or no errors
 */
export function readContract(markdown: string): Contract {
  const version = [...markdown.matchAll(versionLine)].at(-1)?.[1] ?? firstVersion;
  const clauses = [...markdown.matchAll(clauseLine)].map(([, id, since, text]): Clause => {
    const [word] = keyword.exec(text!) ?? [];
    if (word === undefined) throw new Error(`[${id}] has no keyword such as MUST or SHOULD`);
    if (since !== undefined && compareVersions(since, version) > 0)
      throw new Error(`[${id}] is since ${since}, but the page is of version ${version}`);
    const rest = { text: text!, sha256: shortHash(text!) };
    return { id: id!, keyword: word as Keyword, ...(since === undefined ? {} : { since }), ...rest };
  });
  const errors = [...markdown.matchAll(errorLine)].map(([, code, message, next]) => ({
    code: code!,
    message: message!,
    next: next!,
  }));
  if (clauses.length === 0 || errors.length === 0)
    throw new Error("this page has no clauses or no table of errors");
  return { version, clauses, errors };
}

/** Orders versions of the contract, the oldest first. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number)) as [number[], number[]];
  return left[0]! - right[0]! || left[1]! - right[1]!;
}

/** Returns the versions of the contract that SDKs may keep, the newest last. */
export function versionsOf({ version, clauses }: Pick<Contract, "version" | "clauses">): string[] {
  return [...new Set([firstVersion, ...clauses.map(sinceOf), version])].sort(compareVersions);
}

/** Returns the version of the contract that has a clause first. */
export const sinceOf = ({ since = firstVersion }: Clause): string => since;

/**
 * Reads the contract that is bundled with this package.
 *
 * @throws {BadInput} if the file is missing or invalid
 */
export function bundledContract(file = join(packageFolder(), "contract/contract.json")): Contract {
  try {
    const contract = JSON.parse(readFileSync(file, "utf8")) as Partial<Contract> | null;
    if (contract?.version && contract.clauses && contract.errors) return contract as Contract;
  } catch {
    // Missing or invalid JSON: reported below.
  }
  throw new BadInput([{ file, message: "is missing or invalid: run `botyard-conformance lock`" }]);
}

/** Returns the text of `contract/contract.json`. */
export function contractFile(contract: Contract): string {
  return `${JSON.stringify(contract, null, 2)}\n`;
}

/** Returns the text of `contract/messages.json`: message and advice of each error, in the order of the page's table. */
export function messagesFile({ errors }: Contract): string {
  const rows = errors.map(({ code, message, next }) => [code, { message, next }]);
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
