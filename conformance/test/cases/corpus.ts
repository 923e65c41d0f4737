import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCases } from "../../src/cases/case.ts";
import { knownOf } from "../../src/cases/index.ts";
import { readYaml, type Source } from "../../src/cases/yaml/read.ts";
import type { Case } from "../../src/model.ts";

export const testFolder = join(import.meta.dirname, "..");

/** Files of a corpus, by their path below it without the ending. */
export function corpus(name: "valid" | "invalid"): string[] {
  return globSync("**/*.yaml", { cwd: join(testFolder, name) })
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
}

const known = knownOf();

/** One file of cases, read as one of the area; `isData`: it is strict YAML, whatever it says. */
export function readOne(
  path: string,
  area: string,
  file = path,
): { source: Source; isData: boolean; cases: Case[] } {
  const source = readYaml(readFileSync(path, "utf8"), file);
  const isData = source.problems.length === 0;
  return { source, isData, cases: readCases(source, area, { ...known, ids: new Map() }) };
}
