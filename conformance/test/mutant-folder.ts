import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { loadCases } from "../src/cases/index.ts";
import { loadMutants } from "../src/mutants/registry.ts";

export const repository = join(import.meta.dirname, "../..");
export const clauses = new Set(["MET-1", "MET-2"]);
export const metric = "sdks/node/src/metric.ts";

/** The folder of a test with the cases `metric.one` and `metric.other`. */
export let dir: string;
/** Gives each test of the file that calls it a new folder. */
export function newFolderForEachTest(): void {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "mutants-"));
    put("cases/metric/a.yaml", caseOf("metric.one", "[[price, { a: 1 }]]") + caseOf("metric.other", "[]"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));
}

export function put(name: string, text: string): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export const caseOf = (id: string, metrics: string): string =>
  `- id: ${id}
  title: A sentence
  clauses: [MET-1]
  steps: [{ run: { ops: ${metrics.replace(/\[(?=\[)/, "[{ metric: ").replace(/\]$/, metrics === "[]" ? "]" : "}]")} }, expect: { metrics: ${metrics} } }]
`;

interface Written {
  id?: string;
  clauses?: string;
  file?: string;
  find?: string;
  replace?: string;
  killers?: string;
}

/** Returns a mutant (default: metrics go to the wrong stream). */
export const mutant = ({
  id = "to-standard-error",
  clauses: broken = "[MET-1]",
  file = metric,
  find = `'writeLine("stdout", line)'`,
  replace = `'writeLine("stderr", line)'`,
  killers = "[metric.one, metric.other]",
}: Written): string => `- id: ${id}
  what: Metrics go to standard error
  clauses: ${broken}
  patch: [{ file: ${file}, find: ${find}, replace: ${replace} }]
  killers: ${killers}
`;

export async function load(lacks: Record<string, string> = {}) {
  const { cases } = await loadCases(join(dir, "cases"));
  return loadMutants(join(dir, "mutants"), { root: repository, clauses, cases, lacks });
}
