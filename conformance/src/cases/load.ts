import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import type { Case } from "../model.ts";
import { bundledContract, sinceOf, versionsOf } from "../spec/contract.ts";
import { type Contracted, readCases } from "./case.ts";
import { hashOf } from "./encode.ts";
import { readTextFile } from "./text-file.ts";
import { readYaml } from "./yaml/read.ts";

/** The cases of a folder, in the order of their files. */
export interface Loaded {
  cases: Case[];
  /** SHA-256 in hex: changes with any change of meaning, and with no other. */
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
 * Reads the case files below a folder, `<area>/<topic>.yaml`, and expands the short forms.
 *
 * @param known clauses and codes that the cases may name (default: those of the bundled contract)
 * @throws {BadInput} if the cases are invalid; lists every problem found
 */
export async function loadCases(dir: string, known: Contracted = knownOf()): Promise<Loaded> {
  const { files, problems } = await readCaseFiles(dir);
  const { cases, more } = readAll(dir, files, known);
  const found = [...problems, ...more];
  if (found.length > 0) throw new BadInput(found);
  return { cases, hash: hashOf(cases) };
}

/** Returns the clauses and codes of a contract that cases may name. */
export function knownOf(contract = bundledContract()): Contracted {
  return {
    clauses: new Map(contract.clauses.map((clause) => [clause.id, sinceOf(clause)])),
    versions: versionsOf(contract),
    codes: new Set(contract.errors.map(({ code }) => code)),
  };
}

/** Returns the path to show in messages: relative to the current folder if the file is below it. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
}

/** Reads the YAML files of a folder of cases, sorted; misplaced files are reported as problems. */
export async function readCaseFiles(dir: string): Promise<{ files: CaseFile[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const names: string[] = [];
  for (const area of await namesIn(dir)) {
    const path = join(dir, area);
    if (!isFolder(path)) {
      if (/\.ya?ml$/.test(area)) {
        problems.push(at(path, "a case file must be in its area's folder: <area>/<topic>.yaml"));
      }
      continue;
    }
    for (const topic of await namesIn(path)) {
      const name = join(area, topic);
      if (isFolder(join(dir, name)))
        problems.push(at(join(dir, name), "an area's folder cannot contain folders"));
      else if (name.endsWith(".yml"))
        problems.push(at(join(dir, name), "a case file's name must end in .yaml"));
      else if (name.endsWith(".yaml")) names.push(name);
    }
  }
  if (names.length === 0 && problems.length === 0) {
    problems.push(at(dir, "no case files found; they are named <area>/<topic>.yaml"));
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

/** Follows links; a dangling link is reported when it is read. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const at = (path: string, message: string): Problem => ({ file: displayPath(path), message });

/** Returns the cases of a file, `<area>/<topic>.yaml`, as far as they are valid. */
export function casesIn(text: string, name: string, known: Contracted): Case[] {
  return readCases(readYaml(text, name), dirname(name), { ...known, ids: new Map() });
}

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
