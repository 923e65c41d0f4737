import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCases } from "../../src/cases/case.ts";
import { knownOf } from "../../src/cases/index.ts";
import { readYaml, type Source } from "../../src/cases/yaml/read.ts";
import type { Case } from "../../src/model.ts";

export const testFolder = join(import.meta.dirname, "..");

/** Returns the files of a corpus, by path without the extension. */
export function corpus(name: "valid" | "invalid"): string[] {
  return globSync("**/*.yaml", { cwd: join(testFolder, name) })
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
}

const known = knownOf();

/** Reads a file of cases as one of the area; `isData`: it is valid strict YAML. */
export function readOne(
  path: string,
  area: string,
  file = path,
): { source: Source; isData: boolean; cases: Case[] } {
  const source = readYaml(readFileSync(path, "utf8"), file);
  const isData = source.problems.length === 0;
  return { source, isData, cases: readCases(source, area, { ...known, ids: new Map() }) };
}
