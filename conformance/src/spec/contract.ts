import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../bad-input.ts";
import { packageFolder } from "./package-folder.ts";

export type Keyword = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY";

/** One numbered sentence of the contract page. */
export interface Clause {
  id: string;
  /** Its first keyword in capitals. */
  keyword: Keyword;
  text: string;
  /** The first 16 hex digits of the text's SHA-256. */
  sha256: string;
}

/** One row of the contract's table of errors. */
export interface ErrorRow {
  code: string;
  /** Words in braces stand for what was given. */
  message: string;
  next: string;
}

/** What the suite needs of the contract page. */
export interface Contract {
  clauses: Clause[];
  errors: ErrorRow[];
}

const clauseLine = /^- \*\*\[([A-Z]+-\d+)\]\*\* (.+)$/gm;
const keyword = /\b(MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b/;
const errorLine = /^\| `([a-z]+\.[a-z_]+)` \| (.+?) \| (.+?) \|$/gm;

/** Reads clauses and error table out of the contract page. @throws {Error} for a page in which there is nothing of the kind */
export function readContract(markdown: string): Contract {
  const clauses = [...markdown.matchAll(clauseLine)].map(([, id, text]): Clause => {
    const [word] = keyword.exec(text!) ?? [];
    if (word === undefined) throw new Error(`[${id}] has no keyword such as MUST or SHOULD`);
    return { id: id!, keyword: word as Keyword, text: text!, sha256: shortHash(text!) };
  });
  const errors = [...markdown.matchAll(errorLine)].map(([, code, message, next]) => ({
    code: code!,
    message: message!,
    next: next!,
  }));
  if (clauses.length === 0 || errors.length === 0)
    throw new Error("this page has no clauses or no table of errors");
  return { clauses, errors };
}

/** Reads the contract that this package was made with. @throws {BadInput} when it is none */
export function bundledContract(file = join(packageFolder(), "contract/contract.json")): Contract {
  try {
    const contract = JSON.parse(readFileSync(file, "utf8")) as Partial<Contract> | null;
    if (contract?.clauses && contract.errors) return contract as Contract;
  } catch {
    // It is not there, or no JSON: in either case it is to be made anew.
  }
  throw new BadInput([{ file, message: "is missing or invalid: run `botyard-conformance lock`" }]);
}

/** The text of `contract/contract.json`. */
export function contractFile(contract: Contract): string {
  return `${JSON.stringify(contract, null, 2)}\n`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
