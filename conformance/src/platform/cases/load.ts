import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { BadInput } from "../../bad-input.ts";
import { displayPath, readCaseFiles } from "../../cases/load.ts";
import { readYaml } from "../../cases/yaml/read.ts";
import { packageFolder } from "../../spec/package-folder.ts";
import { errorTable } from "../judge/error-table.ts";
import type { PlatformCase } from "../model.ts";
import { adapterPackages } from "../world/adapters.ts";
import { readPlatformCases } from "./case.ts";
import { knownSections } from "./sections.ts";
import type { Surroundings } from "./surroundings.ts";

export const platformFolder = (): string => join(packageFolder(), "platform");

/** Names of the packages that cases may use. */
export function packageNames(): string[] {
  return [...readdirSync(join(platformFolder(), "packages")).sort(), ...adapterPackages];
}

/**
 * Reads the platform's cases, `platform/cases/<area>/<topic>.yaml`.
 *
 * @throws {BadInput} if a case is invalid; lists every problem found
 */
export async function loadPlatformCases(
  dir = join(platformFolder(), "cases"),
  sections = knownSections(),
): Promise<PlatformCase[]> {
  const { files, problems } = await readCaseFiles(dir);
  const known: Surroundings = {
    sections,
    packages: new Set(existsSync(platformFolder()) ? packageNames() : []),
    codes: new Set(errorTable().keys()),
    ids: new Map(),
  };
  const cases = files.flatMap(({ name, area, text }) => {
    const source = readYaml(text, displayPath(join(dir, name)));
    const own = readPlatformCases(source, area, known);
    problems.push(...source.problems);
    return own.map((one): PlatformCase => ({ ...one, file: join(basename(dir), name) }));
  });
  if (problems.length > 0) throw new BadInput(problems);
  return cases;
}
