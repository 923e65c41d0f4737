import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, isAbsolute, join, relative } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import type { Case } from "../model.ts";
import { bundledContract } from "../spec/contract.ts";
import { type Contracted, readCases } from "./case.ts";
import { encodeCase } from "./encode.ts";
import { readTextFile } from "./text-file.ts";
import { readYaml } from "./yaml/read.ts";

/** The cases of a folder, in the order of their files. */
export interface Loaded {
  cases: Case[];
  /** Of all of them as they are written in a lock file, in hex: changes with any change of meaning. */
  hash: string;
}

/** A YAML file of a folder of cases. */
export interface CaseFile {
  /** `metric/line.yaml` */
  name: string;
  area: string;
  text: string;
}

/**
 * Reads the case files below a folder, `<area>/<topic>.yaml`, and writes out every short form.
 *
 * @param known what the cases may name of the contract; the one this package was made with unless given
 * @throws {BadInput} with everything that is wrong with them
 */
export async function loadCases(dir: string, known: Contracted = knownOf()): Promise<Loaded> {
  const { files, problems } = await readCaseFiles(dir);
  const { cases, more } = readAll(dir, files, known);
  const found = [...problems, ...more];
  if (found.length > 0) throw new BadInput(found);
  return { cases, hash: hashOf(cases) };
}

/** What cases may name of a contract. */
export function knownOf(contract = bundledContract()): Contracted {
  return {
    clauses: new Set(contract.clauses.map(({ id }) => id)),
    codes: new Set(contract.errors.map(({ code }) => code)),
  };
}

/** The SHA-256 of the cases' lines in a lock file. */
export function hashOf(cases: Case[]): string {
  return createHash("sha256").update(cases.map(encodeCase).join("\n")).digest("hex");
}

/** How a file is named to the person at the terminal: from the current folder where that is shorter. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
}

/** The YAML files of a folder of cases, sorted, and what in it is out of place. */
export async function readCaseFiles(dir: string): Promise<{ files: CaseFile[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const names: string[] = [];
  for (const area of await namesIn(dir)) {
    const path = join(dir, area);
    if (!isFolder(path)) {
      if (/\.ya?ml$/.test(area)) {
        problems.push(at(path, "a case file stands in the folder of its area: <area>/<topic>.yaml"));
      }
      continue;
    }
    for (const topic of await namesIn(path)) {
      const name = join(area, topic);
      if (isFolder(join(dir, name))) problems.push(at(join(dir, name), "an area has no folders of its own"));
      else if (name.endsWith(".yml")) problems.push(at(join(dir, name), "a case file's name ends in .yaml"));
      else if (name.endsWith(".yaml")) names.push(name);
    }
  }
  if (names.length === 0 && problems.length === 0) {
    problems.push(at(dir, "there is no case file here; they are named <area>/<topic>.yaml"));
  }
  const read = (name: string): CaseFile => {
    const got = readTextFile(join(dir, name));
    if ("problem" in got) problems.push(at(join(dir, name), got.problem));
    return { name, area: name.slice(0, name.indexOf("/")), text: "problem" in got ? "[]" : got.text };
  };
  return { files: names.sort().map(read), problems };
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    throw new BadInput([
      at(dir, `cannot be read as a folder of cases (${(error as NodeJS.ErrnoException).code})`),
    ]);
  }
}

/** Links are followed; one that leads nowhere is told when it is read. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const at = (path: string, message: string): Problem => ({ file: displayPath(path), message });

function readAll(dir: string, files: CaseFile[], known: Contracted): { cases: Case[]; more: Problem[] } {
  const more: Problem[] = [];
  const ids = new Map<string, string>();
  const cases = files.flatMap(({ name, area, text }) => {
    const source = readYaml(text, displayPath(join(dir, name)));
    const own = readCases(source, area, { ...known, ids });
    more.push(...source.problems);
    return own.map((one): Case => ({ ...one, file: join(basename(dir), name) }));
  });
  return { cases, more };
}
