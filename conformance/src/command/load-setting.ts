import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../bad-input.ts";
import { type Loaded, loadCases, loadLocked } from "../cases/index.ts";
import { displayPath } from "../cases/load.ts";
import { readTextFile } from "../cases/text-file.ts";
import type { Testee } from "../model.ts";
import {
  bundledContract,
  type Contract,
  checkSpec,
  contractFile,
  type Exclusion,
  packageFolder,
  readExclusions,
  readPins,
} from "../spec/index.ts";
import { loadTestee, ownTestees } from "../testee/index.ts";
import type { RunRequest } from "./main-command.ts";
import type { Setting } from "./setting.ts";

/** The folder of the suite's own cases. */
export const ownCases = (): string => join(packageFolder(), "cases");

/**
 * Reads the contract, the cases and the testees of a run.
 *
 * @throws {BadInput} if any of them is invalid
 */
export async function loadSetting(
  request: Pick<RunRequest, "testee" | "cases" | "changed">,
): Promise<Setting> {
  const contract = bundledContract();
  const loaded = await casesOf(request);
  const own = await ids(request, loaded);
  const exclusions = exclusionsOf(contract);
  if (request.cases === undefined && !request.changed) {
    const problems = checkSpec(loaded.cases, contract, readPins(pinsPath()), exclusions);
    if (problems.length > 0) throw new BadInput(problems);
  }
  return {
    version: versionOf(),
    contract,
    contractHash: createHash("sha256").update(contractFile(contract)).digest("hex"),
    cases: loaded.cases,
    casesHash: loaded.hash,
    testees: testeesOf(request.testee, own),
    excluded: new Map(
      exclusions.filter(({ kind }) => kind === "none").map((one) => [one.clause, one.reason]),
    ),
  };
}

/** The suite's own cases must match their lock, except with `--changed`. */
function casesOf({ cases, changed }: Pick<RunRequest, "cases" | "changed">): Promise<Loaded> {
  if (cases !== undefined) return loadCases(cases);
  return changed ? loadCases(ownCases()) : loadLocked(ownCases());
}

/** Ids that known failures may name: always including the suite's cases, whichever cases are run. */
async function ids({ cases }: Pick<RunRequest, "cases">, loaded: Loaded): Promise<Set<string>> {
  const suite = cases === undefined ? [] : (await loadCases(ownCases())).cases;
  return new Set([...suite, ...loaded.cases].map(({ id }) => id));
}

/**
 * Loads the testees.
 *
 * @param asked names or files (default: the suite's own testees)
 * @param cases ids that known failures may name (default: any)
 * @throws {BadInput} if a testee is missing or invalid, or if two have the same name
 */
export function testeesOf(asked: string[], cases?: Set<string>): Testee[] {
  const names = asked.length > 0 ? asked : ownTestees();
  if (names.length === 0) {
    throw new BadInput([
      { file: "botyard-conformance", message: "no testee is given; use --testee path/to/testee.yaml" },
    ]);
  }
  const python = process.env.PYTHON || interpreterOf("python3");
  const testees = names.map((name) =>
    loadTestee(name, { ...(cases ? { cases } : {}), ...(python ? { python } : {}) }),
  );
  const byName = new Map<string, Testee>();
  for (const testee of testees) {
    const other = byName.get(testee.name) ?? testee;
    if (other.dir !== testee.dir) {
      const message = `two testees are named ${testee.name}, in ${other.dir} and in ${testee.dir}`;
      throw new BadInput([{ file: "botyard-conformance", message }]);
    }
    byName.set(testee.name, testee);
  }
  return [...byName.values()];
}

/** Returns the path of the interpreter itself: the command on PATH may be a wrapper that is slow to start. */
function interpreterOf(command: string): string | undefined {
  try {
    return execFileSync(command, ["-c", "import sys; print(sys.executable)"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

export const pinsPath = (): string => join(packageFolder(), "contract/pins.json");

function exclusionsOf(contract: Contract): Exclusion[] {
  const file = join(packageFolder(), "contract/exclusions.yaml");
  const got = readTextFile(file);
  if ("problem" in got) throw new BadInput([{ file: displayPath(file), message: got.problem }]);
  const { exclusions, source } = readExclusions(got.text, displayPath(file), contract);
  if (source.problems.length > 0) throw new BadInput(source.problems);
  return exclusions;
}

export function versionOf(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
